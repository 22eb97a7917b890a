import type { Catalog, Tool } from "../catalog/catalog.ts";
import { resolve } from "../resolve/resolve.ts";
import { parseSpec } from "../syntax/parse.ts";
import { builtinSchema } from "./builtin-schema.ts";

let known: Catalog | undefined;

/**
 * The tools that every catalog has, as any other tool is: resolved from their YAML when first asked for, because few
 * catalogs say anything about them.
 * @returns sorted by name
 */
export function readBuiltinTools(): readonly Tool[] {
  return readBuiltinCatalog().tools;
}

/** The catalog that they make up by themselves: their contracts are the same whatever catalog they stand beside. */
export function readBuiltinCatalog(): Catalog {
  known ??= compileBuiltins();
  return known;
}

function compileBuiltins(): Catalog {
  const parsed = parseSpec(builtinSchema);
  const resolved = resolve(parsed.value);
  const [mistake] = [...parsed.diagnostics, ...resolved.diagnostics];
  const { catalog } = resolved.value;
  if (catalog === undefined || mistake !== undefined) {
    throw new Error(`invariant: the built-in tools compile: ${mistake?.message ?? "no catalog"}`);
  }
  return catalog;
}
