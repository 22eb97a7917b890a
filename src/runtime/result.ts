import type { Json, JsonObject } from "../contract/json.ts";

/** What a handler returns: a value that fits its contract's output, or an error that its YAML declares. */
export type HandlerResult<Output, ErrorName extends string> = Success<Output> | Failure<ErrorName>;

export interface Success<Output> {
  readonly ok: true;
  readonly value: Output;
  /** Text for clients that read only text; it must carry the same facts. Default: the value as compact JSON. */
  readonly text?: string;
  /** Where the work was done, for the `_context` of tools with `context: true`: "project Atlas". */
  readonly where?: string;
}

export interface Failure<ErrorName extends string> {
  readonly ok: false;
  readonly error: RaisedError<ErrorName>;
}

/** A business error of the catalog, raised. */
export interface RaisedError<ErrorName extends string = string> {
  readonly name: ErrorName;
  readonly number: number;
  readonly message: string;
  readonly data: JsonObject;
  readonly retry: Retry;
  readonly hint?: string;
}

export type Retry = "never" | "same" | "changed_arguments" | "later";

export function ok<Output>(value: Output, extras: Pick<Success<Output>, "text" | "where"> = {}): Success<Output> {
  return { ok: true, value, ...extras };
}

/** What a tool call answers with on the wire, in either era; transports add their own envelope. */
export interface ToolResult {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: JsonObject;
  readonly isError?: true;
  readonly _meta?: JsonObject;
}

/** The answer to a `tools/call`: a result (tools that fail are results too), or an error the protocol asks for. */
export type CallAnswer =
  | { readonly kind: "result"; readonly result: ToolResult }
  | { readonly kind: "protocol-error"; readonly code: number; readonly message: string; readonly data?: Json };
