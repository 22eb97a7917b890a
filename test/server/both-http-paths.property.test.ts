import fc from "fast-check";
import { expect, test } from "vitest";
import { isJsonObject } from "../../src/contract/json.ts";
import { serveHttp } from "../../src/server/http/serve-http.ts";
import { lawCases } from "../law-cases.ts";
import { memoryLog, notesRegistry, openNotes } from "../runtime/notes-catalog.ts";
import { message } from "./arbitrary-messages.ts";

// The same over HTTP: whatever is posted, the fast path answers what the SDK alone would answer.

const modern = "2026-07-28";

/** Headers that fit the body, and such that do not. */
const headers = fc.record({
  revision: fc.constantFrom(undefined, undefined, "2025-06-18", modern, modern, modern, "1999-01-01"),
  method: fc.constantFrom("same", "same", "same", undefined, "tools/list"),
  name: fc.constantFrom("same", "same", "same", undefined, "note_list"),
  session: fc.constantFrom(undefined, undefined, "x"),
});

function headersFor(
  { revision, method, name, session }: Record<"revision" | "method" | "name" | "session", string | undefined>,
  body: object,
): Record<string, string> {
  const own = "method" in body ? String(body.method) : undefined;
  const named = "params" in body && isJsonObject(body.params) ? body.params.name : undefined;
  const isModern = revision === modern;
  const given = {
    "mcp-protocol-version": revision,
    "mcp-method": method === "same" ? (isModern ? own : undefined) : method,
    "mcp-name": name === "same" ? (isModern && typeof named === "string" ? named : undefined) : name,
    "mcp-session-id": session,
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

async function open(fastPath: "on" | "off") {
  const stop = new AbortController();
  const notes = openNotes();
  let exit: Promise<number> | undefined;
  const url = await new Promise<string>((resolve) => {
    exit = serveHttp({
      registry: notesRegistry(),
      dispatch: notes.dispatch,
      close: () => notes.dispatch.close(),
      log: memoryLog([]),
      stop: stop.signal,
      address: { host: "127.0.0.1", port: 0 },
      authorization: { hosts: ["127.0.0.1"], origins: [] },
      onListening: resolve,
      fastPath,
    });
  });
  const post = async (body: string, sent: Record<string, string>) => {
    const about = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const answer = await fetch(url, { method: "POST", headers: { ...about, ...sent }, body });
    return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
  };
  const end = () => {
    stop.abort();
    return exit;
  };
  return { post, end };
}

test("both paths answer a request over HTTP with the same status, type and body", async () => {
  const [fast, slow] = [await open("on"), await open("off")];
  await fc.assert(
    fc.asyncProperty(
      message,
      headers,
      fc.constantFrom<unknown>(7, 7, "s", null, undefined),
      async (part, given, id) => {
        const body = JSON.stringify({ jsonrpc: "2.0", id, ...part });
        const sent = headersFor(given, part);
        expect(await fast.post(body, sent)).toEqual(await slow.post(body, sent));
      },
    ),
    { numRuns: lawCases(400) },
  );
  expect(await Promise.all([fast.end(), slow.end()])).toEqual([0, 0]);
}, 60_000);
