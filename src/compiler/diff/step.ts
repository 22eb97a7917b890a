import type { ComparableType, ComparedField } from "./comparable-type.ts";

/**
 * One step down from a type to a part of it, the same on both sides. To show a value of the part, the way is gone
 * back: into an object, a list, an option.
 */
export type Step = Holder &
  (
    | { readonly into: "field"; readonly base?: ComparedField; readonly head?: ComparedField }
    | { readonly into: "items" }
    | { readonly into: "open" }
    | { readonly into: "pattern"; readonly pattern: string }
    | { readonly into: "option" }
  );

/** The types that hold the part; absent at the root, where the whole arguments, or the result, hold it. */
interface Holder {
  readonly of?: { readonly base: ComparableType; readonly head: ComparableType };
}
