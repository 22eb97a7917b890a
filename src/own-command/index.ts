// The program of a command line that `pegboard client --cli` wrote: one server, its tools as commands.
import { basename } from "node:path";
import { argv } from "node:process";
import { nearMiss } from "../contract/near-miss.ts";
import { exitCodeOf } from "../shell/program/exit-code-of.ts";
import { CliError } from "../terminal/cli-error.ts";
import { ExitCode } from "../terminal/exit-code.ts";
import { keepCompiledCode } from "../terminal/keep-compiled-code.ts";
import { runProcess } from "../terminal/run-process.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import type { OwnDefinition } from "./definition.ts";
import { ownLine } from "./own-line.ts";
import { printTool, printTools } from "./print-pages.ts";
import { runTool } from "./run-tool.ts";

export type { OwnDefinition, OwnStart } from "./definition.ts";

/** Runs one command line, and ends the process with its exit code: the same codes as those of `pegboard call`. */
export function runOwnCommand(definition: OwnDefinition): Promise<never> {
  const program = basename(argv[1] ?? definition.server);
  const words = argv.slice(2);
  keepCompiledCode();
  return runProcess(async (terminal, isInterrupted) => {
    try {
      return await run(terminal, definition, program, words);
    } catch (error) {
      return exitCodeOf(error, terminal, isInterrupted, "--help lists the tools and the options");
    }
  });
}

const asksForHelp = (word: string | undefined): boolean => word === "--help" || word === "-h";

async function run(
  terminal: Terminal,
  definition: OwnDefinition,
  program: string,
  words: readonly string[],
): Promise<ExitCode> {
  const [name, ...rest] = words;
  const line = ownLine(program);
  if (name === undefined || asksForHelp(name)) {
    printTools(terminal, definition, program);
    print(terminal, `\n${line.help}`);
    return ExitCode.fine;
  }
  const tool = toolNamed(name, definition);
  if (rest.length === 1 && asksForHelp(rest[0])) {
    printTool(terminal, tool, program);
    print(terminal, `\n${line.help}`);
    return ExitCode.fine;
  }
  return runTool(terminal, definition, String(tool.name), rest, line);
}

/**
 * By its own name; else by the only one that differs in nothing but dashes, underscores and capitals.
 * @throws CliError with the nearest name
 */
function toolNamed(name: string, { tools }: OwnDefinition): OwnDefinition["tools"][number] {
  const alike = tools.filter((tool) => folded(String(tool.name)) === folded(name));
  const found = tools.find((tool) => tool.name === name) ?? (alike.length === 1 ? alike[0] : undefined);
  if (found !== undefined) return found;
  const near = nearMiss(
    name,
    tools.map((tool) => String(tool.name)),
  );
  throw new CliError(`there is no tool '${name}'`, {
    hint: near === undefined ? "--help lists them" : `did you mean '${near}'?`,
  });
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}
