import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Catalog, Tool } from "../catalog/catalog.ts";
import { oncePerParts } from "../catalog/once-per-tool.ts";
import { type Origins, originOf, pointer } from "../catalog/origins.ts";
import { ownName } from "../catalog/own-names.ts";
import { isCurrent, versionedName } from "../catalog/versions.ts";
import { camelCase, pascalCase } from "./identifiers.ts";
import { resultAdapterName } from "./tool-names.ts";

/** Names of the YAML that would become one name in generated code. Emitters rely on this check. */
export function checkSymbols(catalog: Catalog, origins: Origins): readonly Diagnostic[] {
  return refusedNames(catalog).map((refused) => {
    const where = originOf(origins, refused.at) ?? { path: "schema/catalog.yaml" };
    if (refused.first === undefined)
      return diagnostic("symbol-inherited", { name: refused.name }, where, { help: "choose another name" });
    const { first, name, symbol } = refused;
    return diagnostic("symbol-collision", { first, second: name, symbol }, where, { help: "rename one of them" });
  });
}

interface Named {
  readonly name: string;
  readonly at: string;
}

/** A name like an earlier one, or without `first` one that can't be typed. */
type Refused = (Named & { readonly first: string; readonly symbol: string }) | (Named & { readonly first?: undefined });

const refusedNames = oncePerParts(
  ({ name, aliases }) =>
    JSON.stringify([name, aliases.map((alias) => [alias.name, alias.adapt, alias.result !== undefined])]),
  (catalog): readonly Refused[] => {
    const tools = catalog.tools.map((tool, index) => ({ name: versionedName(tool), at: pointer("/tools", index) }));
    const owners = [
      ...catalog.tools.map((tool, index) => ({ tool, at: pointer("/tools", index) })),
      ...(catalog.builtins ?? []).map((tool, index) => ({ tool, at: pointer("/builtins", index) })),
    ];
    const adapters = owners.flatMap(({ tool, at }) => adaptersOf(tool, at));
    const errors = catalog.errors.map((error, index) => ({ name: error.name, at: pointer("/errors", index) }));
    const callable = catalog.tools.flatMap((tool, index) => namesOf(tool, pointer("/tools", index)));
    return [
      ...collisions([...tools, ...adapters], pascalCase),
      ...collisions(errors, camelCase),
      // The registry is an object by name; a property that every object has can't be typed in it.
      ...callable.filter(({ name }) => name in Object.prototype),
    ];
  },
);

function adaptersOf(tool: Tool, at: string): readonly Named[] {
  return tool.aliases.flatMap((alias, place) => {
    const aliasAt = pointer(at, "aliases", place);
    return [
      ...(alias.adapt ? [{ name: alias.name, at: aliasAt }] : []),
      ...(alias.result === undefined ? [] : [{ name: resultAdapterName(alias), at: aliasAt }]),
    ];
  });
}

/** The names that a tool can be called by; an older version has the name of the current one. */
function namesOf(tool: Tool, at: string): readonly Named[] {
  const aliases = tool.aliases.map((alias, index) => ({ name: alias.name, at: pointer(at, "aliases", index) }));
  return isCurrent(tool) ? [{ name: ownName(tool), at }, ...aliases] : aliases;
}

function collisions(all: readonly Named[], toSymbol: (name: string) => string): readonly Refused[] {
  const firsts = new Map<string, string>();
  return all.flatMap(({ name, at }) => {
    const symbol = toSymbol(name);
    // On file systems that ignore case two files would be one.
    const key = symbol.toLowerCase();
    const first = firsts.get(key);
    if (first !== undefined) return [{ name, at, first, symbol }];
    firsts.set(key, name);
    return [];
  });
}
