import type { Catalog } from "../catalog/catalog.ts";
import { resolve } from "../resolve/resolve.ts";
import { parseSpec } from "../syntax/parse.ts";
import { builtinSchema } from "./builtin-schema.ts";

let known: Catalog | undefined;

/**
 * The tools that every catalog has, as a catalog of their own, resolved from their YAML like any other tool: their contracts are the
 * same beside every catalog. The same in every process, so dist/ has the value in place of this module.
 * @returns its tools sorted by name
 */
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
