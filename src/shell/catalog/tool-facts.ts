import { givenMembers } from "../../contract/given-members.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { RegisteredAlias, ToolEntry } from "../../runtime/registry.ts";
import type { LocalRegistry } from "./bound-catalog.ts";

/** What the registry knows of a tool without loading it; the `--json` form of `tools`. */
export interface ToolFacts extends Omit<ToolEntry<never>, "load" | "versions"> {
  /** Older versions that can be asked for, newest first. */
  readonly olderVersions?: readonly Pick<ToolEntry<never>, "version" | "deprecated">[];
  /** Old names that still work, sorted. */
  readonly aliases: readonly Pick<RegisteredAlias, "name" | "of" | "deprecated">[];
}

/** @throws an invariant error when the registry has no such tool */
export function toolFacts(registry: LocalRegistry, name: string): ToolFacts {
  const entry = Object.hasOwn(registry.tools, name) ? registry.tools[name] : undefined;
  if (entry === undefined) throw new Error(`invariant: no tool '${name}' in the registry`);
  const { load: _, versions = {}, ...facts } = entry;
  const older = Object.values(versions)
    .sort((a, b) => b.version - a.version)
    .map(({ version, deprecated }) => givenMembers({ version, deprecated }));
  const aliases = Object.values(registry.aliases)
    .filter((alias) => alias.target === name)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, of, deprecated }) => givenMembers({ name, of, deprecated }));
  return { ...facts, ...(older.length === 0 ? {} : { olderVersions: older }), aliases };
}

/** A schema of ours is JSON, with a narrower type. */
export function ourSchema(schema: object): JsonObject {
  return schema as JsonObject;
}
