import type { IncomingMessage } from "node:http";

export type Body =
  | { readonly kind: "read"; readonly bytes: Buffer }
  | { readonly kind: "too-large" }
  /** The connection ended before the whole body was sent. */
  | { readonly kind: "broken" };

/** Reads the body of a request. A body over the limit is not read to its end. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return Promise.resolve({ kind: "too-large" });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= maxBytes) return;
      request.off("data", onData);
      request.pause();
      resolve({ kind: "too-large" });
    };
    const [onEnd, onBroken] = [
      () => resolve({ kind: "read", bytes: wholeOf(chunks) }),
      // There is no connection for an answer.
      () => resolve({ kind: "broken" }),
    ];
    request.on("data", onData).once("end", onEnd).once("error", onBroken).once("close", onBroken);
  });
}

function wholeOf(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}
