import { createHash, randomBytes } from "node:crypto";
import type { Entropy } from "../runtime/ports.ts";

/** Node's own randomness and SHA-256, for `createDispatcher`. */
export const nodeEntropy: Entropy = {
  randomBytes: (count) => randomBytes(count),
  hash: (text) => createHash("sha256").update(text, "utf8").digest("base64url"),
};
