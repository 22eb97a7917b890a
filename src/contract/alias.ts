import type { Deprecation } from "./deprecation.ts";
import type { Json, JsonObject } from "./json.ts";
import { setOwn } from "./own-property.ts";

/** How a call under an old name becomes a call of the canonical tool, as data that compiler and runtime share. */
export interface AliasMapping {
  /** Old param name → current name. Beside a function, which does the mapping, it serves messages alone. */
  readonly rename: { readonly [old: string]: string };
  /** Values that the old name implies; they override those of the caller. */
  readonly set: JsonObject;
  /** Old defaults, used where the caller sends no value. */
  readonly defaults: JsonObject;
  /** Old params without a meaning today: accepted and dropped, with a notice. */
  readonly ignore: readonly string[];
}

export interface MappedCall {
  readonly arguments: JsonObject;
  /** Old params that were dropped. */
  readonly ignored: readonly string[];
  /** Params that were given under both names with different values. */
  readonly conflicts: readonly { readonly old: string; readonly current: string }[];
}

/**
 * Maps the arguments of an alias to those of its target: drop, rename, then defaults, then constants.
 * A param given under both names with different values is a conflict, never resolved silently.
 */
export function mapAlias(mapping: AliasMapping, given: JsonObject): MappedCall {
  const mapped: Record<string, Json> = {};
  const ignored: string[] = [];
  const conflicts: { old: string; current: string }[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (mapping.ignore.includes(name)) ignored.push(name);
    else if (!Object.hasOwn(mapping.rename, name)) setOwn(mapped, name, value);
  }
  for (const [old, current] of Object.entries(mapping.rename)) {
    if (!Object.hasOwn(given, old)) continue;
    const value = given[old] as Json;
    if (Object.hasOwn(mapped, current) && !sameJson(mapped[current], value)) conflicts.push({ old, current });
    else mapped[current] = value;
  }
  for (const [name, value] of Object.entries(mapping.defaults)) {
    if (!Object.hasOwn(mapped, name)) mapped[name] = value;
  }
  Object.assign(mapped, mapping.set);
  return { arguments: mapped, ignored, conflicts };
}

/** Deep equality of JSON values; the order of keys does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && sameItems(a, b);
  // Loops, not callbacks and lists of keys: a diff asks this of every value of two catalogs.
  let more = 0;
  for (const key in a) {
    if (!Object.hasOwn(b, key)) return false;
    if (!sameJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key])) return false;
    more += 1;
  }
  for (const _key in b) more -= 1;
  return more === 0;
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (!sameJson(a[index], b[index])) return false;
  return true;
}

/** What the registry knows of an alias. */
export interface AliasEntry extends AliasMapping {
  readonly name: string;
  /** Canonical tool. */
  readonly target: string;
  /** The system or release whose name it is. */
  readonly of: string;
  /** True when a hand-written pure function maps the arguments instead of the table. */
  readonly adapt: boolean;
  readonly deprecated?: Deprecation;
}
