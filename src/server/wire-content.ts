import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ContentBlock } from "../runtime/content.ts";

type WireBlock = CallToolResult["content"][number];

/** Content blocks as a client of a revision knows them; a newer kind is replaced by a text that describes it. */
export function wireContent(content: readonly ContentBlock[], revision: string): WireBlock[] {
  // One type with two declarations; the SDK's lists are mutable, but it does not change ours.
  return content.map((block) => knownBlock(block, revision) as WireBlock);
}

/** The revision that introduced a kind of block; the others were always there. */
const since: { readonly [Kind in ContentBlock["type"]]?: string } = {
  audio: "2025-03-26",
  resource_link: "2025-06-18",
};

function knownBlock(block: ContentBlock, revision: string): ContentBlock {
  if (revision >= (since[block.type] ?? "")) return block;
  switch (block.type) {
    case "audio":
      return { type: "text", text: `[audio, ${block.mimeType}: not supported by this client's revision of MCP]` };
    case "resource_link": {
      const { name, uri, description } = block;
      return { type: "text", text: `[${name}: ${uri}${description === undefined ? "" : `, ${description}`}]` };
    }
    default:
      return block;
  }
}
