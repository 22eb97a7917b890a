import { sameJson } from "../../contract/alias.ts";
import type { ComparedCatalog, ComparedTool } from "./compared.ts";

/**
 * A comparison that several walks ask of the same pairs: the answer about the counterpart that a thing was compared with last
 * is remembered.
 */
function remembered<T extends object>(isSame: (base: T, head: T) => boolean): (base: T, head: T) => boolean {
  const known = new WeakMap<T, { readonly other: T; readonly same: boolean }>();
  return (base, head) => {
    const before = known.get(base);
    if (before?.other === head) return before.same;
    const same = isSame(base, head);
    known.set(base, { other: head, same });
    return same;
  };
}

/** Are two tools equal to the last word? */
export const sameTool = remembered<ComparedTool>(sameJson);

/** Do all references of two catalogs mean the same? */
export const haveSameTypes = remembered<ComparedCatalog>((base, head) => sameJson(base.types, head.types));
