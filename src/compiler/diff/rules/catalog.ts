import type { ComparedTool } from "../compared.ts";
import type { DiffRule } from "../rule.ts";

/** Rules about the catalog's own parts: server, families, tiers, profiles, errors, texts. */
export const catalogRules: readonly DiffRule[] = [
  {
    id: "server-name-changed",
    on: "catalog-kept",
    severity: "ERR",
    categories: ["POLICY"],
    mirror: "server-name-changed",
    says: ({ base, head }) =>
      base.server.name === head.server.name
        ? undefined
        : `the server '${base.server.name}' is called '${head.server.name}' now`,
    explain: { why: "Clients prefix every tool's name with it; approvals by full name are lost." },
  },
  {
    id: "server-instructions-changed",
    on: "catalog-kept",
    severity: "WARN",
    categories: ["PROMPT"],
    mirror: "server-instructions-changed",
    says: ({ base, head }) =>
      base.server.instructions === head.server.instructions ? undefined : "the server's instructions changed",
    explain: { why: "Models read them before anything else." },
  },
  {
    id: "default-profile-changed",
    on: "catalog-kept",
    severity: "ERR",
    categories: ["CATALOG"],
    mirror: "default-profile-changed",
    says: ({ base, head }) =>
      base.defaultProfile === head.defaultProfile
        ? undefined
        : `the default profile is '${head.defaultProfile}' instead of '${base.defaultProfile}'`,
    explain: { why: "Everybody who chose nothing is shown other tools." },
  },
  {
    id: "family-removed",
    on: "family-removed",
    severity: "ERR",
    categories: ["CATALOG"],
    mirror: "family-added",
    says: ({ family }) => `family '${family.name}' was removed`,
    explain: { why: "Whoever selects tools by family names it." },
  },
  {
    id: "family-added",
    on: "family-added",
    severity: "INFO",
    categories: ["CATALOG"],
    mirror: "family-removed",
    says: ({ family }) => `family '${family.name}' was added`,
    explain: { why: "Additive." },
  },
  {
    id: "family-changed",
    on: "tool-kept",
    severity: "WARN",
    categories: ["CATALOG"],
    mirror: "family-changed",
    says: ({ base, head }) =>
      base.family === head.family ? undefined : `'${head.name}' moved from family '${base.family}' to '${head.family}'`,
    explain: { why: "Selections by family show it elsewhere." },
  },
  {
    id: "tier-restricted",
    on: "tool-kept",
    severity: "ERR",
    categories: ["CATALOG"],
    mirror: "tier-promoted",
    says: ({ base, head }, { head: catalog }) => {
      const rank = (tool: ComparedTool) => catalog.tiers.findIndex((tier) => tier.name === tool.tier);
      return rank(head) > rank(base) ? `'${head.name}' moved from tier '${base.tier}' to '${head.tier}'` : undefined;
    },
    explain: { why: "It disappears from profiles that show only earlier tiers." },
  },
  {
    id: "tier-promoted",
    on: "tool-kept",
    severity: "WARN",
    categories: ["CATALOG", "POLICY"],
    mirror: "tier-restricted",
    says: ({ base, head }, { head: catalog }) => {
      const rank = (tool: ComparedTool) => catalog.tiers.findIndex((tier) => tier.name === tool.tier);
      return rank(head) < rank(base) ? `'${head.name}' moved from tier '${base.tier}' to '${head.tier}'` : undefined;
    },
    explain: { why: "More clients see it and pay for its tokens." },
  },
  {
    id: "profile-removed",
    on: "profile-removed",
    severity: "ERR",
    categories: ["CATALOG"],
    mirror: "profile-added",
    says: ({ profile }) => `profile '${profile.name}' was removed`,
    explain: { why: "Servers that are started with it fail." },
  },
  {
    id: "profile-added",
    on: "profile-added",
    severity: "INFO",
    categories: ["CATALOG"],
    mirror: "profile-removed",
    says: ({ profile }) => `profile '${profile.name}' was added`,
    explain: { why: "Additive." },
  },
  {
    id: "profile-lost-tool",
    on: "profile-tool-removed",
    severity: "ERR",
    categories: ["CATALOG", "POLICY"],
    mirror: "profile-gained-tool",
    says: ({ profile, name }) => `profile '${profile.name}' no longer lists '${name}'`,
    explain: { why: "Hosts let a model call only what is listed." },
  },
  {
    id: "profile-gained-tool",
    on: "profile-tool-added",
    severity: "WARN",
    categories: ["CATALOG", "POLICY"],
    mirror: "profile-lost-tool",
    says: ({ profile, tool }) =>
      tool.effects.destructive ? undefined : `profile '${profile.name}' now lists '${tool.name}'`,
    explain: { why: "Its clients can do more than was agreed, and pay for its tokens." },
  },
  {
    id: "profile-gained-destructive-tool",
    on: "profile-tool-added",
    severity: "ERR",
    categories: ["POLICY"],
    says: ({ profile, tool }) =>
      tool.effects.destructive
        ? `profile '${profile.name}' now lists '${tool.name}', which may destroy things`
        : undefined,
    explain: { why: "Clients that chose the profile did not choose this." },
  },
  {
    id: "error-code-added",
    on: "error-added",
    severity: "INFO",
    categories: ["RESULT"],
    mirror: "error-code-removed",
    says: ({ tool, name }) => `'${tool.name}' may now fail with ${name}`,
    explain: { why: "Callers meet a failure that they do not know; generic handling still works." },
  },
  {
    id: "error-code-removed",
    on: "error-removed",
    severity: "WARN",
    categories: ["RESULT", "SOURCE"],
    mirror: "error-code-added",
    says: ({ tool, name }) => `'${tool.name}' no longer fails with ${name}`,
    explain: { why: "Callers that wait for this error to act on it wait for ever." },
  },
  {
    id: "error-code-retryability-changed",
    on: "error-kept",
    severity: "WARN",
    categories: ["RESULT"],
    mirror: "error-code-retryability-changed",
    says: ({ base, head }) =>
      base.retry === head.retry ? undefined : `${head.name} says retry ${head.retry} instead of ${base.retry}`,
    explain: { why: "Callers decide by it whether to call again." },
  },
  {
    id: "error-code-number-changed",
    on: "error-kept",
    severity: "WARN",
    categories: ["RESULT"],
    mirror: "error-code-number-changed",
    says: ({ base, head }) =>
      base.code === head.code ? undefined : `${head.name} has the number ${head.code} instead of ${base.code}`,
    explain: { why: "Clients of the protocol's error shape know it by its number." },
  },
  {
    id: "title-changed",
    on: "tool-kept",
    severity: "INFO",
    categories: ["PROMPT"],
    mirror: "title-changed",
    says: ({ base, head }) =>
      base.title === head.title
        ? undefined
        : `the title of '${head.name}' is '${head.title}' instead of '${base.title}'`,
    explain: { why: "Approval dialogs show it." },
  },
  {
    id: "tool-description-changed",
    on: "tool-kept",
    severity: "INFO",
    categories: ["PROMPT"],
    mirror: "tool-description-changed",
    says: ({ base, head }) => {
      if (words(base.summary) !== words(head.summary)) return `the summary of '${head.name}' reads: ${head.summary}`;
      return words(base.description) === words(head.description)
        ? undefined
        : `the description of '${head.name}' changed`;
    },
    explain: { why: "A model chooses and uses tools by these words. White space alone is not reported." },
  },
];

function words(text: string | undefined): string {
  return (text ?? "").replaceAll(/\s+/g, " ").trim();
}
