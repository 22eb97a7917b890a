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
    // Started by a command that needs a server.
    if (verb === "__warm" && words.length === 2 && dashes !== undefined) {
      return await (await import("../shell/warm/warm-process.ts")).keepWarm(terminal, dashes);
    }
    // The commonest line at a shell.
    if (verb === "call" && words.length === 2 && isPlain(dashes)) return await callByName(terminal, dashes);
    // The lines of clients that start the workbench, or a server that `pegboard build` wrote; the parser would make the same of them.
    if (
      verb === "serve" &&
      (words.length === 1 || (words.length === 3 && dashes === "--catalog" && isPlain(words[2])))
    ) {
      const [, , catalog] = words;
      return await (await import("../shell/verbs/serve.ts")).serve(terminal, catalog === undefined ? {} : { catalog });
    }
    return await (await import("./run-command.ts")).runCommand(words, terminal);
  } catch (error) {
    const { exitCodeOf } = await import("../shell/program/exit-code-of.ts");
    return exitCodeOf(error, terminal, isInterrupted, helpHint);
  }
}

const helpHint = "pegboard --help lists the commands, pegboard <command> --help their options";

function isPlain(value: string | undefined): value is string {
  return value !== undefined && !value.startsWith("-");
}

/** A call without arguments and options. */
async function callByName(terminal: Terminal, tool: string): Promise<ExitCode> {
  const { call, noOptions } = await import("../shell/verbs/call.ts");
  return call(terminal, tool, [], { own: [], read: () => noOptions });
}

async function completeLine(terminal: Terminal, line: readonly string[]): Promise<ExitCode> {
  const [{ completeWords }, { readGrammar }] = await Promise.all([
    import("../shell/verbs/complete.ts"),
    import("./program/read-grammar.ts"),
  ]);
  return completeWords(terminal, readGrammar(terminal), line);
}
