import type { Tool } from "../catalog/catalog.ts";
import { resolve } from "../resolve/resolve.ts";
import { parseSpec } from "../spec/parse.ts";
import { builtinSchema } from "./builtin-schema.ts";

let known: readonly Tool[] | undefined;

/**
 * The tools that every catalog has, as any other tool is: resolved from their YAML when first asked for, because few
 * catalogs say anything about them.
 * @returns sorted by name
 */
export function readBuiltinTools(): readonly Tool[] {
  known ??= compileBuiltins();
  return known;
}

function compileBuiltins(): readonly Tool[] {
  const parsed = parseSpec(builtinSchema);
  const resolved = resolve(parsed.value);
  const [mistake] = [...parsed.diagnostics, ...resolved.diagnostics];
  const { catalog } = resolved.value;
  if (catalog === undefined || mistake !== undefined) {
    throw new Error(`invariant: the built-in tools compile: ${mistake?.message ?? "no catalog"}`);
  }
  return catalog.tools;
}
