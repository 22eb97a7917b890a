import type { IncomingMessage } from "node:http";

export type Body =
  | { readonly kind: "read"; readonly bytes: Buffer }
  | { readonly kind: "too-large" }
  /** The connection ended before the whole body was sent. */
  | { readonly kind: "broken" };

/** Reads the body of a request. A body over the limit is not read to its end. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return { kind: "too-large" };
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes = chunk as Buffer; // no encoding was set
      size += bytes.length;
      if (size > maxBytes) return { kind: "too-large" };
      chunks.push(bytes);
    }
  } catch {
    // There is no connection for an answer.
    return { kind: "broken" };
  }
  return { kind: "read", bytes: Buffer.concat(chunks) };
}
