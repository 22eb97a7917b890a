import { PassThrough } from "node:stream";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { type ServeStdioOptions, serveStdio } from "../../src/server/stdio.ts";
import { type LoggedLine, memoryLog, type NotesDeps, notesRegistry, openNotes } from "../runtime/notes-catalog.ts";

/** A server on streams in memory, and a client that reads its lines. */
export function openWire(
  options: Partial<ServeStdioOptions<NotesDeps>> = {},
  notes: ReturnType<typeof openNotes> = openNotes(),
) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const lines: string[] = [];
  const errors: string[] = [];
  const log: LoggedLine[] = [];
  let wake: () => void = () => undefined;
  let rest = "";
  stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    wake();
  });
  stderr.setEncoding("utf8").on("data", (chunk: string) => errors.push(chunk));
  const stop = new AbortController();
  const exit = serveStdio<NotesDeps>({
    registry: notesRegistry(),
    dispatch: notes.dispatch,
    close: () => notes.dispatch.close(),
    log: memoryLog(log),
    streams: { stdin, stdout, stderr },
    stop: stop.signal,
    ...options,
  });
  let nextId = 1;

  async function line(match: (message: JsonObject) => boolean): Promise<JsonObject> {
    for (;;) {
      const found = lines.map(parseObject).find(match);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    stdin,
    stdout,
    lines,
    errors,
    log,
    exit,
    notes,
    stop: () => stop.abort(),
    write: (text: string | Buffer) => stdin.write(text),
    send: (message: JsonObject) => stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
    line,
    async request(method: string, params: JsonObject = {}): Promise<JsonObject> {
      const id = nextId++;
      stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
      return line((message) => message.id === id);
    },
    async initialize(protocolVersion = "2025-06-18"): Promise<JsonObject> {
      const clientInfo = { name: "test", version: "1" };
      const answer = await this.request("initialize", { protocolVersion, capabilities: {}, clientInfo });
      this.send({ method: "notifications/initialized" });
      return answer;
    },
    rest: () => rest,
  };
}

export const modernEnvelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (isJsonObject(value)) return value;
  // A batch's answer: distinguished by a key that no message has.
  return { batch: Array.isArray(value) ? value : [] };
}
