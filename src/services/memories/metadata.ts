import { isDeeperThan } from "../../contract/depth.ts";
import type { JsonObject } from "../../contract/json.ts";

export const maxMetadataBytes = 65_536;
export const maxMetadataDepth = 32;

/** What is wrong with the metadata, as the end of the sentence "metadata …"; undefined when nothing is. */
export function metadataProblem(metadata: JsonObject): string | undefined {
  // Depth first: writing JSON recurses, so only what is not too deep may be written.
  if (isDeeperThan(maxMetadataDepth, metadata)) return `nests more than ${maxMetadataDepth} levels deep`;
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  return bytes > maxMetadataBytes ? `takes ${bytes} bytes as JSON` : undefined;
}

/** Whether a memory has a source. */
export function hasCitations(sourceUri: string | undefined, metadata: JsonObject): boolean {
  if (sourceUri !== undefined && sourceUri !== "") return true;
  const citations = Object.hasOwn(metadata, "citations") ? metadata.citations : undefined;
  if (citations === undefined || citations === null || citations === "") return false;
  return typeof citations !== "object" || Object.keys(citations).length > 0;
}
