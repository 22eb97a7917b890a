import { utf8Length } from "../contract/utf8.ts";
import type { ContentBlock } from "./content.ts";
import type { TruncatedPlace } from "./notice-texts.ts";

export interface TruncatedContent {
  readonly content: readonly ContentBlock[];
  readonly dropped: readonly ContentBlock[];
  /** Of the kept blocks, serialised, without their media. */
  readonly bytes: number;
  /** Bytes of their media. */
  readonly media: number;
  readonly cuts: readonly TruncatedPlace[];
}

/**
 * The first blocks that fit. Media (images, audio, other bytes) are counted apart: they are large, and models do not pay for
 * them by the byte. A block is kept whole or dropped: half an image is useless.
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
    const mediaBytes = mediaLength(block);
    const otherBytes = utf8Length(JSON.stringify(block)) - mediaBytes + 1;
    if (bytes + otherBytes > maxBytes || media + mediaBytes > maxMedia) {
      dropped.push(block);
      continue;
    }
    bytes += otherBytes;
    media += mediaBytes;
    kept.push(block);
  }
  const cuts: readonly TruncatedPlace[] =
    dropped.length === 0
      ? []
      : [{ place: "further content", unit: "items", shown: kept.length, total: content.length }];
  return { content: kept, dropped, bytes, media, cuts };
}

/** Base64 is ASCII and needs no escapes: its length is its bytes. */
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
