import type { Failure, HandlerResult, Success } from "./result.ts";

/** What the function of a tool returns to the official SDK: its `CallToolResult`, in any version. */
export interface SdkToolResult {
  readonly content?: readonly unknown[] | undefined;
  readonly structuredContent?: object | undefined;
  readonly isError?: boolean | undefined;
}

/**
 * A result in the form of the official SDK, as a handler returns it: a server that moves over can keep the functions of its tools.
 *
 *     export const stockGet: ToolHandler<StockGet> = async (given): ResultOf<StockGet> =>
 *       fromToolResult(await getStock(given), (reason) => errors.stockFailed({ reason }));
 *
 * The value is its `structuredContent`, and without that its first text. The other blocks stay as they are; `_meta` is left out.
 * @param failed makes a declared error of a result with `isError`; it gets the texts of that result
 */
export function fromToolResult<Name extends string>(
  { content = [], structuredContent, isError = false }: SdkToolResult,
  failed: (reason: string) => Failure<Name>,
): HandlerResult<never, Name> {
  if (isError) return failed(content.flatMap((block) => textOf(block) ?? []).join("\n"));
  const [first, ...others] = content;
  const text = textOf(first);
  const blocks = text === undefined ? content : others;
  const success = {
    ok: true,
    value: structuredContent ?? text ?? "",
    ...(structuredContent === undefined || text === undefined ? {} : { text }),
    ...(blocks.length === 0 ? {} : { content: blocks }),
  };
  // No type can say what it holds. As with every result, the value is checked by the tool's schema and the blocks by the protocol.
  return success as Success<never>;
}

function textOf(block: unknown): string | undefined {
  const isText = typeof block === "object" && block !== null && "type" in block && block.type === "text";
  return isText && "text" in block && typeof block.text === "string" ? block.text : undefined;
}
