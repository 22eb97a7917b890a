import type { JsonObject } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { isTerminal, printJson, type Terminal } from "../../terminal/terminal.ts";
import { type CallOptions, openTarget, withoutConfig } from "../call/call-target.ts";
import {
  type CommandLine,
  locatingOption,
  type OwnOption,
  takeLateLocations,
  takeOwnOptions,
} from "../call/own-options.ts";
import { shellWord } from "../print/foreign-text.ts";
import { openOutput } from "../print/print-result.ts";
import { nearCatalog } from "../sources/near-catalog.ts";
import { type ShellCallOptions, UnknownServer } from "../sources/tool-source.ts";

/** What the parser makes of a line without options. */
export const noOptions: CallOptions = { validate: true };

/** Calls one tool: of the catalog in this process, of a server, or behind a bridge. */
export async function call(
  terminal: Terminal,
  tool: string,
  words: readonly string[],
  line: CommandLine<CallOptions>,
): Promise<ExitCode> {
  const first = takeOwnOptions(words, line.own);
  const late = takeLateLocations(first.given, line.own);
  const rest = late.given;
  const own = [...first.own, ...late.own];
  const said = line.read(own);
  const near = await nearCatalog(terminal, said.server === undefined ? withoutConfig(said) : said);
  const early = { ...said, ...near };
  if (words.some((word) => word === "--help" || word === "-h") && rest.length <= 1) {
    const { describe } = await import("./describe.ts");
    return describe(terminal, tool, early.server === undefined ? withoutConfig(early) : early);
  }
  const target = await openTarget(terminal, tool, early).catch((error: unknown) => {
    throw withPlaceHint(error, rest);
  });
  const progress = progressLine(terminal);
  try {
    const { server, schema } = target;
    // Of a tool that does not exist, the call explains more than its flags could.
    const isRead = schema !== undefined && rest.length > 0;
    const read = isRead ? await readWords(terminal, rest, line, schema) : { given: {}, options: early };
    const { given } = read;
    const options = { ...read.options, ...near };
    if (schema !== undefined && options.validate !== false) refuseTakenName(words, given, line.own, schema);
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
  const late = own.find((word) => locatingOption.test(word));
  if (late !== undefined) {
    throw new CliError(`'${late}' is behind a flag of the tool`, { hint: "put it before the tool's own flags" });
  }
  return { given: await readArguments(given, terminal, schema), options: line.read(own) };
}

/** Where a server was not found, and the option that says where it is may have been taken for the value of a flag. */
function withPlaceHint(error: unknown, rest: readonly string[]): unknown {
  const late = rest.find((word) => locatingOption.test(word));
  if (late === undefined || !(error instanceof UnknownServer)) return error;
  const [name = ""] = late.split("=");
  return new CliError(error.message, {
    exitCode: error.exitCode,
    hint: `'${name}' directly behind a flag of the tool may be its value: write it before the tool's own flags`,
    cause: error,
  });
}

/**
 * An option of ours wins over a param of its name: where the tool can't do without that param, the option was meant for it.
 * @throws CliError with what to write
 */
function refuseTakenName(
  words: readonly string[],
  given: JsonObject,
  options: readonly OwnOption[],
  schema: JsonObject,
): void {
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const name of required) {
    if (typeof name !== "string" || Object.hasOwn(given, name)) continue;
    const option = options.find((each) => each.name === `--${name}`);
    const at = words.findIndex((word) => word === option?.name || word.startsWith(`--${name}=`));
    if (option === undefined || at < 0 || words.slice(0, at).includes("--")) continue;
    const value = words[at]?.includes("=") ? words[at].slice(name.length + 3) : (words[at + 1] ?? "");
    throw new CliError(`the tool needs '${name}', and --${name} is an option of pegboard`, {
      hint: `write ${shellWord(`${name}=${value}`)} for the tool's param`,
    });
  }
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
