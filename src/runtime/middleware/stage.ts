import type { Normalised } from "../../contract/normalise.ts";
import type { CallState } from "../call-state.ts";
import type { LoadedTool, OutputValidator, ToolEntry } from "../registry.ts";

// What earlier middleware has put into the state of the call. Reading it too early is an internal error.

/** The tool; known after `route`. */
export function entryOf<Deps>(call: CallState<Deps>): ToolEntry<Deps> {
  return call.entry ?? tooEarly("entry");
}

/** Validator and handler; known after `applyAlias`. */
export function loadedOf<Deps>(call: CallState<Deps>): LoadedTool<Deps> {
  return call.loaded ?? tooEarly("loaded");
}

/** What the result is checked by that the caller gets: the tool's own, or that of the old name. */
export function outputOf<Deps>(call: CallState<Deps>): OutputValidator {
  return call.resultMapping?.validator ?? loadedOf(call).validator;
}

/** What was found while normalising; known after `normalise`. */
export function normalisedOf<Deps>(call: CallState<Deps>): Normalised {
  return call.normalised ?? tooEarly("normalised");
}

function tooEarly(part: string): never {
  throw new Error(`invariant: '${part}' was read before the middleware that sets it`);
}
