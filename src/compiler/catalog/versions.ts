import type { Catalog, Tool } from "./catalog.ts";
import { groupBy, oncePerCatalog } from "./lookup.ts";

// A tool may have several versions of its contract. One of them is the current one: it is listed, and it answers calls
// that request no version. All others are kept for callers that still request them. A lookup by name means the current
// version and goes through this file.

/** What distinguishes a version of a tool from the others. */
export type VersionFacts = Pick<Tool, "name"> & Partial<Pick<Tool, "version" | "supersededBy">>;

/** The tools as callers know them: one of each name, in catalog order. */
export function currentTools(catalog: Catalog): readonly Tool[] {
  return catalog.tools.filter(isCurrent);
}

export function isCurrent(tool: VersionFacts): boolean {
  return tool.supersededBy === undefined;
}

/** The current version of the tool of that name. */
export function currentTool(name: string, catalog: Catalog): Tool | undefined {
  return allVersions(name, catalog).find(isCurrent);
}

/** The older versions of the tool of that name, newest first. */
export function olderVersions(name: string, catalog: Catalog): readonly Tool[] {
  return allVersions(name, catalog).filter((tool) => !isCurrent(tool));
}

const toolsByName = oncePerCatalog((catalog) => groupBy(catalog.tools, ({ name }) => name));

/** All versions of the tool of that name, in catalog order. */
export function allVersions(name: string, catalog: Catalog): readonly Tool[] {
  return toolsByName(catalog).get(name) ?? [];
}

/** Tools with their own handler: the current version's handler serves a version that `upgrade` maps to it. */
export function handledTools(catalog: Catalog): readonly Tool[] {
  return catalog.tools.filter((tool) => tool.upgrade === undefined);
}

/**
 * The name that is unique among all versions, and the base name of everything that belongs to one: YAML, contract,
 * validator, handler. `note_create` for the current version, `note_create.v1` for an older one.
 */
export function versionedName(tool: VersionFacts): string {
  return isCurrent(tool) ? tool.name : `${tool.name}.v${tool.version}`;
}

/** The same for people: `note_create`, or `version 1 of note_create`. */
export function versionLabel(tool: VersionFacts): string {
  return isCurrent(tool) ? tool.name : `version ${tool.version} of ${tool.name}`;
}
