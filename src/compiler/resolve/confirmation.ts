import type { Confirmation } from "../../contract/tool-facts.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { mistyped } from "../../diagnostics/mistyped.ts";
import type { Field } from "../catalog/catalog.ts";
import { entriesAt, type SpecNode, spanAt } from "../syntax/spec-node.ts";
import { type Context, reportUnknownParam } from "./context.ts";
import { optional } from "./optional-property.ts";
import { placeholderSpan, placeholdersOf } from "./placeholders.ts";
import { lineAt } from "./texts.ts";

interface ParamOwner {
  readonly name: string;
  readonly params: readonly Field[];
}

/** When a call must be confirmed; the condition and the placeholders of the message must name params of the tool. */
export function confirmationOf(context: Context, node: SpecNode, tool: ParamOwner): Confirmation {
  const when = entriesAt(node, "when").flatMap(([name, { key, value }]) => {
    const text = value.kind === "scalar" && typeof value.value === "string" ? value.value : undefined;
    if (text === undefined) return [];
    const param = tool.params.find((candidate) => candidate.name === name);
    if (param === undefined) reportUnknownParam(context, name, key, tool);
    else if (param.type.kind === "enum" && !param.type.values.some((known) => known.value === text)) {
      const known = param.type.values.map((each) => each.value);
      const extras = mistyped(text, value.span, known);
      context.diagnostics.push(diagnostic("unknown-value", { value: text, param: name }, value.span, extras));
    }
    return [[name, text] as const];
  });
  const message = lineAt(context, node, "message") ?? "";
  for (const hole of placeholdersOf(message)) {
    const known = tool.params.some((param) => param.name === hole);
    if (!known) reportUnknownParam(context, hole, placeholderSpan(spanAt(node, "message"), hole), tool);
  }
  return { ...optional("when", when.length === 0 ? undefined : Object.fromEntries(when)), message };
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
