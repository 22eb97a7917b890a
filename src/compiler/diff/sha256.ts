import { hash } from "node:crypto";

/** SHA-256 of a text's UTF-8 bytes, in lower-case hexadecimal. A pure function, though it is Node that computes it. */
export function sha256(text: string): string {
  return hash("sha256", text, "hex");
}
