import type { Deprecation } from "../../contract/deprecation.ts";
import type { ActionTable, Confirmation, Effects, SessionNeed } from "../../contract/tool-facts.ts";
import type { LocalRegistry } from "./local-catalog.ts";

/** What the registry knows of a tool without loading it; the `--json` form of `tools`. */
export interface ToolFacts {
  readonly name: string;
  readonly title: string;
  readonly family: string;
  readonly tier: string;
  readonly version: number;
  /** Older versions that can be asked for, newest first. */
  readonly olderVersions?: readonly { readonly version: number; readonly deprecated?: Deprecation }[];
  readonly summary: string;
  readonly session: SessionNeed;
  /** Milliseconds after which a call is stopped. */
  readonly deadlineMs?: number;
  readonly effects: Effects;
  readonly confirm?: Confirmation;
  readonly actions?: ActionTable;
  readonly deprecated?: Deprecation;
  /** Old names that still work, sorted. */
  readonly aliases: readonly { readonly name: string; readonly of: string; readonly deprecated?: Deprecation }[];
}

/** @throws an invariant error when the registry has no such tool */
export function toolFacts(registry: LocalRegistry, name: string): ToolFacts {
  const entry = Object.hasOwn(registry.tools, name) ? registry.tools[name] : undefined;
  if (entry === undefined) throw new Error(`invariant: no tool '${name}' in the registry`);
  const { load: _, versions = {}, ...facts } = entry;
  const older = Object.values(versions)
    .sort((a, b) => b.version - a.version)
    .map(({ version, deprecated }) => ({ version, ...(deprecated === undefined ? {} : { deprecated }) }));
  const aliases = Object.values(registry.aliases)
    .filter((alias) => alias.target === name)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, of, deprecated }) => ({ name, of, ...(deprecated === undefined ? {} : { deprecated }) }));
  return { ...facts, ...(older.length === 0 ? {} : { olderVersions: older }), aliases };
}
