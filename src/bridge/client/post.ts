import { request } from "node:http";
import type { Readable } from "node:stream";
import { RpcInvalidResponseError } from "../rpc-errors.ts";

export interface Posted {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a JSON text and reads the whole answer. Node's own client rather than `fetch`: that gives up on answers that take
 * more than five minutes to begin, follows redirects with the token, and takes longer to load.
 * @throws RpcInvalidResponseError for an answer beyond the limit; what the connection or the signal brings
 */
export function post(
  url: URL,
  body: string,
  {
    token,
    signal,
    maxBytes,
  }: { readonly token: string | undefined; readonly signal: AbortSignal; readonly maxBytes: number },
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    // One connection for one request: a process that has its answer shall not be kept by an open one.
    const sent = request(url, { method: "POST", headers, signal, agent: false }, (response) => {
      readText(response, maxBytes)
        .then((text) => resolve({ status: response.statusCode ?? 0, text }))
        .catch((error: unknown) => {
          sent.destroy();
          reject(error);
        });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

async function readText(stream: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = chunk as Buffer; // no encoding was set
    size += bytes.length;
    if (size > maxBytes) throw new RpcInvalidResponseError(`the bridge's answer has more than ${maxBytes} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}
