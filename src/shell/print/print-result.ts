import type { Json, JsonObject } from "../../contract/json.ts";
import { escapedJson, visibleText } from "../../diagnostics/display-text.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { isTerminal, print, printError, type Terminal } from "../../terminal/terminal.ts";
import { pickField, readPath } from "./field-path.ts";
import { shownOn } from "./foreign-text.ts";
import { inlineImage } from "./inline-image.ts";
import { isStdoutName, type OutFile, openOutFile } from "./out-file.ts";
import {
  type BinaryPart,
  binaryOf,
  pretty,
  type ResultText,
  resultForPeople,
  resultText,
  resultValue,
  valueText,
} from "./result-text.ts";

export interface OutputOptions {
  readonly json?: true;
  /** Where the result goes instead of stdout. */
  readonly out?: string;
  /** The one field that is wanted. */
  readonly path?: string;
}

/** Looks where the result will go; before the call, because afterwards it may be too late. */
export async function openOutput(terminal: Terminal, options: OutputOptions) {
  if (options.path !== undefined) readPath(options.path);
  // On a terminal, `--out -` is what is done without it: texts are made safe, images shown or mentioned.
  const isShown = options.out === undefined || (isStdoutName(options.out) && isTerminal(terminal.stdout));
  const file = isShown ? undefined : await openOutFile(terminal, options.out ?? "");
  return {
    /** @returns how the command ends; a tool's own error goes to stderr, whole */
    result: (result: JsonObject) => printResult(terminal, result, options, file),
    /** For what is not a result of a tool. */
    text: (value: JsonObject, text: ResultText) => printText(terminal, value, text, options, file),
  };
}

async function printResult(terminal: Terminal, result: JsonObject, options: OutputOptions, file: OutFile | undefined) {
  if (result.isError === true) {
    const { text = "the tool failed without an error message" } = resultText(result);
    const said = options.json ? pretty(result) : text;
    printError(terminal, shownOn(terminal.stderr, said));
    return ExitCode.toolError;
  }
  if (result.structuredContent === undefined && !Array.isArray(result.content)) {
    // Who asks for all of it wants to see this, too.
    if (options.json) await put(terminal, pretty(result), file, options);
    throw new CliError("the call was carried out, but its result breaks the protocol: 'content' is not a list", {
      exitCode: ExitCode.unreachable,
      hint: options.json ? undefined : "--json prints it as it came",
    });
  }
  const value = options.json ? result : resultValue(result);
  const said = isTerminal(terminal.stdout) && file === undefined ? resultForPeople(result) : resultText(result);
  if (result.structuredContent === undefined || said.binary.length === 0) {
    return printText(terminal, value, said, { ...options, isCall: true }, file);
  }
  if (options.json || options.path !== undefined) {
    return printText(terminal, value, { ...said, binary: [] }, { ...options, isCall: true }, file);
  }
  const [only] = said.binary;
  if (file !== undefined && only !== undefined && said.binary.length === 1) {
    // What is for programs only says the same again.
    printError(terminal, "not written: the rest of the result; --json prints everything");
    return written(terminal, file, decoded(only), options);
  }
  // What is for programs contains everything; what came beside it is shown where that can be, else mentioned.
  if (!showImages(terminal, said.binary)) {
    printError(terminal, `not shown: ${kinds(said.binary)}; --out FILE saves one, --json prints everything`);
  }
  return printText(terminal, value, { ...said, binary: [] }, { ...options, isCall: true }, file);
}

async function printText(
  terminal: Terminal,
  value: Json,
  { text, binary }: ResultText,
  options: OutputOptions & { readonly isCall?: true },
  file: OutFile | undefined,
): Promise<ExitCode> {
  if (options.path !== undefined) {
    const picked = pickField(value, options.path, options.isCall ? "the call was carried out, but " : "");
    const [bytes] = binaryOf(picked);
    if (bytes !== undefined && file !== undefined) return written(terminal, file, decoded(bytes), options);
    return put(terminal, options.json ? pretty(picked) : valueText(picked), file, options);
  }
  if (options.json) return put(terminal, pretty(value), file, options);
  if (file === undefined) {
    if (text !== undefined) print(terminal, text);
    if (binary.length === 0 || showImages(terminal, binary)) return ExitCode.fine;
    printError(terminal, noPlace(binary));
    // A call was carried out; who reads wants nothing but the contents.
    return options.isCall ? ExitCode.fine : ExitCode.usage;
  }
  const [only] = binary;
  if (only === undefined) return put(terminal, text ?? "", file, options);
  if (binary.length > 1) {
    throw new CliError(`the result contains ${binary.length} files; --out takes one`, {
      hint: "--json prints them all; --path 'content[1]' --out FILE picks one",
    });
  }
  if (text !== undefined) printError(terminal, shownOn(terminal.stderr, text));
  return written(terminal, file, decoded(only), options);
}

async function put(
  terminal: Terminal,
  text: string,
  file: OutFile | undefined,
  options: OutputOptions,
): Promise<ExitCode> {
  if (file !== undefined) return written(terminal, file, text, options);
  print(terminal, options.json && isTerminal(terminal.stdout) ? escapedJson(text) : shownOn(terminal.stdout, text));
  return ExitCode.fine;
}

async function written(
  terminal: Terminal,
  file: OutFile,
  contents: string | Uint8Array,
  { out = "", json }: OutputOptions,
): Promise<ExitCode> {
  const bytes = await file.write(contents);
  if (file.isStdout) return ExitCode.fine;
  print(terminal, json ? pretty({ written: out, bytes }) : `Written to: ${out}`);
  return ExitCode.fine;
}

/** @returns whether the terminal shows all of them */
function showImages({ stdout, env }: Terminal, binary: readonly BinaryPart[]): boolean {
  if (!isTerminal(stdout)) return false;
  const shown = binary.map((part) => inlineImage(part, env));
  if (shown.some((each) => each === undefined)) return false;
  stdout.write(shown.join(""));
  return true;
}

function decoded({ base64 }: BinaryPart): Uint8Array {
  return Buffer.from(base64, "base64");
}

function noPlace(binary: readonly BinaryPart[]): string {
  const way = binary.length === 1 ? "use --out FILE" : "use --path 'content[1]' --out FILE for one";
  return `not shown: the result contains binary data (${kinds(binary)}); ${way}, or --json for everything`;
}

function kinds(binary: readonly BinaryPart[]): string {
  const each = binary.map(({ mimeType, base64 }) => `${mimeType}, ${Buffer.byteLength(base64, "base64")} bytes`);
  return visibleText(each.join("; "));
}
