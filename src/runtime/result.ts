import type { Json, JsonObject } from "../contract/json.ts";
import type { ContentBlock } from "./content.ts";
import type { Declared } from "./declared.ts";

/** What a handler returns: a value that fits its contract's output, or an error that its YAML declares. */
export type HandlerResult<Output, ErrorName extends string> = Success<Output> | Failure<ErrorName>;

export interface Success<Output> {
  readonly ok: true;
  readonly value: Output;
  /** Text for clients that read only text; it must carry the same facts. Default: the value as compact JSON. */
  readonly text?: string;
  /** What the caller gets beside the value: images, links and such (`content.ts` builds them). It stands behind the text. */
  readonly content?: readonly ContentBlock[];
  /** Where the work was done, for the `_context` of tools with `context: true`: "project Atlas". */
  readonly where?: string;
  /** How the answer is cut when it is too large to send (see `okList`). */
  readonly list?: AnswerList<Output>;
}

/** The list of an answer. */
export interface AnswerList<Output> {
  /** How many items the answer has. */
  readonly items: number;
  /** The same answer with only the first items, at least one: its counts, its cursor and its text fit them. */
  readonly first: (items: number) => Success<Output> | Promise<Success<Output>>;
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
  /** Message and hint before their holes were filled: words of the catalog, and none of the caller. */
  readonly template?: { readonly message: string; readonly hint?: string };
}

export type Retry = "never" | "same" | "changed_arguments" | "later";

/**
 * A success: `ok(chart, { content: [image(png, "image/png")] })`. In a handler, keys that its YAML does not declare are
 * type errors; those that the type checker can't see are taken off and logged.
 */
export function ok<const Value extends Output, Output = Value>(
  value: Value & Declared<Value, Output>,
  extras: Pick<Success<Output>, "text" | "content" | "where"> = {},
): Success<Output> {
  return { ok: true, value, ...extras };
}

/**
 * A success with a list that may be too large to send. Then as many of the first items are sent as fit, and `first` makes that
 * answer, so that what it says of itself (how many, whether there are more, where to go on) is true of what is sent:
 *
 *     okList(hits.length, (count) => ok({ hits: hits.slice(0, count), count, more: count < hits.length }))
 *
 * @param items how many items the whole answer has
 * @param first called with `items` first, and with fewer while the answer is too large
 */
export async function okList<Output>(items: number, first: AnswerList<Output>["first"]): Promise<Success<Output>> {
  return { ...(await first(items)), list: { items, first } };
}

/** What a tool with `page` answers with. */
export interface Page<Item> {
  readonly items: Item[];
  /** Absent on the last page. */
  readonly next_cursor?: string;
}

/**
 * A success with one page of a list, for a tool whose YAML has `page`. Where it is too large to send, it has fewer items, and the cursor
 * of the last one that is sent.
 *
 * @param rows what follows the cursor: all of it, or one row more than `limit`, which shows that there is a next page
 * @param cursorOf the cursor after a row: whatever the handler finds the next page by
 */
export function okPage<Item>(
  rows: readonly Item[],
  limit: number,
  cursorOf: (row: Item) => string,
): Promise<Success<Page<Item>>> {
  const page = rows.slice(0, limit);
  return okList<Page<Item>>(page.length, (count) => {
    const items = page.slice(0, count);
    const last = items.at(-1);
    const isLast = last === undefined || count >= rows.length;
    return { ok: true, value: isLast ? { items } : { items, next_cursor: cursorOf(last) } };
  });
}

/** What a tool call answers with on the wire, in either era; transports add their own envelope. */
export interface ToolResult {
  /** The first block is a text with the facts of `structuredContent`. */
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: JsonObject;
  readonly isError?: true;
  readonly _meta?: JsonObject;
}

/** The answer to a `tools/call`: a result (tools that fail are results too), or an error the protocol asks for. */
export type CallAnswer =
  | { readonly kind: "result"; readonly result: ToolResult }
  | { readonly kind: "protocol-error"; readonly code: number; readonly message: string; readonly data?: Json };
