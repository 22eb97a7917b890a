import { BrokenSchema, checkArguments } from "../../bridge/check-arguments.ts";
import type { JsonObject } from "../../contract/json.ts";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { printError, printJson, type Terminal } from "../terminal.ts";
import { readArguments } from "../tool-arguments.ts";
import type { ReadWords } from "./call-words.ts";
import { type DecisionOptions, decide, readPolicy } from "./decide.ts";
import { findShellTool } from "./find-tool.ts";
import { askOptions, openSource, type SourceOptions } from "./open-source.ts";
import { printIssues } from "./print-issues.ts";
import { type OutputOptions, openOutput } from "./print-result.ts";
import { progressLine } from "./progress-line.ts";
import { reportUnmetRules } from "./unmet-rules.ts";

export interface CallElsewhereOptions extends SourceOptions, DecisionOptions, OutputOptions {
  readonly server: string;
  readonly dryRun?: true;
  /** False: arguments go out as they are. */
  readonly validate?: boolean;
}

/** Calls a tool of a server that is not this process: of a configuration file, or behind a bridge. */
export async function callElsewhere(
  terminal: Terminal,
  name: string,
  early: CallElsewhereOptions,
  readWords: ReadWords<CallElsewhereOptions>,
): Promise<ExitCode> {
  const interrupted = terminal.catchInterrupts();
  const { server } = early;
  const { source, local, loaded, isBridge } = await openSource(terminal, early);
  const progress = progressLine(terminal);
  try {
    const tool = await findShellTool(terminal, source, { server, name }, askOptions(terminal, interrupted, early));
    const { given: words, options } = readWords(tool.inputSchema);
    const asked = askOptions(terminal, interrupted, options);
    const given = await readArguments(words, terminal, tool.inputSchema);
    if (options.validate !== false && !(await fits(terminal, tool.inputSchema, given, `'${name}' of '${server}'`))) {
      return ExitCode.usage;
    }
    if (options.dryRun) {
      printJson(terminal, { server, tool: name, arguments: given });
      return ExitCode.fine;
    }
    const output = await openOutput(terminal, options);
    const policy = readPolicy({
      allow: [...(loaded?.allow ?? []), ...(options.allow ?? [])],
      deny: [...(loaded?.deny ?? []), ...(options.deny ?? [])],
      ...(options.yes === undefined ? {} : { yes: options.yes }),
    });
    if (loaded !== undefined) {
      const names = [...loaded.named, ...(local === undefined ? [] : [local])];
      reportUnmetRules(terminal, { given: options.deny, found: loaded.deny, names });
    }
    await decide(terminal, policy, { server, tool, isBridge, isFileNamed: options.config !== undefined }, interrupted);
    const result = await source.call(server, name, given, { ...asked, onProgress: progress.show });
    progress.clear();
    return await output.result(result);
  } finally {
    progress.clear();
    await source.close();
  }
}

/** @throws CliError where the schema itself is broken */
async function fits(terminal: Terminal, schema: JsonObject, given: JsonObject, tool: string): Promise<boolean> {
  try {
    const issues = await checkArguments(schema, given);
    if (issues.length === 0) return true;
    printIssues(terminal, tool, issues);
    printError(terminal, "       --no-validate sends them as they are");
    return false;
  } catch (error) {
    if (!(error instanceof BrokenSchema)) throw error;
    throw new CliError(`the server's schema of ${tool} is broken: ${error.message}`, {
      exitCode: ExitCode.unreachable,
      hint: "--no-validate sends the arguments as they are",
      cause: error,
    });
  }
}
