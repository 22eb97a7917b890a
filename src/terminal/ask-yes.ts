import { createInterface } from "node:readline";
import { isTerminal, type Terminal, write } from "./terminal.ts";

/**
 * Asks the person at the terminal. Only a clear yes is one.
 * @param question without its "[y/N]"
 * @returns "unavailable" where stdin or stderr is not a terminal: then the question can't be read or answered
 */
export async function askYes(
  { stdin, stderr }: Pick<Terminal, "stdin" | "stderr">,
  question: string,
): Promise<"yes" | "no" | "unavailable"> {
  if (!isTerminal(stdin) || !isTerminal(stderr)) return "unavailable";
  const lines = createInterface({ input: stdin, output: stderr, terminal: false });
  try {
    write(stderr, `${question} [y/N] `);
    // The end of the input is not an answer, and so not a yes.
    const answer = await new Promise<string | undefined>((resolve) => {
      lines.once("line", resolve);
      lines.once("close", () => resolve(undefined));
    });
    // A user who ends the input types no line end.
    if (answer === undefined) stderr.write("\n");
    return answer !== undefined && /^\s*y(es)?\s*$/i.test(answer) ? "yes" : "no";
  } finally {
    lines.close();
  }
}
