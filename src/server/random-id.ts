import { nodeEntropy } from "./node-entropy.ts";

/** An id that can't be guessed where it has enough bytes; safe in URLs and headers. */
export function randomId(bytes: number): string {
  return Buffer.from(nodeEntropy.randomBytes(bytes)).toString("base64url");
}
