import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

// A provider of embeddings on loopback whose vectors are made of the words of a text: texts that share words, or words of one group, are
// near each other. It also fails in every way in which a provider fails.

const dimensions = 64;

/** Words of like meaning, which have one vector. */
const groups = [
  ["car", "automobile", "vehicle"],
  ["doctor", "physician"],
  ["salary", "wage", "pay"],
];

export interface EmbeddingServer {
  /** The base of its API. */
  readonly url: string;
  /** The texts of each request. */
  readonly requests: readonly (readonly string[])[];
  /** The `authorization` of each request. */
  readonly authorizations: readonly (string | undefined)[];
  /** How it answers from now on; undefined: as it should. */
  behaviour: Behaviour | undefined;
}

/** @returns true where it has answered */
export type Behaviour = (texts: readonly string[], response: ServerResponse, request: IncomingMessage) => boolean;

export async function embeddingServer(): Promise<EmbeddingServer> {
  const requests: (readonly string[])[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const texts: string[] = JSON.parse(Buffer.concat(parts).toString("utf8")).input;
    requests.push(texts);
    authorizations.push(request.headers.authorization);
    if (given.behaviour?.(texts, response, request) === true) return;
    answer(response, 200, { data: texts.map((text, index) => ({ index, embedding: vectorOf(text) })) });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const given: EmbeddingServer = { url: `http://127.0.0.1:${port}/v1`, requests, authorizations, behaviour: undefined };
  return given;
}

export function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): true {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
  return true;
}

/** The sum of the vectors of its words. */
export function vectorOf(text: string): number[] {
  const sum = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? ["nothing"]) {
    const group = groups.find((words) => words.includes(word))?.[0] ?? word;
    const hash = createHash("sha512").update(group).digest();
    for (let index = 0; index < dimensions; index++) sum[index] = (sum[index] ?? 0) + ((hash[index] ?? 0) - 127.5);
  }
  return sum;
}
