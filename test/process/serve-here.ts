import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { connectOver, type McpConnection } from "../../scripts/plain-connection.ts";
import { runHere } from "./run-pegboard.ts";

/**
 * `pegboard serve` as it was built, in this process: its lines go over streams in memory, and the rest is as over stdio.
 * For tests with many servers that are not about processes; a process takes a third of a second to begin.
 */
export function serveHere(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  revision?: string,
): Promise<McpConnection> {
  return connectOver(transportTo(words, env), revision);
}

/** A client's end of the streams; closing it ends the server's input and waits until the server has ended by itself. */
function transportTo(words: readonly string[], env: Readonly<Record<string, string>>): Transport {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  let ended: Promise<number> | undefined;
  const transport: Transport = {
    async start() {
      createInterface({ input: stdout }).on("line", (line) => {
        // The server's lines are messages, or the client finds out; parsing alone can't say so.
        transport.onmessage?.(JSON.parse(line) as JSONRPCMessage);
      });
      ended = runHere(["serve", ...words], { stdin, stdout, stderr: process.stderr }, { env });
      ended.then(
        () => transport.onclose?.(),
        (error: unknown) => transport.onerror?.(error instanceof Error ? error : new Error(String(error))),
      );
    },
    async send(message) {
      stdin.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      stdin.end();
      const code = await ended;
      if (code !== 0) throw new Error(`serve ended with ${code}`);
    },
  };
  return transport;
}
