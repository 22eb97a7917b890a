import { ancestor } from "../../services/namespaces/namespace.ts";
import type { MemoryFilter } from "../../store/memory-search.ts";

/** What the scopes of memories show to a place. */
export function visibleTo(position: string): NonNullable<MemoryFilter["visibleTo"]> {
  return {
    private: position,
    team: ancestor(position, 1),
    unit: ancestor(position, 2),
    org: ancestor(position, 3),
  };
}
