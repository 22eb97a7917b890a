/** @returns undefined for a text that is not base64, of either alphabet, with or without its `=` at the end */
export function decodedBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = Buffer.from(text, "base64");
  // The decoder passes over what it does not know.
  const plain = text
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/={1,2}$/, "");
  const same = bytes.toString("base64").replace(/={1,2}$/, "") === plain;
  return same ? new Uint8Array(bytes) : undefined;
}
