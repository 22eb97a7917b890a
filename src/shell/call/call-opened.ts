import type { JsonObject } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { isTerminal, printJson, type Terminal } from "../../terminal/terminal.ts";
import { shellWord } from "../print/foreign-text.ts";
import { openOutput } from "../print/print-result.ts";
import type { ShellCallOptions } from "../sources/tool-source.ts";
import type { CallOptions, CallTarget } from "./call-target.ts";
import { type CommandLine, locatingOption, type OwnOption, serverFirst } from "./own-options.ts";

export interface SaidCall {
  readonly tool: string;
  /** Everything behind the tool's name. */
  readonly words: readonly string[];
  /** The same without options of ours that were read already: as `early`. */
  readonly rest: readonly string[];
  readonly line: CommandLine<CallOptions>;
  readonly early: CallOptions;
  /** Options that hold whatever the rest says. */
  readonly near?: Partial<CallOptions>;
}

/** Reads the arguments, makes the call, prints what came, and closes the target. */
export async function callOpened(
  terminal: Terminal,
  target: CallTarget,
  { tool, words, rest, line, early, near = {} }: SaidCall,
): Promise<ExitCode> {
  const progress = progressLine(terminal);
  try {
    const { server, schema } = target;
    if (schema === undefined) refuseLateServer(tool, rest);
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

/** @throws CliError where the tool may be one of a server that the command line brings, too late */
function refuseLateServer(tool: string, words: readonly string[]): void {
  const hint = words.map(serverFirst).find((each) => each !== undefined);
  if (hint !== undefined) throw new CliError(`there is no tool '${tool}' in the catalog`, { hint });
}

/** Arguments, and options of ours behind them. They are read with the reader of JSON Schema, which nothing else here needs. */
async function readWords(
  terminal: Terminal,
  words: readonly string[],
  line: CommandLine<CallOptions>,
  schema: JsonObject,
) {
  const [{ splitWords }, { readArguments }] = await Promise.all([
    import("./call-words.ts"),
    import("./tool-arguments.ts"),
  ]);
  const { own, given } = splitWords(words, line.own, schema);
  const late = own.find((word) => locatingOption.test(word));
  if (late !== undefined) {
    throw new CliError(`'${late}' is behind a flag of the tool`, { hint: "put it before the tool's own flags" });
  }
  return { given: await readArguments(given, terminal, schema), options: line.read(own) };
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
