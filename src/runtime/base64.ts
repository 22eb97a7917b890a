/** Bytes in base64, with padding. @see RFC 4648, section 4 */
export function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + chunkBytes)));
  }
  return text;
}

/** Three bytes become four digits, so chunks of a multiple of three can be concatenated. */
const chunkBytes = 3 * 8_192;

/** Bytes as text that is safe in URLs and JSON, without padding. @see RFC 4648, section 5 */
export function base64Url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
