import { setFlagsFromString } from "node:v8";

/**
 * For work that compiles or compares once: makes the engine optimise only what runs very often. By default it spends more
 * processor time on optimising code than that saves in a run of one or two seconds, and a second thread has to share it. Only
 * the engine of Node 20 has this flag; a later one would complain.
 *
 * To be called right before the work: from here on, the engine refuses the compiled code that was kept of what is loaded.
 */
export function tuneForShortRun(): void {
  if (!hasFlag) return;
  setFlagsFromString("--interrupt-budget=500000");
  if (endsRestored) return;
  endsRestored = true;
  // What is kept at the end is for a command that begins with the default.
  process.prependOnceListener("exit", restoreEngine);
}

/** As it was before, for what is loaded next. Not after each work: it would optimise what is left of a run. */
export function restoreEngine(): void {
  if (hasFlag) setFlagsFromString("--interrupt-budget=67584");
}

const hasFlag = process.versions.v8.startsWith("11.");
let endsRestored = false;
