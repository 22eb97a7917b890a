import type { JsonObject } from "../../contract/json.ts";
import { CliError } from "../cli-error.ts";
import type { ExitCode } from "../exit-code.ts";
import { type CallOptions, callHere } from "../shell/call-here.ts";
import { splitWords, takeOwnOptions } from "../shell/call-words.ts";
import { localOf, type SourceOptions } from "../shell/open-source.ts";
import type { CommandLine } from "../shell/own-options.ts";
import type { Terminal } from "../terminal.ts";

/** Calls one tool: of a server elsewhere, or of the catalog in this process. */
export async function call(
  terminal: Terminal,
  tool: string,
  words: readonly string[],
  line: CommandLine<CallOptions>,
): Promise<ExitCode> {
  const { own, given } = takeOwnOptions(words, line.own);
  const early = line.read(own);
  if (words.some((word) => word === "--help" || word === "-h") && given.length <= 1) {
    return (await import("./describe.ts")).describe(terminal, tool, sourceOf(early));
  }
  const readWords = (schema: JsonObject) => {
    const split = splitWords(given, line.own, schema);
    refuseLate(split.own);
    return { given: split.given, options: line.read(split.own) };
  };
  const catalog = await localOf(terminal, sourceOf(early));
  if (catalog !== undefined) return callHere(terminal, catalog, tool, early, readWords);
  const { callElsewhere } = await import("../shell/call-elsewhere.ts");
  return callElsewhere(terminal, tool, { ...early, server: early.server ?? "" }, (schema) => {
    const { given: rest, options } = readWords(schema);
    return { given: rest, options: { ...options, server: early.server ?? "" } };
  });
}

/** Without a server, `--config` names the configuration of the catalog in this process. */
function sourceOf(options: CallOptions): SourceOptions {
  if (options.server !== undefined) return options;
  const { config: _, ...rest } = options;
  return rest;
}

/** What decides where the tool is must be known before the tool's own flags can be read. */
function refuseLate(options: readonly string[]): void {
  const late = options.find((word) => /^--(server|catalog|config|bridge)(=|$)/.test(word));
  if (late === undefined) return;
  throw new CliError(`'${late}' stands behind a flag of the tool`, { hint: "put it before the tool's own flags" });
}
