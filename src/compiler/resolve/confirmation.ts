import type { Confirmation, SessionNeed } from "../../contract/tool-facts.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { mistyped } from "../../diagnostics/mistyped.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { Field, Tool } from "../catalog/catalog.ts";
import { findOwned } from "../catalog/own-names.ts";
import { booleanAt, entriesAt, itemsAt, type SpecNode, spanAt, stringAt } from "../syntax/spec-node.ts";
import { type Context, optional, reportUnknownParam } from "./context.ts";
import { lineAt, placeholderSpan, placeholdersOf } from "./texts.ts";

/** When a call must be confirmed; the condition and the placeholders of the message must name params of the tool. */
export function confirmationOf(context: Context, node: SpecNode, tool: Pick<Tool, "name" | "params">): Confirmation {
  const when = entriesAt(node, "when").flatMap(([name, { key, value }]) => {
    const text = value.kind === "scalar" && typeof value.value === "string" ? value.value : undefined;
    if (text === undefined) return [];
    const param = findOwned(tool.params, name);
    if (param === undefined) reportUnknownParam(context, name, key, tool);
    else if (param.type.kind === "enum" && !param.type.values.some((known) => known.value === text)) {
      const known = param.type.values.map((each) => each.value);
      const extras = mistyped(text, value.span, known);
      context.diagnostics.push(diagnostic("unknown-value", { value: text, param: name }, value.span, extras));
    }
    return [[param?.name ?? name, text] as const];
  });
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

/** The param with the confirmation. */
export function confirmParam(confirmation: Confirmation): Field {
  const conditions = Object.entries(confirmation.when ?? {}).map(([param, value]) => `${param} is ${value}`);
  const when = conditions.length === 0 ? "" : ` when ${conditions.join(" and ")}`;
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
