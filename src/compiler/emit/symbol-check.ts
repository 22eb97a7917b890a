import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Catalog, Tool } from "../catalog/catalog.ts";
import { type Origins, originOf, pointer } from "../catalog/origins.ts";
import { ownName } from "../catalog/own-names.ts";
import { isCurrent, versionedName } from "../catalog/versions.ts";
import { camelCase, pascalCase } from "./identifiers.ts";
import { resultAdapterName } from "./tool-names.ts";

/** Names of the YAML that would become one name in generated code. Emitters rely on this check. */
export function checkSymbols(catalog: Catalog, origins: Origins): readonly Diagnostic[] {
  const tools = catalog.tools.map((tool, index) => ({ name: versionedName(tool), at: pointer("/tools", index) }));
  const owners = [
    ...catalog.tools.map((tool, index) => ({ tool, at: pointer("/tools", index) })),
    ...(catalog.builtins ?? []).map((tool, index) => ({ tool, at: pointer("/builtins", index) })),
  ];
  const adapters = owners.flatMap(({ tool, at }) =>
    tool.aliases.flatMap((alias, place) => {
      const aliasAt = pointer(at, "aliases", place);
      return [
        ...(alias.adapt ? [{ name: alias.name, at: aliasAt }] : []),
        ...(alias.result === undefined ? [] : [{ name: resultAdapterName(alias), at: aliasAt }]),
      ];
    }),
  );
  const errors = catalog.errors.map((error, index) => ({ name: error.name, at: pointer("/errors", index) }));
  const callable = [...catalog.tools.flatMap((tool, index) => namesOf(tool, pointer("/tools", index)))];
  return [
    ...collisions([...tools, ...adapters], pascalCase, origins),
    ...collisions(errors, camelCase, origins),
    ...callable.flatMap((named) => inherited(named, origins)),
  ];
}

/** The names that a tool can be called by; an older version has the name of the current one. */
function namesOf(tool: Tool, at: string): readonly Named[] {
  const aliases = tool.aliases.map((alias, index) => ({ name: alias.name, at: pointer(at, "aliases", index) }));
  return isCurrent(tool) ? [{ name: ownName(tool), at }, ...aliases] : aliases;
}

/** The registry is an object by name; a property that every object has can't be typed in it. */
function inherited({ name, at }: Named, origins: Origins): readonly Diagnostic[] {
  if (!(name in Object.prototype)) return [];
  const where = originOf(origins, at) ?? { path: "schema/catalog.yaml" };
  return [diagnostic("symbol-inherited", { name }, where, { help: "choose another name" })];
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
    // On file systems that ignore case two files would be one.
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
