import type { CallErrorCode } from "../contract/call-errors.ts";
import { quoteName } from "../contract/found.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import { limits } from "../contract/limits.ts";
import type { Violation } from "../contract/violation.ts";
import type { ContentBlock } from "./content.ts";
import { placeName } from "./place-name.ts";
import type { CallAnswer, RaisedError, ToolResult } from "./result.ts";

/**
 * An answer that the runtime made, so that its parts are known to fit the protocol. It remembers the JSON of the structured
 * content where that was made to measure it.
 */
class OwnAnswer {
  readonly kind = "result";
  readonly result: ToolResult;
  readonly #json: string | undefined;

  constructor(result: ToolResult, json?: string) {
    this.result = result;
    this.#json = json;
  }

  static isOwn(answer: CallAnswer): boolean {
    return #json in answer;
  }

  static jsonOf(answer: CallAnswer): string | undefined {
    return #json in answer ? answer.#json : undefined;
  }
}

export function isOwnAnswer(answer: CallAnswer): boolean {
  return OwnAnswer.isOwn(answer);
}

/** The structured content as JSON, if that is known. */
export function jsonOf(answer: CallAnswer): string | undefined {
  return OwnAnswer.jsonOf(answer);
}

/** The same answer without what is remembered of its structured content. */
export function withoutJson(answer: CallAnswer): CallAnswer {
  return answer.kind === "result" && isOwnAnswer(answer) ? new OwnAnswer(answer.result) : answer;
}

/** The same answer with other content around the same structured content. @param answer is a result */
export function withContent(answer: CallAnswer, result: ToolResult): CallAnswer {
  return isOwnAnswer(answer) ? new OwnAnswer(result, jsonOf(answer)) : { kind: "result", result };
}

// The answers that the runtime itself makes. Every failure carries its facts twice: as data, and as text for clients that read
// only text.

export interface ContractFailure {
  readonly code: CallErrorCode;
  readonly message: string;
  readonly violations?: readonly Violation[];
  readonly hint?: string;
  /** Other facts of the error's data. */
  readonly facts?: JsonObject;
}

/** The answer to a call that can't be served: `isError`, with `structuredContent.error {code, message, violations, hint}`. */
export function contractFailure(failure: ContractFailure): CallAnswer {
  const { code, message, hint, facts = {} } = failure;
  const all = failure.violations ?? [];
  const violations = all.slice(0, limits.violations);
  const error: JsonObject = {
    code,
    message,
    ...(failure.violations === undefined ? {} : { violations: violations.map(violationJson) }),
    ...facts,
    ...(hint === undefined ? {} : { hint }),
  };
  const lines = [`${code}: ${message}`, ...violations.map(violationLine)];
  if (all.length > violations.length) lines.push("- and more");
  if (hint !== undefined) lines.push(`Hint: ${hint}`);
  return failed(error, lines);
}

/** The answer to a call that has to be confirmed. @param effect ends the sentence "this would …" */
export function unconfirmed(effect: string): CallAnswer {
  return contractFailure({
    code: "CONFIRMATION_REQUIRED",
    message: `this would ${effect}`,
    hint: "send 'confirm': true with the same arguments if that is what the user wants",
    facts: { effect },
  });
}

/** A business error that the tool's YAML declares. */
export function businessFailure(raised: RaisedError): CallAnswer {
  const { name, number, message, data, retry, hint } = raised;
  const error: JsonObject = { code: name, number, message, data, retry, ...(hint === undefined ? {} : { hint }) };
  const lines = [`${name}: ${message}`];
  if (Object.keys(data).length > 0) lines.push(`Data: ${JSON.stringify(data)}`);
  lines.push(`Retry: ${retryTexts[retry]}`);
  if (hint !== undefined) lines.push(`Hint: ${hint}`);
  return failed(error, lines);
}

/**
 * The same error in the form of the protocol: the catalog's number and message, with name, retry and hint
 * among its data. Data that the YAML declares under one of these names takes precedence.
 */
export function businessProtocolError(raised: RaisedError): CallAnswer {
  const { name, number, message, data, retry, hint } = raised;
  return {
    kind: "protocol-error",
    code: number,
    message,
    data: { code: name, retry, ...(hint === undefined ? {} : { hint }), ...data },
  };
}

/**
 * @param text default: the value as JSON
 * @param content follows the text, which carries the same facts as the value
 * @param json the value as JSON, where that is known
 */
export function success(
  value: JsonObject,
  text: string | undefined,
  content: readonly ContentBlock[] = [],
  json: string | undefined = text === undefined ? JSON.stringify(value) : undefined,
): CallAnswer {
  const facts: ContentBlock = { type: "text", text: text ?? json ?? JSON.stringify(value) };
  return new OwnAnswer({ content: [facts, ...content], structuredContent: value }, json);
}

/** The same result as content alone; an empty text goes where there is anything else. Failures stay as they are. */
export function contentAlone(answer: CallAnswer): CallAnswer {
  if (answer.kind !== "result" || answer.result.isError === true) return answer;
  const { structuredContent: _, content, ...rest } = answer.result;
  const [first, ...others] = content;
  const isEmpty = first?.type === "text" && first.text === "" && others.length > 0;
  return new OwnAnswer({ ...rest, content: isEmpty ? others : content });
}

/** JSON-RPC "invalid params". */
export function invalidParams(message: string, data?: Json): CallAnswer {
  return { kind: "protocol-error", code: -32602, message, ...(data === undefined ? {} : { data }) };
}

const retryTexts = {
  never: "the same call will fail again, and so will similar ones",
  same: "the same call may succeed now",
  changed_arguments: "change the arguments",
  later: "try again later",
} as const satisfies { readonly [R in RaisedError["retry"]]: string };

function failed(error: JsonObject, lines: readonly string[]): CallAnswer {
  return new OwnAnswer({
    content: [{ type: "text", text: lines.join("\n") }],
    structuredContent: { error },
    isError: true,
  });
}

function violationJson(violation: Violation): JsonObject {
  const { path, expected, found, nearMiss } = violation;
  return { path, expected, found, ...(nearMiss === undefined ? {} : { nearMiss }) };
}

function violationLine(violation: Violation): string {
  const near = violation.nearMiss === undefined ? "" : `; did you mean ${quoteName(violation.nearMiss)}?`;
  return `- ${placeName(violation.path, "arguments")}: expected ${violation.expected}, found ${violation.found}${near}`;
}
