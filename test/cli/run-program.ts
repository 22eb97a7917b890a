import { createProgram } from "../../src/cli/program.ts";
import { CliError, errorText } from "../../src/terminal/cli-error.ts";
import { recordTerminal } from "./record-terminal.ts";

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, without colours, and reports errors as `main` does. */
export async function runProgram(
  words: readonly string[],
  { cwd, env = process.env }: { readonly cwd: string; readonly env?: Readonly<Record<string, string | undefined>> },
): Promise<Finished> {
  const { terminal, stdout, stderr } = recordTerminal(cwd);
  let code = 0;
  const program = createProgram({ ...terminal, env }, (outcome) => {
    code = outcome;
  });
  try {
    await program.parseAsync([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    terminal.stderr.write(`${errorText(error)}\n`);
    code = error.exitCode;
  }
  return { code, stdout: stdout(), stderr: stderr() };
}
