import { isBuiltinName } from "../../contract/builtin-tools.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { mistyped } from "../../diagnostics/mistyped.ts";
import type { RetiredName } from "../catalog/catalog.ts";
import type { SpecDocument } from "../syntax/spec-file.ts";
import { spanAt, stringAt } from "../syntax/spec-node.ts";
import { type Context, optional } from "./context.ts";
import { textAt } from "./texts.ts";

/** Names that must not be used again, sorted. */
export function retiredOf(context: Context, files: readonly SpecDocument[]): readonly RetiredName[] {
  const entries = files.flatMap((file) => [...(file.root?.entries ?? [])]);
  const { tools } = context.names;
  return entries
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, { key, value }], index) => {
      context.origins.set(`/retired/${index}`, key);
      context.origins.set(`/retired/${index}/removed`, spanAt(value, "removed"));
      const replacedBy = stringAt(value, "replaced_by");
      if (replacedBy !== undefined && !tools.has(replacedBy) && !isBuiltinName(replacedBy)) {
        const span = spanAt(value, "replaced_by");
        const extras = mistyped(replacedBy, span, tools.keys());
        context.diagnostics.push(diagnostic("unknown-replacement", { name: replacedBy, kind: "tool" }, span, extras));
      }
      return {
        name,
        kind: stringAt(value, "kind") === "alias" ? "alias" : "tool",
        removed: stringAt(value, "removed") ?? "0.0.0",
        ...optional("replacedBy", replacedBy),
        ...optional("reason", textAt(context, value, "reason")),
      };
    });
}
