import type { Normalised } from "../../contract/normalise.ts";
import type { CallState } from "../call-state.ts";
import type { LoadedTool, ToolEntry } from "../registry.ts";

// What a station may rely on, given the stations before it. Asking too early is a fault of ours.

/** The tool; known after `route`. */
export function entryOf<Deps>(call: CallState<Deps>): ToolEntry<Deps> {
  return call.entry ?? tooEarly("entry");
}

/** Validator and handler; known after `translate`. */
export function loadedOf<Deps>(call: CallState<Deps>): LoadedTool<Deps> {
  return call.loaded ?? tooEarly("loaded");
}

/** What was found while normalising; known after `normalise`. */
export function normalisedOf<Deps>(call: CallState<Deps>): Normalised {
  return call.normalised ?? tooEarly("normalised");
}

function tooEarly(part: string): never {
  throw new Error(`invariant: a station asked for '${part}' before the road came to it`);
}
