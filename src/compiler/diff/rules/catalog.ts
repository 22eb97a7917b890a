import { type ComparedCatalog, currentComparedTools } from "../compared.ts";
import { type DiffRule, rule } from "../rule.ts";
import { firstMoved } from "./first-moved.ts";
import { quotedList } from "./quoted-list.ts";

/** Rules about the catalog as a whole. */
export const catalogRules: readonly DiffRule[] = [
  rule("server-name-changed", "catalog-kept", "ERR", ["POLICY"], {
    mirror: "server-name-changed",
    points: ["server", "name"],
    message: ({ base, head }) => {
      const [was, is] = nameStep(base, head);
      return was === is ? undefined : `the server '${was}' is called '${is}' now`;
    },
    help: ({ base, head }) => `keep name: ${nameStep(base, head)[0]}; the title may change`,
    explain: {
      why: "Clients prefix every tool's name with it; approvals by full name are lost.",
      bad: "server: {name: notebook, version: 1.4.0}   # was name: notes",
      good: "server: {name: notes, title: Notebook, version: 1.4.0}   # was title: Notes",
    },
  }),
  rule("default-profile-changed", "catalog-kept", "ERR", ["CATALOG"], {
    mirror: "default-profile-changed",
    points: ["defaultProfile"],
    message: ({ base, head }) =>
      base.defaultProfile === head.defaultProfile
        ? undefined
        : `the default profile is '${head.defaultProfile}' instead of '${base.defaultProfile}'`,
    help: ({ base }) => `keep default_profile: ${base.defaultProfile}`,
    explain: {
      why: "Clients without a chosen profile are shown other tools.",
      bad: "default_profile: full   # was core",
      good: "default_profile: core   # was not written, and core is the first profile",
    },
  }),
  rule("targets-changed", "catalog-kept", "WARN", ["CATALOG"], {
    mirror: "targets-changed",
    points: ["targets"],
    message: ({ base, head }) => {
      const dropped = base.targets.filter((target) => !head.targets.includes(target));
      const gained = head.targets.filter((target) => !base.targets.includes(target));
      const reported = [
        ...(dropped.length === 0 ? [] : [`${quotedList(dropped)} no longer checked`]),
        ...(gained.length === 0 ? [] : [`${quotedList(gained)} checked as well`]),
      ];
      return reported.length === 0 ? undefined : `the limits of other clients are kept: ${reported.join(", ")}`;
    },
    help: ({ base }) =>
      `keep targets: [${base.targets.join(", ")}], unless those clients are not used; new ones may be added beside them`,
    explain: {
      why: "What a client that is no longer a target can't take is found by its users from now on.",
      bad: "targets: [claude]   # was [claude, vscode]",
      good: "targets: [vscode, claude]   # was [claude, vscode]",
    },
  }),
  rule("tool-order-changed", "catalog-kept", "INFO", ["PROMPT"], {
    mirror: "tool-order-changed",
    hidden: true,
    message: ({ base, head }) => {
      const moved = movedTool(base, head);
      return moved === undefined ? undefined : `tools are listed in another order, from '${moved}' on`;
    },
    explain: {
      why: "A list in another order is another prompt: what clients cached of the old one is paid for again.",
      bad: "families: {task: {…}, note: {…}}   # was {note: {…}, task: {…}}",
      good: "families: {note: {…}, task: {…}, tag: {…}}   # was {note: {…}, task: {…}}",
    },
  }),
];

/** Of the tools that are in both and did not move to another family or tier. */
function movedTool(base: ComparedCatalog, head: ComparedCatalog): string | undefined {
  if (base.tools.every(({ name }, index) => head.tools[index]?.name === name)) return undefined;
  const now = currentComparedTools(head);
  const byName = new Map(now.map((tool) => [tool.name, tool]));
  const before = currentComparedTools(base).filter(({ name, family, tier }) => {
    const tool = byName.get(name);
    return tool !== undefined && tool.family === family && tool.tier === tier;
  });
  return firstMoved(
    before.map(({ name }) => name),
    now.map(({ name }) => name),
  );
}

/** The name that clients see, or else the one that is written in configurations. */
function nameStep(base: ComparedCatalog, head: ComparedCatalog): readonly [was: string, is: string] {
  const shown = [shownName(base), shownName(head)] as const;
  return shown[0] === shown[1] ? [base.server.name, head.server.name] : shown;
}

function shownName({ server }: ComparedCatalog): string {
  const written = server.verbatim?.name;
  return typeof written === "string" ? written : server.name;
}
