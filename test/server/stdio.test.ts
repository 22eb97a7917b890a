import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { createPolicy } from "../../src/runtime/policy.ts";
import type { CallContext } from "../../src/runtime/ports.ts";
import type { ErasedHandler } from "../../src/runtime/registry.ts";
import { ok } from "../../src/runtime/result.ts";
import { handlers, type NotesDeps, notesRegistry, openNotes } from "../runtime/notes-catalog.ts";
import { modernEnvelope, openWire } from "./wire.ts";

function withHandler(handler: ErasedHandler<NotesDeps>) {
  return openNotes({ registry: notesRegistry({}, { ...handlers, note_list: handler }) });
}

describe("eras", () => {
  const revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
  test.each(revisions)("the handshake of %s is answered in kind", async (revision) => {
    const wire = openWire();
    expect((await wire.initialize(revision)).result).toEqual({
      protocolVersion: revision,
      capabilities: { tools: {}, resources: {} },
      serverInfo: { name: "notes", version: "1.1.0" },
      // Every list that the compiler makes has the two; the one of these notes was written by hand.
      instructions:
        "Keep notes.\ntool_search finds tools by words; tool_describe shows the params of a tool.\n" +
        "More: the resource pegboard://guide",
    });
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });

  test("the tool list is the same text in every era", async () => {
    const texts = new Set<string>();
    for (const revision of revisions) {
      const wire = openWire();
      await wire.initialize(revision);
      texts.add(JSON.stringify((await wire.request("tools/list")).result));
      texts.add(JSON.stringify((await wire.request("tools/list")).result));
      wire.stdin.end();
      await wire.exit;
    }
    const modern = openWire();
    const { result } = await modern.request("tools/list", { _meta: modernEnvelope });
    modern.stdin.end();
    await modern.exit;
    const { tools, ttlMs, cacheScope } = result as JsonObject;
    texts.add(JSON.stringify({ tools }));
    expect(texts.size).toBe(1);
    expect({ ttlMs, cacheScope }).toEqual({ ttlMs: 3_600_000, cacheScope: "public" });
  });

  test("the modern era needs no handshake, and its _meta reaches the dispatcher", async () => {
    const wire = openWire();
    const handle = await wire.notes.login();
    const _meta = { ...modernEnvelope, "pegboard/session": handle };
    const answer = await wire.request("tools/call", { name: "note_create", arguments: { title: "x" }, _meta });
    expect((answer.result as JsonObject).structuredContent).toEqual({ title: "x", priority: 5, by: "ann" });
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });
});

describe("tools", () => {
  test("a profile's list leaves out what policy denies", async () => {
    const wire = openWire({ policy: createPolicy({ deny: ["note_m*"] }) });
    await wire.initialize();
    const { tools } = (await wire.request("tools/list")).result as { tools: readonly { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(["note_create", "note_list"]);
    wire.stdin.end();
    await wire.exit;
  });
  test("a profile that does not exist is refused before anything is served", async () => {
    await expect(openWire({ listingOptions: { profile: "nope" } }).exit).rejects.toThrow(
      "unknown profile 'nope'; the profiles are: all",
    );
  });
  test("an unknown tool is a JSON-RPC error with its data", async () => {
    const wire = openWire();
    await wire.initialize();
    expect((await wire.request("tools/call", { name: "note_lst" })).error).toEqual({
      code: -32602,
      message: "Unknown tool: 'note_lst'; did you mean 'note_list'?",
      data: { tool: "note_lst", nearMiss: "note_list" },
    });
    expect((await wire.request("tools/list", { cursor: "x" })).error).toEqual({
      code: -32602,
      message: "Invalid params: unknown cursor; the list has one page",
    });
    expect((await wire.request("no/such/method")).error).toEqual({ code: -32601, message: "Method not found" });
    wire.stdin.end();
    await wire.exit;
  });
  test.each<[string, string, string]>([
    ["a deep value", `{"limit":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, "/limit"],
    ["10 MB", `{"limit":"${"x".repeat(10_000_000)}"}`, "/limit"],
  ])("arguments with %s reach the dispatcher unchanged", async (_name, text, path) => {
    const wire = openWire();
    await wire.initialize();
    wire.write(
      `{"jsonrpc":"2.0","id":"odd","method":"tools/call","params":{"name":"note_list","arguments":${text}}}\n`,
    );
    const { result } = await wire.line(({ id }) => id === "odd");
    const { error } = (result as { structuredContent: { error: { violations: readonly { path: string }[] } } })
      .structuredContent;
    expect(error.violations.map((violation) => violation.path)).toEqual([path]);
    wire.stdin.end();
    await wire.exit;
  });
  test.each(["null", "[1]", '"x"', "7"])("arguments that are %s are a malformed request", async (text) => {
    const wire = openWire();
    await wire.initialize();
    wire.write(
      `{"jsonrpc":"2.0","id":"odd","method":"tools/call","params":{"name":"note_list","arguments":${text}}}\n`,
    );
    const { error } = await wire.line(({ id }) => id === "odd");
    expect(error).toEqual({ code: -32602, message: 'Invalid params: "arguments" is not an object' });
    wire.stdin.end();
    await wire.exit;
  });
  test("progress goes forward only, and comes before the result", async () => {
    const notes = withHandler((_input, _deps, call: CallContext<"optional">) => {
      call.progress(1, 3);
      call.progress(1, 3);
      call.progress(0, 3);
      call.progress(Number.NaN);
      call.progress(3, 3, "done");
      return ok([]);
    });
    const wire = openWire({}, notes);
    await wire.initialize();
    await wire.request("tools/call", { name: "note_list", _meta: { progressToken: "t" } });
    await wire.request("tools/call", { name: "note_list" });
    const reported = wire.lines.slice(1).map((line) => JSON.parse(line));
    expect(reported.map(({ method, params }) => (method === undefined ? "result" : params))).toEqual([
      { progressToken: "t", progress: 1, total: 3 },
      { progressToken: "t", progress: 3, total: 3, message: "done" },
      "result",
      "result",
    ]);
    wire.stdin.end();
    await wire.exit;
  });
  test("a cancelled call aborts its signal and is not answered", async () => {
    let reason: unknown;
    let started: () => void = () => undefined;
    const isStarted = new Promise<void>((resolve) => {
      started = resolve;
    });
    const notes = withHandler(
      (_input, _deps, call: CallContext<"optional">) =>
        new Promise((resolve) => {
          call.signal.addEventListener("abort", () => {
            reason = call.signal.reason;
            resolve(ok([]));
          });
          started();
        }),
    );
    const wire = openWire({}, notes);
    await wire.initialize();
    wire.send({ id: "c", method: "tools/call", params: { name: "note_list" } });
    await isStarted;
    wire.send({ method: "notifications/cancelled", params: { requestId: "c", reason: "changed my mind" } });
    await wire.request("ping");
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    expect([reason, wire.lines.filter((line) => line.includes('"c"'))]).toEqual(["changed my mind", []]);
  });
});

describe("lines", () => {
  test.each<[string, string | Buffer, unknown]>([
    ["no JSON", "{oops", { id: null, code: -32700, message: "Parse error: the message is not JSON" }],
    [
      "no UTF-8",
      Buffer.from([0x22, 0xff, 0x22]),
      { id: null, code: -32700, message: "Parse error: the message is not UTF-8" },
    ],
    ["a number", "5", { id: null, code: -32600, message: "Invalid Request: a message is an object" }],
    [
      "no version",
      '{"id":7,"method":"ping"}',
      { id: 7, code: -32600, message: 'Invalid Request: "jsonrpc" is not "2.0"' },
    ],
    ["no method", '{"jsonrpc":"2.0","id":7}', { id: 7, code: -32600, message: 'Invalid Request: "method" is missing' }],
    [
      "an invalid method",
      '{"jsonrpc":"2.0","id":7,"method":1}',
      { id: 7, code: -32600, message: 'Invalid Request: "method" is not a string' },
    ],
    [
      "an invalid id",
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      { id: null, code: -32600, message: 'Invalid Request: "id" is not a string or an integer' },
    ],
    [
      "params in a list",
      '{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}',
      { id: 7, code: -32602, message: 'Invalid params: "params" is not an object' },
    ],
    ["an empty batch", "[]", { id: null, code: -32600, message: "Invalid Request: the batch is empty" }],
    [
      "a batch where there are none",
      '[{"jsonrpc":"2.0","id":7,"method":"ping"}]',
      { id: null, code: -32600, message: "Invalid Request: this revision has no batches" },
    ],
    [
      "an endless line",
      "x".repeat(3_000),
      { id: null, code: -32600, message: "Invalid Request: a message is longer than 2000 bytes" },
    ],
  ])("%s is answered with the specification's code, and serving goes on", async (_name, text, expected) => {
    const wire = openWire({ maxLineBytes: 2_000 });
    await wire.initialize();
    wire.write(Buffer.concat([Buffer.from(text), Buffer.from("\n")]));
    const { id, error } = await wire.line((message) => message.error !== undefined);
    expect({ id, ...(error as JsonObject) }).toEqual(expected);
    expect((await wire.request("ping")).result).toEqual({});
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });

  test.each([
    "",
    "   ",
    "\r",
    '{"jsonrpc":"2.0","method":"notifications/x","params":3}',
    '{"jsonrpc":"2.0","id":1,"result":5}',
    '{"jsonrpc":"2.0","id":99,"error":{}}',
  ])("%j needs no answer", async (text) => {
    const wire = openWire();
    await wire.initialize();
    wire.write(`${text}\n`);
    await wire.request("ping");
    expect(wire.lines.length).toBe(2);
    wire.stdin.end();
    await wire.exit;
  });

  test("a message may come in pieces, cut inside a character, end in CRLF, or end with the input", async () => {
    const wire = openWire();
    await wire.initialize();
    const bytes = Buffer.from(
      '{"jsonrpc":"2.0","id":"ü","method":"ping"}\r\n{"jsonrpc":"2.0","id":"last","method":"ping"}',
    );
    for (const byte of bytes) wire.write(Buffer.from([byte]));
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    expect(wire.lines.slice(1).map((line) => JSON.parse(line).id)).toEqual(["ü", "last"]);
  });

  test("a batch is answered as one where the revision has batches", async () => {
    const wire = openWire();
    await wire.initialize("2025-03-26");
    wire.write(
      '[{"jsonrpc":"2.0","id":"a","method":"ping"},5,{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":"b","method":"no/such"}]\n',
    );
    const { batch } = await wire.line((message) => message.batch !== undefined);
    // JSON-RPC leaves the order of a batch's answers open.
    const byId = [...(batch as readonly JsonObject[])].sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
    expect(byId).toEqual([
      { jsonrpc: "2.0", id: "a", result: {} },
      { jsonrpc: "2.0", id: "b", error: { code: -32601, message: "Method not found" } },
      { jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid Request: a message is an object" } },
    ]);
    wire.stdin.end();
    await wire.exit;
  });

  test("an id that is still running can't be used again", async () => {
    const wire = openWire(
      {},
      withHandler(() => new Promise((resolve) => setTimeout(() => resolve(ok([])), 50))),
    );
    await wire.initialize();
    wire.send({ id: 7, method: "tools/call", params: { name: "note_list" } });
    wire.send({ id: 7, method: "ping" });
    wire.stdin.end();
    await wire.exit;
    expect(wire.lines.slice(1).map((line) => Object.keys(JSON.parse(line)).includes("error"))).toEqual([true, false]);
  });
});

describe("the end", () => {
  const slow: ErasedHandler<NotesDeps> = () => new Promise((resolve) => setTimeout(() => resolve(ok([])), 60));

  test.each(["input", "signal"])(
    "of the %s: what runs is finished and answered, the host closed, exit code 0",
    async (how) => {
      const events: string[] = [];
      const wire = openWire({ close: async () => void events.push("closed") }, withHandler(slow));
      await wire.initialize();
      wire.send({ id: "slow", method: "tools/call", params: { name: "note_list" } });
      await wire.request("ping");
      if (how === "input") wire.stdin.end();
      else wire.stop();
      expect(await wire.exit).toBe(0);
      expect(wire.lines.filter((line) => line.includes('"slow"')).length).toBe(1);
      expect([events, wire.rest()]).toEqual([["closed"], ""]);
    },
  );

  test("a call that does not end is aborted when the time is over", async () => {
    let isAborted = false;
    const stuck: ErasedHandler<NotesDeps> = (_input, _deps, call: CallContext<"optional">) =>
      new Promise(() => {
        call.signal.addEventListener("abort", () => {
          isAborted = true;
        });
      });
    const wire = openWire({ shutdownMs: 30 }, withHandler(stuck));
    await wire.initialize();
    wire.send({ id: 9, method: "tools/call", params: { name: "note_list" } });
    await wire.request("ping");
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    expect(isAborted).toBe(true);
    expect(wire.log.map(({ message }) => message)).toContain("calls were still running at the end and were aborted");
  });

  test("a cancelled call that still runs keeps the host open until it has left", async () => {
    const events: string[] = [];
    const notes = withHandler(async (_input, _deps, call: CallContext<"optional">) => {
      await new Promise((resolve) => call.signal.addEventListener("abort", resolve));
      await new Promise((resolve) => setTimeout(resolve, 40));
      events.push("handler left");
      return ok([]);
    });
    const wire = openWire({ close: async () => void events.push("host closed") }, notes);
    await wire.initialize();
    wire.send({ id: "c", method: "tools/call", params: { name: "note_list" } });
    await wire.request("ping");
    wire.send({ method: "notifications/cancelled", params: { requestId: "c" } });
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    expect(events).toEqual(["handler left", "host closed"]);
  });

  test("a host that fails to close is reported, and stdout is restored anyway", async () => {
    const wire = openWire({ close: () => Promise.reject(new Error("disk gone")) });
    await wire.initialize();
    wire.stdin.end();
    await expect(wire.exit).rejects.toThrow("disk gone");
    wire.stdout.write("after\n");
    await new Promise((resolve) => setImmediate(resolve));
    expect([wire.lines.at(-1), wire.errors]).toEqual(["after", []]);
  });

  test("a host that does not close is not waited for", async () => {
    const wire = openWire({ shutdownMs: 30, close: () => new Promise(() => undefined) });
    await wire.initialize();
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });

  test("before the first message, and a stop that came before the start", async () => {
    const early = openWire();
    early.stdin.end();
    expect(await early.exit).toBe(0);
    const stopped = openWire({ stop: AbortSignal.abort() });
    expect(await stopped.exit).toBe(0);
  });

  test("a reader that goes away ends serving without a word", async () => {
    const wire = openWire();
    await wire.initialize();
    wire.stdout.emit("error", Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
    expect(await wire.exit).toBe(0);
    expect(wire.log.filter(({ level }) => level === "error")).toEqual([]);
  });
});

describe("stdout", () => {
  test("is the protocol's while it serves, and everybody's afterwards", async () => {
    const notes = withHandler(() => {
      wire.stdout.write("a handler prints\n");
      return ok([]);
    });
    const wire = openWire({}, notes);
    await wire.initialize();
    await wire.request("tools/call", { name: "note_list" });
    wire.stdin.end();
    await wire.exit;
    wire.stdout.write("after\n");
    await new Promise((resolve) => setImmediate(resolve));
    expect(wire.errors).toEqual(["a handler prints\n"]);
    expect(wire.lines.map((line) => line.slice(0, 1))).toEqual(["{", "{", "a"]);
  });

  test("a slow reader stops the reading until it has caught up", async () => {
    const wire = openWire();
    await wire.initialize();
    wire.stdout.pause();
    const ids = Array.from({ length: 500 }, (_, index) => 1_000 + index);
    for (const id of ids) wire.send({ id, method: "tools/list" });
    while (!wire.stdin.isPaused()) await new Promise((resolve) => setImmediate(resolve));
    wire.stdout.resume();
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
    expect(wire.lines.slice(1).map((line) => JSON.parse(line).id)).toEqual(ids);
  });
});
