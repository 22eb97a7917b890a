import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ContentBlock } from "../runtime/content.ts";

type WireBlock = CallToolResult["content"][number];

/** Content blocks as a client of a revision knows them: what came later, it gets as a text that says what it was. */
export function wireContent(content: readonly ContentBlock[], revision: string): WireBlock[] {
  // One shape in two declarations: the SDK's lists are not readonly, and nobody changes ours.
  return content.map((block) => knownBlock(block, revision) as WireBlock);
}

/** When a kind of block came into the protocol; the others were always there. */
const since: { readonly [Kind in ContentBlock["type"]]?: string } = {
  audio: "2025-03-26",
  resource_link: "2025-06-18",
};

function knownBlock(block: ContentBlock, revision: string): ContentBlock {
  if (revision >= (since[block.type] ?? "")) return block;
  switch (block.type) {
    case "audio":
      return { type: "text", text: `[audio, ${block.mimeType}: this client's revision of MCP can't carry it]` };
    case "resource_link": {
      const { name, uri, description } = block;
      return { type: "text", text: `[${name}: ${uri}${description === undefined ? "" : `, ${description}`}]` };
    }
    default:
      return block;
  }
}
