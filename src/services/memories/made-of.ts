import type { MemoryRow, Scope } from "../../store/memory-rows.ts";

// What memories hand on to one that is made of them.

/** The narrower comes first. */
const scopes: readonly Scope[] = ["private", "team", "unit", "org", "collective"];

/** The scope of what is made of some memories: what one of them does not show, that does not show either. */
export function narrowestScope(memories: readonly Pick<MemoryRow, "scope">[]): Scope {
  return scopes.find((one) => memories.some(({ scope }) => scope === one)) ?? "collective";
}

/** What all of them are, if they are the same. */
export function shared<Value>(values: readonly Value[]): Value | undefined {
  return new Set(values).size === 1 ? values[0] : undefined;
}
