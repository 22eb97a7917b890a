import { hash } from "node:crypto";

/**
 * Identifies the text of a schema file, whatever its line ends and whether it begins with a byte order mark: the compiler reads
 * them alike. Pure, though it is Node that computes it.
 * @returns 16 hexadecimal digits
 */
export function sourceHash(text: string): string {
  const plain = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  return hash("sha256", plain, "hex").slice(0, 16);
}
