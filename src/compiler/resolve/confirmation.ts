import { effectOfAction } from "../../contract/action-effects.ts";
import { conditionText } from "../../contract/confirm-condition.ts";
import type { Confirmation, SessionNeed } from "../../contract/tool-facts.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { mistyped } from "../../diagnostics/mistyped.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { Field, Tool } from "../catalog/catalog.ts";
import { findOwned } from "../catalog/own-names.ts";
import { at, booleanAt, entriesAt, itemsAt, type SpecNode, spanAt, stringAt } from "../syntax/spec-node.ts";
import { type Context, optional, reportUnknownParam } from "./context.ts";
import { lineAt, placeholderSpan, placeholdersOf } from "./texts.ts";

/**
 * When a call must be confirmed; the condition and the placeholders of the message must name params of the tool. Where it has no
 * condition, and the actions of the tool say what each does, those that destroy something must be.
 */
export function confirmationOf(
  context: Context,
  node: SpecNode,
  tool: Pick<Tool, "name" | "params" | "actions" | "effects">,
): Confirmation {
  const written = entriesAt(node, "when").flatMap(([name, { key, value }]) => {
    const texts = textsOf(value);
    if (texts.length === 0) return [];
    const param = findOwned(tool.params, name);
    if (param === undefined) reportUnknownParam(context, name, key, tool);
    else if (param.type.kind === "enum") {
      const known = param.type.values.map((each) => each.value);
      for (const { text, span } of texts.filter((each) => !known.includes(each.text))) {
        context.diagnostics.push(
          diagnostic("unknown-value", { value: text, param: name }, span, mistyped(text, span, known)),
        );
      }
    }
    return [[param?.name ?? name, oneOrMore(texts.map(({ text }) => text))] as const];
  });
  const when = at(node, "when") === undefined ? destroyingActions(tool) : written;
  const message = lineAt(context, node, "message") ?? "";
  const spelled: [own: string, wire: string][] = [];
  for (const hole of placeholdersOf(message)) {
    const param = findOwned(tool.params, hole);
    if (param === undefined) reportUnknownParam(context, hole, placeholderSpan(spanAt(node, "message"), hole), tool);
    else if (param.own !== undefined) spelled.push([param.own, param.name]);
  }
  return {
    ...optional("when", when.length === 0 ? undefined : Object.fromEntries(when)),
    message,
    ...optional("spelled", spelled.length === 0 ? undefined : Object.fromEntries(spelled)),
    ...optional("preview", booleanAt(node, "preview") === true ? true : undefined),
  };
}

function textsOf(node: SpecNode): readonly { readonly text: string; readonly span: Span }[] {
  const nodes = node.kind === "list" ? node.items : [node];
  return nodes.flatMap((item) =>
    item.kind === "scalar" && typeof item.value === "string" ? [{ text: item.value, span: item.span }] : [],
  );
}

function oneOrMore(values: readonly string[]): string | readonly string[] {
  const [first] = values;
  return first !== undefined && values.length === 1 ? first : values;
}

/** The condition that follows from what the actions say of themselves; none where they say nothing, or none destroys. */
function destroyingActions({ actions, effects }: Pick<Tool, "actions" | "effects">) {
  if (actions === undefined || actions.cases.every(({ effect }) => effect === undefined)) return [];
  const destroying = actions.cases.filter((one) => effectOfAction(one, effects) === "destroys");
  if (destroying.length === 0 || destroying.length === actions.cases.length) return [];
  return [[actions.by, oneOrMore(destroying.map(({ action }) => action))] as const];
}

/** The param with the confirmation. */
export function confirmParam(confirmation: Confirmation): Field {
  const condition = conditionText(confirmation, String);
  const when = condition === "" ? "" : ` when ${condition}`;
  return {
    name: "confirm",
    type: { kind: "boolean" },
    required: false,
    description: `Must be true${when}: the call destroys data that can't be restored`,
  };
}

/** The runtime reads `session` and `confirm` before the tool does: no param or alias of a param may have these names. */
export function reportReserved(
  context: Context,
  root: SpecNode | undefined,
  session: SessionNeed,
  confirms: boolean,
): void {
  const report = (name: string, span: Span) => {
    const why =
      name === "session" && session !== "none"
        ? "it is the handle of the session"
        : name === "confirm" && confirms
          ? "it is the confirmation that 'confirm' requires"
          : undefined;
    if (why !== undefined) context.diagnostics.push(diagnostic("reserved-param", { name, why }, span));
  };
  for (const [name, { key, value }] of entriesAt(root, "params")) {
    report(name, key);
    for (const alias of itemsAt(value, "aliases")) report(stringAt(alias, "name") ?? "", spanAt(alias, "name"));
  }
  for (const [old, { key }] of entriesAt(root, "rename")) report(old, key);
}

/** Only the caller can confirm: an alias can't set it. */
export function reportGivenConsent(context: Context, alias: SpecNode): void {
  for (const table of ["set", "defaults"]) {
    for (const [name, { key }] of entriesAt(alias, table)) {
      if (name !== "confirm") continue;
      const why = "it is the confirmation of the caller, which an alias can't set";
      context.diagnostics.push(diagnostic("reserved-param", { name, why }, key));
    }
  }
}
