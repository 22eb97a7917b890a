import { isJsonObject, type JsonObject } from "../contract/json.ts";
import type { ContentBlock } from "../runtime/content.ts";
import { readResult } from "../runtime/read-result.ts";
import type { CallAnswer } from "../runtime/result.ts";

/** What a caller gets: exactly one of `result` and `error`. */
export interface Answer {
  readonly result?: JsonObject;
  readonly error?: RaisedAnswer;
  /** What the model reads of a tool with `result: content`. */
  readonly text?: string;
  /** Blocks that the handler returned beside the value: images, links and others. */
  readonly content?: readonly ContentBlock[];
  /** Notices beside the result, such as "'x' is deprecated". */
  readonly notices: readonly string[];
}

export interface RaisedAnswer {
  /** Name of a declared error, or of one of the runtime such as INVALID_ARGUMENTS; UNKNOWN_TOOL for unknown names. */
  readonly code: string;
  readonly message: string;
  readonly data?: JsonObject;
  /** What is wrong with the arguments, each as the caller reads it. */
  readonly violations?: readonly string[];
  /** What the caller is advised to do. */
  readonly hint?: string;
  /** Of HOST_UNAVAILABLE, as the host gave it: whether the same call may work later. */
  readonly retry?: string;
  /** Of INTERNAL: what the log has under its id, such as the stack of what the handler threw. No caller sees it. */
  readonly logged?: string;
}

/** @param loggedUnder the log's text about an internal error, by its id */
export function readAnswer(answer: CallAnswer, loggedUnder: (id: string) => string | undefined): Answer {
  if (answer.kind === "protocol-error") {
    return { error: { code: "UNKNOWN_TOOL", message: answer.message }, notices: [] };
  }
  const { structuredContent, isError } = answer.result;
  const { text, content, notices: lines } = readResult(answer.result);
  const notices = lines === "" ? [] : [lines];
  if (isError === true) return { error: raised(structuredContent, text, loggedUnder), notices };
  return {
    result: structuredContent ?? {},
    ...(structuredContent === undefined ? { text } : {}),
    notices,
    ...(content.length === 0 ? {} : { content }),
  };
}

function raised(
  content: JsonObject | undefined,
  text: string,
  loggedUnder: (id: string) => string | undefined,
): RaisedAnswer {
  const error = isJsonObject(content?.error) ? content.error : {};
  const logged = typeof error.id === "string" ? loggedUnder(error.id) : undefined;
  const violations = text
    .split("\n")
    .filter((line) => line.startsWith("- "))
    .map((line) => line.slice(2));
  return {
    code: typeof error.code === "string" ? error.code : "UNKNOWN",
    message: typeof error.message === "string" ? error.message : text,
    ...(isJsonObject(error.data) ? { data: error.data } : {}),
    ...(Array.isArray(error.violations) ? { violations } : {}),
    ...(typeof error.hint === "string" ? { hint: error.hint } : {}),
    ...(error.code === "HOST_UNAVAILABLE" && typeof error.retry === "string" ? { retry: error.retry } : {}),
    ...(logged === undefined ? {} : { logged }),
  };
}

/** For a test that did not expect the error: one sentence, or of an internal error what the log has, as far as it is of the project. */
export function errorText({ code, message, violations = [], logged }: RaisedAnswer): string {
  if (logged !== undefined) return `${code}: ${withoutPackages(logged)}`;
  return [`${code}: ${message}`, ...violations].join("; ");
}

function withoutPackages(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => !/^ +at .*(?:[\\/]node_modules[\\/]|\(?node:)/.test(line))
    .join("\n");
}
