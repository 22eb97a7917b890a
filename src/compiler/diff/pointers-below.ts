import { pointer } from "../catalog/origins.ts";
import type { Place } from "./event.ts";

type Pointers = Pick<Place, "basePointer" | "headPointer">;
type Keys = readonly (string | number)[];

/** The pointers of something inside of a place; only those of the sides for which keys are given, and that the place has. */
export function pointersBelow(at: Pointers, { base, head }: { readonly base?: Keys; readonly head?: Keys }): Pointers {
  return {
    ...(at.basePointer === undefined || base === undefined ? {} : { basePointer: pointer(at.basePointer, ...base) }),
    ...(at.headPointer === undefined || head === undefined ? {} : { headPointer: pointer(at.headPointer, ...head) }),
  };
}
