import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/client";
import { expect, onTestFinished } from "vitest";
import { registry } from "../../generated/registry.ts";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { openHost } from "../../src/host.ts";
import { createDispatcher } from "../../src/runtime/dispatch.ts";
import { nodeEntropy } from "../../src/server/node-entropy.ts";
import { serveStdio } from "../../src/server/stdio.ts";
import { type StoppedClock, stoppedClock } from "../services/clock.ts";
import { emptyDatabase } from "../store/empty-database.ts";

/** A client of the SDK on a served workbench whose clock the test moves. It calls only what its profile lists. */
export interface ServedClient {
  readonly clock: StoppedClock;
  readonly databasePath: string;
  /** What the user was asked, in order. */
  readonly asked: readonly string[];
  /** All texts of the answer, as a model reads them. */
  texts(tool: string, given?: JsonObject): Promise<readonly string[]>;
  value(tool: string, given?: JsonObject): Promise<JsonObject>;
  error(tool: string, given?: JsonObject): Promise<JsonObject>;
  /** Ends the client and the server. */
  close(): Promise<void>;
}

export interface ServedClientOptions {
  readonly profile?: string;
  /** An existing database, and the clock of those who wrote it. */
  readonly databasePath?: string;
  readonly clock?: StoppedClock;
  /** What the user answers; without it the client can't ask. */
  readonly user?: "accept" | "decline";
}

export async function servedClient(options: ServedClientOptions = {}): Promise<ServedClient> {
  const { clock = stoppedClock(), profile = "memory", user } = options;
  const databasePath = options.databasePath ?? (await emptyDatabase());
  const nothing = () => undefined;
  const log = { info: nothing, warn: nothing, error: nothing };
  const hostEnv = { env: { PEGBOARD_DB: databasePath }, clock, log };
  const listingOptions = { profile };
  const dispatch = createDispatcher({ registry, openHost, hostEnv, entropy: nodeEntropy, listingOptions });
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const close = () => dispatch.close();
  const exit = serveStdio({ registry, dispatch, close, log, streams, listingOptions, sources: dispatch.sources });
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: user === undefined ? {} : { elicitation: { form: {} } }, versionNegotiation: { mode: "legacy" } },
  );
  const asked: string[] = [];
  if (user !== undefined) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      asked.push(params.message);
      return { action: user, ...(user === "accept" ? { content: {} } : {}) };
    });
  }
  // The transport fits the SDK's; its message types can't be named from outside.
  await client.connect(transportTo(streams, exit) as never);
  const listed = new Set((await client.listTools()).tools.map(({ name }) => name));
  let isClosed = false;
  const end = async () => {
    if (isClosed) return;
    isClosed = true;
    await client.close();
  };
  onTestFinished(end);
  const call = async (tool: string, given: JsonObject = {}) => {
    expect(listed).toContain(tool);
    return client.callTool({ name: tool, arguments: given });
  };
  return {
    clock,
    databasePath,
    asked,
    close: end,
    async texts(tool, given) {
      return (await call(tool, given)).content.flatMap((block) => (block.type === "text" ? [block.text] : []));
    },
    async value(tool, given) {
      const { isError, structuredContent } = await call(tool, given);
      if (isError === true || !isJsonObject(structuredContent)) throw new Error(JSON.stringify(structuredContent));
      return structuredContent;
    },
    async error(tool, given) {
      const { isError, structuredContent } = await call(tool, given);
      const error = isJsonObject(structuredContent) ? structuredContent.error : undefined;
      if (isError !== true || !isJsonObject(error)) throw new Error(`${tool} did not fail`);
      return error;
    },
  };
}

/** Lines over streams in memory; closing ends the server's input and waits for its end. */
function transportTo({ stdin, stdout }: Record<"stdin" | "stdout", PassThrough>, exit: Promise<number>) {
  let rest = "";
  const transport: { onmessage?: (message: unknown) => void; onclose?: () => void } & Record<string, unknown> = {
    start: async () => {
      stdout.setEncoding("utf8").on("data", (chunk: string) => {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) transport.onmessage?.(JSON.parse(line));
      });
    },
    send: async (message: object) => {
      stdin.write(`${JSON.stringify(message)}\n`);
    },
    close: async () => {
      stdin.end();
      await exit;
      transport.onclose?.();
    },
  };
  return transport;
}
