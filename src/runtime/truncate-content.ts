import { utf8Length } from "../contract/utf8.ts";
import type { ContentBlock } from "./content.ts";
import type { CutPlace } from "./notice-texts.ts";

export interface TruncatedContent {
  readonly content: readonly ContentBlock[];
  readonly dropped: readonly ContentBlock[];
  /** Of what stays, serialised, but for its media. */
  readonly bytes: number;
  /** Bytes of its media. */
  readonly media: number;
  readonly cuts: readonly CutPlace[];
}

/**
 * The first blocks that fit. Pictures, sound and other bytes are counted apart: they are large by nature and cost a model
 * nothing by the byte. A block is never cut in two: half a picture is none, and half an embedded text is another one.
 */
export function truncateContent(
  content: readonly ContentBlock[],
  maxBytes: number,
  maxMedia: number,
): TruncatedContent {
  const kept: ContentBlock[] = [];
  const dropped: ContentBlock[] = [];
  let bytes = 0;
  let media = 0;
  for (const block of content) {
    const ofMedia = mediaLength(block);
    const ofRest = utf8Length(JSON.stringify(block)) - ofMedia + 1;
    if (bytes + ofRest > maxBytes || media + ofMedia > maxMedia) {
      dropped.push(block);
      continue;
    }
    bytes += ofRest;
    media += ofMedia;
    kept.push(block);
  }
  const cuts: readonly CutPlace[] =
    dropped.length === 0
      ? []
      : [{ place: "further content", unit: "items", shown: kept.length, total: content.length }];
  return { content: kept, dropped, bytes, media, cuts };
}

/** Base64 is ASCII and nothing of it is escaped: its length is its bytes. */
function mediaLength(block: ContentBlock): number {
  switch (block.type) {
    case "image":
    case "audio":
      return block.data.length;
    case "resource":
      return "blob" in block.resource ? block.resource.blob.length : 0;
    case "text":
    case "resource_link":
      return 0;
  }
}
