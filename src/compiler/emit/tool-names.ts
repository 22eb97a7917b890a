import type { Catalog, Tool, ToolAlias } from "../catalog/catalog.ts";
import { type VersionFacts, versionedName } from "../catalog/versions.ts";
import { camelCase, pascalCase } from "./identifiers.ts";

// One set of names per version of a tool: every emitter gets the names of a tool's files and types here.

/** Names of the generated types of a tool, all in `generated/contracts/<tool>.ts`. */
export function typeNames(tool: VersionFacts): TypeNames {
  const known = namesOf.get(tool) ?? makeTypeNames(tool);
  namesOf.set(tool, known);
  return known;
}

const namesOf = new WeakMap<VersionFacts, TypeNames>();

type TypeNames = ReturnType<typeof makeTypeNames>;

function makeTypeNames(tool: VersionFacts) {
  const contract = pascalCase(versionedName(tool));
  return {
    contract,
    input: `${contract}Input`,
    output: `${contract}Output`,
    /** What the handler returns, where it is wrapped to become the output. */
    returns: `${contract}Returns`,
    arguments: `${contract}Arguments`,
  } as const;
}

/** Names of the generated types of an alias with a hand-written adapter, in the contract of its target. */
export function adapterNames(alias: Pick<ToolAlias, "name">) {
  const pascal = pascalCase(alias.name);
  return {
    arguments: `${pascal}Arguments`,
    adapt: `Adapt${pascal}`,
    result: `${pascal}Result`,
    adaptResult: `Adapt${pascal}Result`,
  } as const;
}

/** The name under which an adapter file exports the function that maps a result. */
export function resultAdapterName(alias: Pick<ToolAlias, "name">): string {
  return `${alias.name}_result`;
}

/** The name under which a handler or adapter file exports its function. */
export function exportName(name: string): string {
  return camelCase(name);
}

/** The same for the functions that complete values of a prompt or a resource. */
export function completionsName(name: string): string {
  return `${exportName(name)}Completions`;
}

export function sourcePath(tool: VersionFacts & Pick<Tool, "family">): string {
  return `schema/tools/${tool.family}/${versionedName(tool)}.yaml`;
}

export function contractPath(tool: VersionFacts): string {
  return `generated/contracts/${versionedName(tool)}.ts`;
}

/** Path of the hand-written function of a tool (by its versioned name), or of an alias with an adapter. */
export function handlerPath(tool: Pick<Tool, "family">, name: string): string {
  return `src/handlers/${tool.family}/${name}.ts`;
}

/** Aliases of a tool whose arguments a hand-written function maps. */
export function adaptedAliases(tool: Tool): readonly ToolAlias[] {
  return tool.aliases.filter((alias) => alias.adapt);
}

/** An alias that declares its old result. */
export type ResultAlias = ToolAlias & Required<Pick<ToolAlias, "result">>;

/** Aliases of a tool whose result a hand-written function maps. */
export function resultAliases(tool: Tool): readonly ResultAlias[] {
  return tool.aliases.filter((alias): alias is ResultAlias => alias.result !== undefined);
}

/** Aliases of a tool with a hand-written file, for arguments, result or both. */
export function writtenAliases(tool: Tool): readonly ToolAlias[] {
  return tool.aliases.filter((alias) => alias.adapt || alias.result !== undefined);
}

/** Built-in tools with such an alias in the catalog. Only what the alias needs is generated for them. */
export function adaptedBuiltins(catalog: Catalog): readonly Tool[] {
  return (catalog.builtins ?? []).filter((tool) => writtenAliases(tool).length > 0);
}

/** Where the old names of built-in tools are written. */
export const builtinAliasSource = "schema/catalog.yaml";

/** The systems whose names some profile lists, sorted. */
export function listedSystems(catalog: Catalog): readonly string[] {
  const systems = catalog.profiles.flatMap(({ listAs }) => (listAs === undefined ? [] : [listAs]));
  return [...new Set(systems)].sort();
}
