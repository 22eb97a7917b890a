import type { HttpRequest } from "../server/http/exchange.ts";
import type { Body } from "../server/http/read-body.ts";

/** A request of `fetch` as one of Node's. */
export function requestOf(request: Request): HttpRequest {
  const { pathname, search, host } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  // Where the platform keeps the header to itself, the URL was made of it.
  headers.host ??= host;
  return { method: request.method, url: `${pathname}${search}`, headers, rawHeaders: Object.entries(headers).flat() };
}

/**
 * Reads the body of a request. A body over the limit is not read to its end.
 * @throws when something else has read it
 */
export async function readWebBody(request: Request, maxBytes: number): Promise<Body> {
  if (request.bodyUsed) throw new Error("the body of the request was read before it came here");
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return { kind: "too-large" };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > maxBytes) return { kind: "too-large" };
      chunks.push(chunk);
    }
  } catch {
    // The client has gone, so there is nothing to answer.
    return { kind: "broken" };
  }
  return { kind: "read", bytes: Buffer.concat(chunks) };
}
