import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Running, served } from "./identity-servers.ts";
import { pegboard, root } from "./run-pegboard.ts";

// Sessions of older clients over HTTP: with the official client, unchanged, and as requests of those who have no good in mind.

let folder = "";
let url = "";
const running: Running[] = [];
const tokens = { ada: "", eve: "" };
beforeAll(async () => {
  const cache = join(root, "node_modules", ".cache", "pegboard");
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "sessions-"));
  cpSync(join(root, "test", "fixtures", "conformance"), folder, { recursive: true });
  expect(await pegboard(["generate", "--catalog", folder])).toMatchObject({ code: 0 });
  for (const name of ["ada", "eve"] as const) {
    const made = await pegboard(["token", "create", name, "--file", join(folder, "tokens.json")]);
    tokens[name] = made.stdout.trim();
  }
  url = await serve("on");
});
afterAll(() => {
  for (const { child } of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

async function serve(path: "on" | "off", more: object = {}): Promise<string> {
  const config = { http: { address: "127.0.0.1:0", tokens: "tokens.json", ...more } };
  const server = await served(folder, config, { PEGBOARD_FAST_PATH: path });
  running.push(server);
  return server.found;
}

describe.each(["on", "off"] as const)("the official client, with the fast path %s", (path) => {
  it("is asked by forms, for texts and for folders, cancels, and ends its session", { timeout: 30_000 }, async () => {
    const at = path === "on" ? url : await serve("off");
    const client = new Client(
      { name: "older", version: "1" },
      { capabilities: { elicitation: {}, sampling: {}, roots: {} } },
    );
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({
      action: "accept",
      content: params.message === "Who?" ? { username: "ada", email: "ada@example.org" } : {},
    }));
    client.setRequestHandler(CreateMessageRequestSchema, async () => ({
      role: "assistant",
      content: { type: "text", text: "Paris" },
      model: "m",
    }));
    client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: [{ uri: "file:///home" }] }));
    const headers = { authorization: `Bearer ${tokens.ada}` };
    const transport = new StreamableHTTPClientTransport(new URL(at), { requestInit: { headers } });
    // Its optional members differ from the SDK's own type only in exactOptionalPropertyTypes.
    await client.connect(transport as never);
    const text = async (name: string, given = {}) =>
      JSON.stringify((await client.callTool({ name, arguments: given })).content);
    expect(await text("test_elicitation", { message: "Who?" })).toContain("ada@example.org");
    expect(await text("test_sampling", { prompt: "What?" })).toContain("Paris");
    expect(await text("test_input_required_result_list_roots")).toContain("file:///home");
    expect(await text("test_streaming_elicitation")).toContain("confirmed");
    const cancelling = new AbortController();
    const long = client.callTool({ name: "test_reconnection" }, undefined, { signal: cancelling.signal });
    cancelling.abort();
    await expect(long).rejects.toThrow();
    const id = transport.sessionId ?? "";
    expect(id).toMatch(/^[\w-]{32}$/);
    await transport.terminateSession();
    await client.close();
    expect((await post(at, "ada", ping, id)).status).toBe(404);
  });
});

interface Sent {
  readonly id: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

const base = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const headersOf = (who: keyof typeof tokens, session?: string) => ({
  ...base,
  authorization: `Bearer ${tokens[who]}`,
  "mcp-protocol-version": "2025-11-25",
  ...(session === undefined ? {} : { "mcp-session-id": session }),
});

async function post(at: string, who: keyof typeof tokens, sent: Sent | object, session?: string) {
  const body = JSON.stringify({ jsonrpc: "2.0", ...sent });
  const answer = await fetch(at, { method: "POST", headers: headersOf(who, session), body });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const ping: Sent = { id: 99, method: "ping" };
const call = (id: number, name: string, given = {}, meta = {}): Sent => ({
  id,
  method: "tools/call",
  params: { name, arguments: given, _meta: meta },
});

async function begin(who: keyof typeof tokens, at = url): Promise<string> {
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: { elicitation: {} },
    clientInfo: { name: "raw", version: "1" },
  };
  const { headers } = await post(at, who, { id: 0, method: "initialize", params });
  return headers.get("mcp-session-id") ?? "";
}

/** A stream, event by event. */
async function open(who: keyof typeof tokens, session: string, sent: Sent | { readonly after?: string }, at = url) {
  const gone = new AbortController();
  const isPost = "id" in sent;
  const after = isPost || sent.after === undefined ? {} : { "last-event-id": sent.after };
  const answer = await fetch(at, {
    method: isPost ? "POST" : "GET",
    headers: { ...headersOf(who, session), ...after },
    signal: gone.signal,
    ...(isPost && { body: JSON.stringify({ jsonrpc: "2.0", ...sent }) }),
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  async function next(): Promise<{ id?: string; data?: Sent } | undefined> {
    while (!text.includes("\n\n")) {
      const part = await reader?.read();
      if (part === undefined || part.done) return undefined;
      text += part.value;
    }
    const event = text.slice(0, text.indexOf("\n\n"));
    text = text.slice(event.length + 2);
    const id = /^id: (.*)$/m.exec(event)?.[1];
    const data = /^data: (.+)$/m.exec(event)?.[1];
    return { ...(id && { id }), ...(data && { data: JSON.parse(data) }) };
  }
  return { status: answer.status, next, leave: () => gone.abort() };
}

const elicitation = call(7, "test_elicitation", { message: "Who?" });
const accepted = { action: "accept", content: { username: "a", email: "a@b.example" } };

describe("a stream that is lost", () => {
  it("is read on with the answer of the call, which has gone on", async () => {
    const session = await begin("ada");
    const first = await open("ada", session, call(1, "test_tool_with_progress", {}, { progressToken: "p" }));
    const primed = await first.next();
    expect(primed?.data).toBeUndefined();
    first.leave();
    const again = await open("ada", session, { after: primed?.id ?? "" });
    const seen: Sent[] = [];
    for (let event = await again.next(); event?.data !== undefined; event = await again.next()) seen.push(event.data);
    expect(seen.map(({ method, id }) => method ?? id)).toEqual([...Array(3).fill("notifications/progress"), 1]);
    // It has ended, and can be read once more.
    const third = await open("ada", session, { after: primed?.id ?? "" });
    expect((await third.next())?.data?.method).toBe("notifications/progress");
  });

  it("still has its question, whose reply comes in a request of its own", async () => {
    const session = await begin("ada");
    const first = await open("ada", session, elicitation);
    const primed = await first.next();
    first.leave();
    const again = await open("ada", session, { after: primed?.id ?? "" });
    const question = await again.next();
    expect(question?.data?.method).toBe("elicitation/create");
    expect((await post(url, "ada", { id: question?.data?.id, result: accepted }, session)).status).toBe(202);
    expect(JSON.stringify((await again.next())?.data)).toContain("a@b.example");
  });
});

describe("a stream whose process is gone", () => {
  const servedWithFile = () => {
    const config = { http: { address: "127.0.0.1:0", tokens: "tokens.json" } };
    return served(folder, config, { PEGBOARD_SESSION_EVENTS: join(folder, "events.db") });
  };
  const first = async () => {
    const server = await servedWithFile();
    running.push(server);
    return server;
  };

  it("is read on by the official client from the next one: every event once, in order", {
    timeout: 30_000,
  }, async () => {
    const before = await first();
    const wire = await breakableProxy(new URL(before.found).port);
    const client = new Client({ name: "older", version: "1" }, { capabilities: { elicitation: {} } });
    const headers = { authorization: `Bearer ${tokens.ada}` };
    const reconnectionOptions = {
      maxReconnectionDelay: 100,
      initialReconnectionDelay: 100,
      reconnectionDelayGrowFactor: 1,
      maxRetries: 20,
    };
    const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${wire.port}/mcp`), {
      requestInit: { headers },
      reconnectionOptions,
    });
    await client.connect(transport as never);
    const session = transport.sessionId ?? "";
    const seen: number[] = [];
    const broken = wire.breakAfter("notifications/progress");
    const call = client.callTool({ name: "test_tool_with_progress", arguments: {} }, undefined, {
      onprogress: ({ progress }) => void seen.push(progress),
    });
    await broken;
    before.child.kill("SIGTERM");
    expect(await before.exit).toBe(0);
    expect(seen.length).toBeLessThan(3);
    const after = await first();
    wire.repair(new URL(after.found).port);
    expect(JSON.stringify((await call).content)).toContain("done");
    expect(seen).toEqual([0, 50, 100]);
    await client.close();
    // The new process does not know the session; to end it is to remove what is kept.
    const id = wire.idOf("notifications/progress");
    const readOn = () => open("ada", session, { after: id }, after.found);
    expect((await open("eve", session, { after: id }, after.found)).status).toBe(404);
    expect((await readOn()).status).toBe(200);
    await fetch(after.found, { method: "DELETE", headers: headersOf("ada", session) });
    expect((await readOn()).status).toBe(404);
    wire.close();
  });

  it("and did not finish it, gives what there was, once, and then that the session is over", async () => {
    const before = await first();
    const session = await begin("ada", before.found);
    const asking = await open("ada", session, elicitation, before.found);
    const primed = await asking.next();
    const question = await asking.next();
    // What can be read on from it is written.
    const reading = await open("ada", session, { after: primed?.id ?? "" }, before.found);
    expect((await reading.next())?.data).toEqual(question?.data);
    before.child.kill("SIGKILL");
    await before.exit;
    const after = await first();
    const again = await open("ada", session, { after: primed?.id ?? "" }, after.found);
    expect((await again.next())?.data).toEqual(question?.data);
    expect(await again.next()).toBeUndefined();
    const refused = await open("ada", session, { after: question?.id ?? "" }, after.found);
    expect(refused.status).toBe(404);
  });
});

/** Forwards connections, breaks them at a word, and takes none until it is repaired. */
async function breakableProxy(firstPort: string) {
  let port = Number(firstPort);
  let word: string | undefined;
  let isBroken = false;
  let heard = "";
  let onBreak: () => void = () => undefined;
  const proxy = createServer((client) => {
    if (isBroken) {
      client.destroy();
      return;
    }
    const server = connect(port, "127.0.0.1");
    client.pipe(server);
    client.on("error", () => server.destroy()).on("close", () => server.destroy());
    server.on("error", () => client.destroy()).on("close", () => client.destroy());
    server.on("data", (part) => {
      client.write(part);
      heard += String(part);
      if (word === undefined || !String(part).includes(word)) return;
      word = undefined;
      isBroken = true;
      client.end();
      server.destroy();
      onBreak();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", () => resolve()));
  const address = proxy.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    breakAfter(text: string) {
      word = text;
      return new Promise<void>((resolve) => {
        onBreak = resolve;
      });
    },
    repair(next: string) {
      port = Number(next);
      isBroken = false;
    },
    /** Of the first event with this word. */
    idOf: (text: string) => new RegExp(`^id: (.*)\\ndata: .*${text}`, "m").exec(heard)?.[1] ?? "",
    close: () => void proxy.close(),
  };
}

describe("a session of somebody else", () => {
  it("can't be used, read on, answered in, cancelled or ended", async () => {
    const session = await begin("ada");
    const asking = await open("ada", session, elicitation);
    const primed = await asking.next();
    const question = await asking.next();
    const reply = { id: question?.data?.id, result: accepted };
    const cancel = { method: "notifications/cancelled", params: { requestId: 7 } };
    for (const sent of [ping, elicitation, reply, cancel]) {
      expect((await post(url, "eve", sent, session)).status).toBe(404);
    }
    expect((await open("eve", session, {})).status).toBe(404);
    expect((await open("eve", session, { after: primed?.id ?? "" })).status).toBe(404);
    expect((await fetch(url, { method: "DELETE", headers: headersOf("eve", session) })).status).toBe(404);
    // From a session of her own she reaches nothing of it, either.
    const own = await begin("eve");
    expect((await open("eve", own, { after: primed?.id ?? "" })).status).toBe(400);
    expect((await post(url, "eve", reply, own)).status).toBe(202);
    expect((await post(url, "eve", cancel, own)).status).toBe(202);
    expect((await post(url, "ada", reply, session)).status).toBe(202);
    expect(JSON.stringify((await asking.next())?.data)).toContain("a@b.example");
  });
});

it("the state of a question is good for the caller that it was sent to, and for no other", async () => {
  const name = "test_input_required_result_request_state";
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
  };
  async function answered(who: keyof typeof tokens, more: object = {}) {
    const params = { name, arguments: {}, _meta: envelope, ...more };
    const headers = {
      ...headersOf(who),
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    return (await fetch(url, { method: "POST", headers, body })).text();
  }
  const [, requestState] = /"requestState":"([^"]+)"/.exec(await answered("ada")) ?? [];
  expect(requestState).toMatch(/^v1\./);
  const more = { requestState, inputResponses: { confirm: { action: "accept", content: { ok: true } } } };
  expect(JSON.parse(await answered("eve", more))).toMatchObject({ error: { code: -32602 } });
  expect(await answered("ada", more)).toContain("state-ok");
});

describe("what is not a session", () => {
  it("is not found by guessing, and helps with nothing that needs one", async () => {
    const reply = { id: "ask-0", result: accepted };
    for (const guessed of ["x", "0".repeat(32), "../../etc", "'; DROP TABLE events; --"]) {
      expect((await open("ada", guessed, {})).status).toBe(404);
      expect((await open("ada", guessed, { after: `${"A".repeat(22)}.0` })).status).toBe(404);
      expect((await fetch(url, { method: "DELETE", headers: headersOf("ada", guessed) })).status).toBe(404);
      expect((await post(url, "ada", reply, guessed)).status).toBe(404);
      // What needs no session is answered: it may be one of another process.
      expect((await post(url, "ada", ping, guessed)).status).toBe(200);
      // A call that would ask says that there has to be a new one.
      expect((await post(url, "ada", elicitation, guessed)).status).toBe(404);
    }
  });

  it("is none any more after DELETE: nothing is read on, replayed or answered", async () => {
    const session = await begin("ada");
    const stream = await open("ada", session, call(1, "test_tool_with_progress", {}, { progressToken: "p" }));
    const primed = await stream.next();
    while ((await stream.next()) !== undefined);
    const asking = await open("ada", session, elicitation);
    await asking.next();
    const question = await asking.next();
    expect((await fetch(url, { method: "DELETE", headers: headersOf("ada", session) })).status).toBe(204);
    // The question is taken back.
    const last = await asking.next();
    expect(last?.data).toMatchObject({ method: "notifications/cancelled", params: { requestId: question?.data?.id } });
    expect(await asking.next()).toBeUndefined();
    expect((await post(url, "ada", ping, session)).status).toBe(404);
    expect((await post(url, "ada", { id: question?.data?.id, result: accepted }, session)).status).toBe(404);
    expect((await open("ada", session, { after: primed?.id ?? "" })).status).toBe(404);
    expect((await fetch(url, { method: "DELETE", headers: headersOf("ada", session) })).status).toBe(404);
  });
});

describe("a Last-Event-ID", () => {
  it.each([
    [
      "of another session of the same caller",
      async () => {
        const stream = await open("ada", await begin("ada"), elicitation);
        return (await stream.next())?.id ?? "";
      },
    ],
    ["that is made up", async () => `${"A".repeat(22)}.0`],
    ["that is not an id", async () => "0"],
    ["that is very long", async () => `${"A".repeat(12_000)}.0`],
    ["with a number that is too large", async () => `${"A".repeat(22)}.99999999999`],
    ["with words of another language", async () => "' OR 1=1 --"],
  ])("%s is refused, and the session goes on", async (_name, idOf) => {
    const session = await begin("ada");
    expect((await open("ada", session, { after: await idOf() })).status).toBe(400);
    expect((await post(url, "ada", ping, session)).status).toBe(200);
  });
});

describe("floods", () => {
  it("of sessions, streams and requests of one caller leave the others alone", { timeout: 60_000 }, async () => {
    const kept = await begin("ada");
    for (let count = 0; count < 8; count++) await Promise.all(Array.from({ length: 25 }, () => begin("eve")));
    const own = await begin("eve");
    // Each GET ends the one before.
    const streams = await Promise.all(Array.from({ length: 30 }, () => open("eve", own, {})));
    expect(streams.map(({ status }) => status)).toEqual(Array(30).fill(200));
    const asked = await Promise.all(
      Array.from({ length: 80 }, (_, id) => open("eve", own, call(id, "test_elicitation", { message: "Who?" }))),
    );
    const refused = asked.filter(({ status }) => status === 400).length;
    expect(refused).toBe(80 - 64);
    for (const { leave } of [...asked, ...streams]) leave();
    expect((await post(url, "ada", ping, kept)).status).toBe(200);
    const question = await open("ada", kept, elicitation);
    await question.next();
    expect((await question.next())?.data?.method).toBe("elicitation/create");
    question.leave();
  });

  it("of the same id are refused while it runs", async () => {
    const session = await begin("ada");
    const first = await open("ada", session, elicitation);
    expect((await post(url, "ada", elicitation, session)).status).toBe(400);
    first.leave();
  });
});

it("there are none where the operator wants none", async () => {
  const at = await serve("on", { sessions: "off" });
  expect(await begin("ada", at)).toBe("");
  expect((await open("ada", "x", {}, at)).status).toBe(405);
  const answer = await post(at, "ada", call(1, "test_streaming_elicitation"), "x");
  expect([answer.status, answer.text.includes("CONFIRMATION_REQUIRED")]).toEqual([200, true]);
});
