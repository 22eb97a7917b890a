import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { typesWithKey } from "../catalog/grammar/forms.ts";
import { specRules } from "../catalog/spec-grammar.ts";
import { at, type SpecEntry, type SpecNode, spanAt, stringAt } from "../syntax/spec-node.ts";
import { type Context, reportUnknown } from "./context.ts";

/** A param with `use` written out: keys of the shared param, overridden by those beside `use`. */
export function mergeShared(context: Context, node: SpecNode): SpecNode {
  const use = stringAt(node, "use");
  if (use === undefined || node.kind !== "map") return node;
  context.usedParams.add(use);
  const shared = context.names.params.get(use)?.value;
  if (shared === undefined) {
    if (!context.names.incomplete.has("params")) {
      reportUnknown(context, "unknown-shared-param", use, spanAt(node, "use"), context.names.params.keys());
    }
    return node;
  }
  if (shared.kind !== "map") return node;
  const entries = new Map<string, SpecEntry>(shared.entries);
  for (const [key, entry] of node.entries) {
    if (key !== "use" && isKeyOfType(context, key, entry, shared)) entries.set(key, entry);
  }
  return { kind: "map", span: node.span, entries };
}

/** Reports the shared params that no tool uses. */
export function reportUnusedParams(context: Context): void {
  for (const [name, { key }] of context.names.params) {
    if (!context.usedParams.has(name)) context.diagnostics.push(diagnostic("shared-param-unused", { name }, key));
  }
}

/** The type is known only here, so keys of other types are reported here. */
function isKeyOfType(context: Context, key: string, entry: SpecEntry, shared: SpecNode): boolean {
  const type = stringAt(shared, "type");
  const grammar = specRules.param;
  if (grammar?.kind !== "variants") throw new Error("invariant: the grammar of params is one of types");
  if (Object.hasOwn(grammar.shared, key)) return true;
  if (type === undefined) return at(shared, "ref") === undefined;
  if (Object.hasOwn(grammar.variants[type]?.keys ?? {}, key)) return true;
  const help = `it is a key of ${typesWithKey(grammar, key).join(", ")}`;
  context.diagnostics.push(diagnostic("key-not-for-type", { key, type }, entry.key, { help }));
  return false;
}
