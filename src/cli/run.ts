// One command line from words to exit code, on whatever terminal it is given: `main.ts` gives the process's.
import type { ExitCode } from "../terminal/exit-code.ts";
import type { Terminal } from "../terminal/terminal.ts";

/**
 * @param isInterrupted whether what the command has thrown is the echo of an interrupt
 * @throws never; what goes wrong is printed to stderr, and is in the exit code
 */
export async function run(
  words: readonly string[],
  terminal: Terminal,
  isInterrupted: () => boolean,
): Promise<ExitCode> {
  try {
    const [verb, dashes, ...line] = words;
    // Somebody waits at the TAB key, and the parser is not needed.
    if (verb === "__complete" && dashes === "--") return await completeLine(terminal, line);
    // The line of every server that `pegboard build` writes; the parser would make the same of it.
    if (verb === "serve" && words.length === 3 && dashes === "--catalog" && isPlain(words[2])) {
      return await (await import("../shell/verbs/serve.ts")).serve(terminal, { catalog: words[2] });
    }
    return await (await import("./run-command.ts")).runCommand(words, terminal);
  } catch (error) {
    return (await import("./run-command.ts")).exitCodeOf(error, terminal, isInterrupted);
  }
}

function isPlain(value: string | undefined): value is string {
  return value !== undefined && !value.startsWith("-");
}

async function completeLine(terminal: Terminal, line: readonly string[]): Promise<ExitCode> {
  const [{ completeWords }, { readGrammar }] = await Promise.all([
    import("../shell/verbs/complete.ts"),
    import("./program/read-grammar.ts"),
  ]);
  return completeWords(terminal, readGrammar(terminal), line);
}
