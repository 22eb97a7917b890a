import type { Catalog, Tool, ToolAlias } from "../catalog/catalog.ts";
import { type VersionFacts, versionedName } from "../catalog/versions.ts";
import { camelCase, pascalCase } from "./identifiers.ts";

// One set of names per version of a tool: every emitter gets the names of a tool's files and types here.

/** Names of the generated types of a tool, all in `generated/contracts/<tool>.ts`. */
export function typeNames(tool: VersionFacts) {
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
  return { arguments: `${pascal}Arguments`, adapt: `Adapt${pascal}` } as const;
}

/** The name under which a handler or adapter file exports its function. */
export function exportName(name: string): string {
  return camelCase(name);
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

/** Built-in tools with such an alias in the catalog. Only what the alias needs is generated for them. */
export function adaptedBuiltins(catalog: Catalog): readonly Tool[] {
  return (catalog.builtins ?? []).filter((tool) => adaptedAliases(tool).length > 0);
}

/** Where the old names of built-in tools are written. */
export const builtinAliasSource = "schema/catalog.yaml";

/** The systems whose names some profile lists, sorted. */
export function listedSystems(catalog: Catalog): readonly string[] {
  const systems = catalog.profiles.flatMap(({ listAs }) => (listAs === undefined ? [] : [listAs]));
  return [...new Set(systems)].sort();
}
