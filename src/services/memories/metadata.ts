import type { Json, JsonObject } from "../../contract/json.ts";

export const maxMetadataBytes = 65_536;
export const maxMetadataDepth = 32;

/** What is wrong with the metadata, as the end of the sentence "metadata …"; undefined when nothing is. */
export function metadataProblem(metadata: JsonObject): string | undefined {
  // Depth first: writing JSON recurses, so only what is not too deep may be written.
  if (isDeeperThan(metadata, maxMetadataDepth)) return `nests more than ${maxMetadataDepth} levels deep`;
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

/** Objects and arrays are levels; an empty object is one level deep. */
function isDeeperThan(value: Json, limit: number): boolean {
  let level: readonly Json[] = [value];
  for (let depth = 0; ; depth++) {
    const containers = level.filter((entry) => typeof entry === "object" && entry !== null);
    if (containers.length === 0) return false;
    if (depth === limit) return true;
    level = containers.flatMap((entry) => Object.values(entry));
  }
}
