import { setFlagsFromString } from "node:v8";

/**
 * For commands that compile or compare once: makes the engine optimise only what runs very often. By default it spends more
 * processor time on optimising code than that saves in a run of one or two seconds, and a second thread has to share it. Only
 * the engine of Node 20 has this flag; a later one would complain. To be called when all code is loaded: from here on, the engine refuses
 * compiled code that was kept without the flag.
 */
export function tuneForShortRun(): void {
  if (isTuned || !process.versions.v8.startsWith("11.")) return;
  isTuned = true;
  setFlagsFromString("--interrupt-budget=500000");
  // At the end as by default: an engine with other flags refuses the compiled code that is kept then, and the next command begins with these.
  process.prependOnceListener("exit", () => setFlagsFromString("--interrupt-budget=67584"));
}

let isTuned = false;
