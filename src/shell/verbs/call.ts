import type { JsonObject } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { isTerminal, printJson, type Terminal } from "../../terminal/terminal.ts";
import { type CallOptions, openTarget, withoutConfig } from "../call/call-target.ts";
import { type CommandLine, takeOwnOptions } from "../call/own-options.ts";
import { openOutput } from "../print/print-result.ts";
import { nearCatalog } from "../sources/near-catalog.ts";
import type { ShellCallOptions } from "../sources/tool-source.ts";

/** What the parser makes of a line without options. */
export const noOptions: CallOptions = { validate: true };

/** Calls one tool: of the catalog in this process, of a server, or behind a bridge. */
export async function call(
  terminal: Terminal,
  tool: string,
  words: readonly string[],
  line: CommandLine<CallOptions>,
): Promise<ExitCode> {
  const { own, given: rest } = takeOwnOptions(words, line.own);
  const said = line.read(own);
  const near = await nearCatalog(terminal, said.server === undefined ? withoutConfig(said) : said);
  const early = { ...said, ...near };
  if (words.some((word) => word === "--help" || word === "-h") && rest.length <= 1) {
    const { describe } = await import("./describe.ts");
    return describe(terminal, tool, early.server === undefined ? withoutConfig(early) : early);
  }
  const target = await openTarget(terminal, tool, early);
  const progress = progressLine(terminal);
  try {
    const { server, schema } = target;
    // Of a tool that does not exist, the call explains more than its flags could.
    const isRead = schema !== undefined && rest.length > 0;
    const read = isRead ? await readWords(terminal, rest, line, schema) : { given: {}, options: early };
    const { given } = read;
    const options = { ...read.options, ...near };
    if (!(await target.fits(given, options))) return ExitCode.usage;
    if (options.dryRun) {
      printJson(terminal, { server, tool, arguments: given });
      return ExitCode.fine;
    }
    const output = await openOutput(terminal, options);
    await target.permit(given, options);
    const printOutcome = await target.call(given, options, progress.show);
    progress.clear();
    return await printOutcome(output);
  } finally {
    progress.clear();
    await target.close();
  }
}

/** Arguments, and options of ours behind them. They are read with the reader of JSON Schema, which nothing else here needs. */
async function readWords(
  terminal: Terminal,
  words: readonly string[],
  line: CommandLine<CallOptions>,
  schema: JsonObject,
) {
  const [{ splitWords }, { readArguments }] = await Promise.all([
    import("../call/call-words.ts"),
    import("../call/tool-arguments.ts"),
  ]);
  const { own, given } = splitWords(words, line.own, schema);
  // What decides where the tool is must be known before the tool's own flags can be read.
  const late = own.find((word) => /^--(server|catalog|workbench|config|bridge)(=|$)/.test(word));
  if (late !== undefined) {
    throw new CliError(`'${late}' is behind a flag of the tool`, { hint: "put it before the tool's own flags" });
  }
  return { given: await readArguments(given, terminal, schema), options: line.read(own) };
}

const clearLine = "\r\u001b[2K";
const widest = 79;

/** How far a call is, on one line of a terminal that is written over and over; elsewhere nothing. */
export function progressLine({ stderr }: Pick<Terminal, "stderr">) {
  if (!isTerminal(stderr)) return { show: () => undefined, clear: () => undefined };
  let isShown = false;
  return {
    show({ done, total, message }: Parameters<NonNullable<ShellCallOptions["onProgress"]>>[0]) {
      const share = total === undefined ? String(done) : `${done}/${total}`;
      const text = visible(message === undefined ? share : `${share} ${message}`);
      stderr.write(`${clearLine}${[...text].slice(0, widest).join("")}`);
      isShown = true;
    },
    /** Takes it away, so that nothing of it stays beside the result. */
    clear() {
      if (isShown) stderr.write(clearLine);
      isShown = false;
    },
  };
}
