import { runProcess } from "../terminal/run-process.ts";
import { run } from "./run.ts";

/** One command line; ends the process with its exit code. */
export function runWords(words: readonly string[]): Promise<never> {
  return runProcess(
    (terminal, isInterrupted) => run(words, terminal, isInterrupted),
    async () => (await import("../shell/program/explain-standstill.ts")).explainStandstill(),
  );
}
