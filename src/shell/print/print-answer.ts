// What the dispatcher of the catalog in this process answers, as it is printed, and as an exit code.
import type { CallErrorCode } from "../../contract/call-errors.ts";
import { isJsonObject } from "../../contract/json.ts";
import type { ContentBlock } from "../../runtime/content.ts";
import { readResult } from "../../runtime/read-result.ts";
import type { CallAnswer, ToolResult } from "../../runtime/result.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { print, printError, printJson, type Terminal } from "../../terminal/terminal.ts";
import { shownOn } from "./foreign-text.ts";

/** Results go to stdout, as they are or for people; everything that went wrong to stderr. */
export function printAnswer(terminal: Terminal, answer: CallAnswer, asJson: boolean): void {
  if (asJson) {
    const isFine = answer.kind === "result" && answer.result.isError !== true;
    // Stdout carries results only, never errors.
    const stdout = isFine ? terminal.stdout : terminal.stderr;
    const { kind, ...said } = answer;
    printJson({ ...terminal, stdout }, kind === "result" ? answer.result : { error: said });
    return;
  }
  const { red } = terminal.errorColors;
  const wrong = (text: string) => printError(terminal, shownOn(terminal.stderr, text));
  if (answer.kind === "protocol-error") {
    printError(terminal, `${red("error:")} ${answer.message}`);
    return;
  }
  const { result } = answer;
  const right = (text: string) => print(terminal, shownOn(terminal.stdout, text));
  const { text: said, content: further } = readResult(result);
  if (result.isError) printError(terminal, `${red("error:")} ${shownOn(terminal.stderr, said)}`);
  else right(forPeople(said));
  for (const block of further) {
    if (block.type !== "text") wrong(blockLine(block));
    else if (result.isError) wrong(block.text);
    else right(block.text);
  }
  printNotices(terminal, result);
}

/** What the caller should know beside the result. */
export function printNotices(terminal: Terminal, result: ToolResult): void {
  const { notices } = readResult(result);
  if (notices !== "") printError(terminal, terminal.errorColors.yellow(notices));
}

/** What a terminal can't show is mentioned; `--json` prints it as it is. */
function blockLine(block: Exclude<ContentBlock, { readonly type: "text" }>): string {
  switch (block.type) {
    case "image":
    case "audio":
      return `[${block.type}, ${block.mimeType}: --json prints it]`;
    case "resource_link":
      return `[${block.name}: ${block.uri}]`;
    case "resource":
      return `[${block.resource.uri}: --json prints it]`;
  }
}

/** Compact JSON is for models; people get the same facts with line breaks. Any other text is printed as it is. */
function forPeople(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    // A tool may answer with a text of its own.
    return text;
  }
}

export function exitCodeOf(answer: CallAnswer): ExitCode {
  // The protocol refuses only what the caller typed: a name that is unknown, or not allowed.
  if (answer.kind === "protocol-error") return ExitCode.usage;
  if (answer.result.isError !== true) return ExitCode.fine;
  const code = errorCode(answer.result);
  return callErrorCodes.get(code) ?? ExitCode.toolError;
}

/** Errors of the dispatcher itself that mean something else than "the tool answered with an error". */
const callErrorCodes: ReadonlyMap<string | undefined, ExitCode> = new Map<CallErrorCode, ExitCode>([
  ["HOST_UNAVAILABLE", ExitCode.unreachable],
  ["DEADLINE_EXCEEDED", ExitCode.timedOut],
  ["CANCELLED", ExitCode.interrupted],
  ["INTERNAL", ExitCode.fault],
]);

function errorCode({ structuredContent }: ToolResult): string | undefined {
  const error = structuredContent?.error;
  const code = isJsonObject(error) ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
