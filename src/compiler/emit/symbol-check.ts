import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { type Origins, originOf, pointer } from "../catalog/origins.ts";
import { camelCase, pascalCase } from "./identifiers.ts";

/** Names of the YAML that would become one name in generated code. Emitters rely on there being none. */
export function checkSymbols(catalog: Catalog, origins: Origins): readonly Diagnostic[] {
  const tools = catalog.tools.map((tool, index) => ({ name: tool.name, at: pointer("/tools", index) }));
  const adapters = catalog.tools.flatMap((tool, index) =>
    tool.aliases.flatMap((alias, at) =>
      alias.adapt ? [{ name: alias.name, at: pointer("/tools", index, "aliases", at) }] : [],
    ),
  );
  const errors = catalog.errors.map((error, index) => ({ name: error.name, at: pointer("/errors", index) }));
  return [...collisions([...tools, ...adapters], pascalCase, origins), ...collisions(errors, camelCase, origins)];
}

interface Named {
  readonly name: string;
  readonly at: string;
}

function collisions(
  all: readonly Named[],
  toSymbol: (name: string) => string,
  origins: Origins,
): readonly Diagnostic[] {
  const first = new Map<string, string>();
  return all.flatMap(({ name, at }) => {
    const symbol = toSymbol(name);
    // File systems that fold case would make one file of two.
    const key = symbol.toLowerCase();
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, name);
      return [];
    }
    const where = originOf(origins, at) ?? { path: "schema/catalog.yaml" };
    return [
      diagnostic("symbol-collision", { first: other, second: name, symbol }, where, { help: "rename one of them" }),
    ];
  });
}
