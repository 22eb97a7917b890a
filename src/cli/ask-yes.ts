import { createInterface } from "node:readline";
import type { Terminal } from "./terminal.ts";

/**
 * Asks the person at the terminal. Only a clear yes is one.
 * @param question without its "[y/N]"
 * @returns "nobody" where stdin or stderr is no terminal: then nobody reads the question, or nobody can answer
 */
export async function askYes(
  { stdin, stderr }: Pick<Terminal, "stdin" | "stderr">,
  question: string,
): Promise<"yes" | "no" | "nobody"> {
  const isTerminal = (stream: object) => "isTTY" in stream && stream.isTTY === true;
  if (!isTerminal(stdin) || !isTerminal(stderr)) return "nobody";
  const lines = createInterface({ input: stdin, output: stderr, terminal: false });
  try {
    stderr.write(`${question} [y/N] `);
    // The end of the input is no answer, and so no yes.
    const answer = await new Promise<string>((resolve) => {
      lines.once("line", resolve);
      lines.once("close", () => resolve(""));
    });
    return /^\s*y(es)?\s*$/i.test(answer) ? "yes" : "no";
  } finally {
    lines.close();
  }
}
