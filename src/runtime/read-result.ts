import type { ContentBlock } from "./content.ts";
import type { ToolResult } from "./result.ts";

/** A result as its parts, for those who show it to people. */
export interface ResultParts {
  /** The text that says the same as the structured content. */
  readonly said: string;
  /** What the handler, or the server itself, put beside it. */
  readonly further: readonly ContentBlock[];
  /** What the caller is told beside the result, one line each; "" where there is nothing. */
  readonly notices: string;
}

/** The road puts the text first and its notices last. */
export function readResult({ content, _meta }: ToolResult): ResultParts {
  const [first, ...rest] = content;
  const last = _meta?.["pegboard/notices"] === undefined ? undefined : rest.at(-1);
  return {
    said: first?.type === "text" ? first.text : "",
    further: last === undefined ? rest : rest.slice(0, -1),
    notices: last?.type === "text" ? last.text : "",
  };
}
