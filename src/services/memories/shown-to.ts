import type { MemoryRow } from "../../store/memory-rows.ts";
import type { MemoryFilter } from "../../store/memory-search.ts";
import { isAtOrBelow } from "../namespaces/namespace.ts";

/** Whether the scope of a memory shows it to a place: the filter `visibleTo` of a search, for a memory that was read. */
export function isShownTo(
  position: NonNullable<MemoryFilter["visibleTo"]>,
  { scope, namespace }: Pick<MemoryRow, "scope" | "namespace">,
): boolean {
  switch (scope) {
    case "private":
      return namespace === position.private;
    case "collective":
      return true;
    default:
      return isAtOrBelow(namespace, position[scope]);
  }
}
