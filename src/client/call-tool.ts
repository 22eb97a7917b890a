import { errorKey } from "../contract/call-errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";

/** What it takes to call a tool: the `Client` of either generation of the official SDK has it, over any transport. */
export interface ToolCaller {
  callTool(request: { name: string; arguments?: Record<string, unknown> }): Promise<object>;
}

/**
 * The way a generated `client.ts` sends its calls, over an SDK client that is already connected:
 *
 *     const notes = openClient(callToolOver(client));
 *     const note = await notes.noteCreate({ title: "Ports" });
 *
 * Answers with `structuredContent`, or with the `content` of a tool that has no other result. A result that is an error is thrown as `ToolCallError`; what the client itself throws
 * (protocol errors, lost connections, time-outs) goes through as it is.
 */
export function callToolOver(
  client: ToolCaller,
): <Result>(name: string, given: { readonly [param: string]: unknown }, as?: "content") => Promise<Result> {
  return async <Result>(name: string, given: { readonly [param: string]: unknown }, as?: "content") => {
    const answer: { readonly isError?: unknown; readonly structuredContent?: unknown; readonly content?: unknown } =
      await client.callTool({ name, arguments: { ...given } });
    if (answer.isError === true) throw new ToolCallError(name, errorOf(answer));
    // The protocol says what content is.
    if (as === "content" && Array.isArray(answer.content)) return answer.content as Result;
    if (answer.structuredContent === undefined) {
      throw new ToolCallError(name, { code: "NO_RESULT", message: `'${name}' answered without structured content` });
    }
    // The server checks its results against the schema that `Result` was made from.
    return answer.structuredContent as Result;
  };
}

/** The facts of a failed call, as the server reported them. */
export interface ToolCallFailure {
  /** Name of a declared error, such as "NOTE_NOT_FOUND", or one of the runtime's own, such as "INVALID_ARGUMENTS". */
  readonly code: string;
  readonly message: string;
  /** Number of a declared error. */
  readonly number?: number;
  readonly data?: JsonObject;
  /** Is it worth trying again: never, same, changed_arguments or later. */
  readonly retry?: string;
  readonly hint?: string;
  /** Every argument that breaks the contract, with its path and what was expected there. */
  readonly violations?: readonly Json[];
}

/** A tool answered with an error. */
export class ToolCallError extends Error {
  override readonly name = "ToolCallError";
  readonly tool: string;
  readonly code: string;
  readonly failure: ToolCallFailure;

  constructor(tool: string, failure: ToolCallFailure) {
    super(failure.message);
    this.tool = tool;
    this.code = failure.code;
    this.failure = failure;
  }
}

/** Servers that are not ours report their errors in texts only. */
function errorOf(answer: {
  readonly structuredContent?: unknown;
  readonly content?: unknown;
  readonly _meta?: unknown;
}): ToolCallFailure {
  const error = structuredError(answer.structuredContent) ?? errorInMeta(answer._meta);
  if (error === undefined) return { code: "TOOL_ERROR", message: textOf(answer.content) };
  const { code, message, number, data, retry, hint, violations } = error;
  return {
    code: typeof code === "string" ? code : "TOOL_ERROR",
    message: typeof message === "string" ? message : textOf(answer.content),
    ...(typeof number === "number" ? { number } : {}),
    ...(isJsonObject(data) ? { data } : {}),
    ...(typeof retry === "string" ? { retry } : {}),
    ...(typeof hint === "string" ? { hint } : {}),
    ...(Array.isArray(violations) ? { violations } : {}),
  };
}

function structuredError(structured: unknown): JsonObject | undefined {
  return isJsonObject(structured) && isJsonObject(structured.error) ? structured.error : undefined;
}

/** Where a server of ours puts it for clients of older revisions. */
function errorInMeta(meta: unknown): JsonObject | undefined {
  const error = isJsonObject(meta) ? meta[errorKey] : undefined;
  return isJsonObject(error) ? error : undefined;
}

function textOf(content: unknown): string {
  const blocks = Array.isArray(content)
    ? (content as readonly { readonly type?: unknown; readonly text?: unknown }[])
    : [];
  const texts = blocks.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []));
  return texts.join("\n") || "the tool answered with an error and no text";
}
