import { ownName } from "../../catalog/own-names.ts";
import type { EventOf } from "../event.ts";
import { type DiffRule, type RuleContext, rule } from "../rule.ts";
import { aliasStanza } from "../stanzas.ts";
import { quotedList } from "./quoted-list.ts";

/** Rules about one tool that became several, and several that became one. What is gone is reported beside, as removed. */
export const regroupingRules: readonly DiffRule[] = [
  rule("tool-split", "tool-split", "WARN", ["CALL"], {
    mirror: "tool-merged",
    message: ({ whole, parts }) => `${quotedList(parts.map(({ tool }) => tool.name))} do what '${whole.name}' did`,
    help: ({ whole }, { head }) =>
      head.listed === true
        ? `keep '${whole.name}' as a tool that passes its calls on`
        : `no alias can choose between tools by an argument, so keep ${whole.name}.yaml, deprecated, with a handler that calls the others`,
    explain: {
      why: "Callers of the one tool have to learn several names. The pair is guessed: the old tool had a param whose values are the new tools' verbs.",
      bad: "issue_create.yaml, issue_close.yaml   # was issue_manage.yaml with action: {type: enum, values: [create, close]}",
      good: "issue_manage.yaml beside issue_create.yaml and issue_close.yaml",
    },
  }),
  rule("tool-merged", "tool-merged", "WARN", ["CALL"], {
    mirror: "tool-split",
    message: ({ whole, parts }) => `'${whole.name}' does what ${quotedList(parts.map(({ tool }) => tool.name))} did`,
    help: presetHelp,
    explain: {
      why: "Calls of the old names can go on working: each is the new tool with one param preset. The pair is guessed: a param of the new tool lists the old tools' verbs.",
      bad: "issue_manage.yaml with action: {type: enum, values: [create, close]}   # was issue_create.yaml, issue_close.yaml",
      good: "aliases: [{name: issue_create, of: issues, set: {action: create}}, {name: issue_close, of: issues, set: {action: close}}]",
    },
  }),
];

function presetHelp({ whole, parts }: EventOf<"tool-merged">, context: RuleContext): string {
  const own = (param: string) => ownName(whole.params.find(({ name }) => name === param) ?? { name: param });
  const names = parts.map(({ tool, set }) => ({
    name: tool.name,
    set: Object.fromEntries(Object.entries(set).map(([param, value]) => [own(param), value])),
  }));
  return context.head.listed === true
    ? `let '${whole.name}' answer to the old names, with ${parts.map(({ set }) => JSON.stringify(set)).join(", ")} preset`
    : `in ${ownName(whole)}.yaml: ${aliasStanza(names, whole.stability, context)}`;
}
