import { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { completionScripts } from "../completion/scripts.ts";

/** Prints the script that a shell reads to complete our commands. */
export function completion(terminal: Terminal, shell: keyof typeof completionScripts): ExitCode {
  terminal.stdout.write(completionScripts[shell]);
  return ExitCode.fine;
}
