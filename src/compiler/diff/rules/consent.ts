import { sameJson } from "../../../contract/alias.ts";
import { conditionsOf, conditionText, isWithin } from "../../../contract/confirm-condition.ts";
import type { Confirmation } from "../../../contract/tool-facts.ts";
import type { ComparedTool } from "../compared.ts";
import { type DiffRule, rule } from "../rule.ts";

/** What has to be there before a call is let through: an open session, a confirmation. */
export const consentRules: readonly DiffRule[] = [
  rule("session-need-raised", "tool-kept", "ERR", ["CALL", "POLICY"], {
    reads: ["session"],
    mirror: "session-need-lowered",
    points: ["session"],
    message: ({ base, head }) =>
      head.session === "required" && base.session !== "required"
        ? `'${head.name}' now needs an open session`
        : undefined,
    help: () => "leave it optional, or keep the old contract as a version of its own",
    explain: {
      why: "Calls without a session worked and fail now.",
      bad: "session: required   # was optional",
      good: "session: optional   # was none",
    },
  }),
  rule("session-need-lowered", "tool-kept", "INFO", ["CALL"], {
    reads: ["session"],
    mirror: "session-need-raised",
    points: ["session"],
    message: ({ base, head }) =>
      base.session === "required" && head.session !== "required"
        ? `'${head.name}' no longer needs an open session`
        : undefined,
    explain: {
      why: "Calls that worked still work.",
      bad: "session: optional   # was required",
      good: "session: required   # unchanged",
    },
  }),
  rule("consent-or-elicitation-added", "tool-kept", "WARN", ["POLICY", "CALL"], {
    reads: ["confirm"],
    mirror: ["consent-or-elicitation-removed", "consent-or-elicitation-added"],
    points: ["confirm"],
    message: ({ base, head }) => {
      const [was, is] = [base.confirm, head.confirm];
      if (is === undefined) return undefined;
      const reached = reachable(base, is);
      if (conditionsOf(reached).some(([, values]) => values.length === 0)) return undefined;
      if (was === undefined) return `'${head.name}' now asks for confirmation${condition(head)}`;
      if (was.when === undefined || sameJson(was.when, is.when) || isWithin(reached, was)) return undefined;
      return is.when === undefined
        ? `'${head.name}' now always asks for confirmation, not only${condition(base)}`
        : `'${head.name}' now asks for confirmation${condition(head)} instead of${condition(base)}`;
    },
    help: ({ base, head }) =>
      base.confirm === undefined
        ? `document that callers send confirm, or ask only in a new version of the tool and keep this one as ${head.name}.v${base.version}.yaml`
        : `keep asking only where it was asked, or document that callers send confirm`,
    explain: {
      why: "Callers that can't be asked, and do not send confirm, are refused.",
      bad: 'confirm: {message: "Delete {title}"}   # was absent',
      good: 'confirm: {message: "Delete {title}?"}   # was {message: "Delete {title}"}',
    },
  }),
  rule("consent-or-elicitation-removed", "tool-kept", "INFO", ["POLICY"], {
    reads: ["confirm"],
    mirror: "consent-or-elicitation-added",
    message: ({ base, head }) => {
      const [was, is] = [base.confirm, head.confirm];
      if (was === undefined) return undefined;
      if (is === undefined) return `'${head.name}' no longer asks for confirmation`;
      return isWithin(is, was) && !isWithin(was, is)
        ? `'${head.name}' asks for confirmation only${condition(head)} now`
        : undefined;
    },
    explain: {
      why: "No call fails; people who relied on the question should know.",
      bad: 'confirm:   # was {message: "Delete {title}"}',
      good: 'confirm: {message: "Delete {title}"}   # unchanged',
    },
  }),
];

/** The condition as far as a call of the older tool could meet it: it can't send a value that its enum did not have. */
function reachable(base: ComparedTool, confirm: Confirmation): Confirmation {
  const when = conditionsOf(confirm).map(([name, values]) => {
    const type = base.params.find((param) => param.name === name)?.type;
    if (type?.kind !== "enum") return [name, values] as const;
    const known = new Set<unknown>(type.values.map(({ value }) => value));
    return [name, values.filter((value) => known.has(value))] as const;
  });
  return { ...confirm, when: Object.fromEntries(when) };
}

/** " when action is 'delete'"; nothing where it always asks. */
function condition({ confirm }: ComparedTool): string {
  const when = confirm === undefined ? "" : conditionText(confirm, String, (value) => `'${value}'`);
  return when === "" ? "" : ` when ${when}`;
}
