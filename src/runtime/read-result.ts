import type { ContentBlock } from "./content.ts";
import type { ToolResult } from "./result.ts";

/** The parts of a result, for display. */
export interface ResultParts {
  /** The text with the same facts as the structured content. */
  readonly text: string;
  /** Further blocks of the handler or the server. */
  readonly content: readonly ContentBlock[];
  /** One line each; "" where there are none. */
  readonly notices: string;
}

/** How each line of the block of notices begins. */
export const noticeMark = "Notice: ";

/** The runtime puts the text first and the notices last; notices for programs alone have no block. */
export function readResult({ content, _meta }: ToolResult): ResultParts {
  const [first, ...rest] = content;
  const last = _meta?.["pegboard/notices"] === undefined ? undefined : rest.at(-1);
  const notices = last?.type === "text" && last.text.startsWith(noticeMark) ? last.text : "";
  return {
    text: first?.type === "text" ? first.text : "",
    content: notices === "" ? rest : rest.slice(0, -1),
    notices,
  };
}
