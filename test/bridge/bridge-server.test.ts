import { afterEach, describe, expect, it } from "vitest";
import { type AuditRecord, createCallPolicy } from "../../src/bridge/policy.ts";
import { InvalidArgumentsError, ProviderError, type ToolInfo, type ToolProvider } from "../../src/bridge/provider.ts";
import { BridgeServer, type BridgeServerOptions } from "../../src/bridge/server/bridge-server.ts";
import { post, rpc, sendRaw } from "./post.ts";

const open = { type: "object" };
const running: BridgeServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((bridge) => bridge.stop()));
});

async function start(provider: Partial<ToolProvider>, options: BridgeServerOptions = {}) {
  const bridge = new BridgeServer(
    {
      getServerNames: () => ["notes"],
      getTools: () => [{ name: "work", inputSchema: open }],
      callTool: async () => ({ content: [] }),
      ...provider,
    },
    { onError: () => undefined, ...options },
  );
  running.push(bridge);
  return { bridge, ...(await bridge.start()) };
}

const call = (bridge: { readonly port: number; readonly token: string }, given: object = {}, tool = "work") =>
  rpc(bridge, "callTool", { server: "notes", tool, arguments: given });

/** Something that is waited for until it has begun so many times. */
function begun(times: number): { readonly hasBegun: Promise<void>; readonly begin: () => void } {
  let left = times;
  let resolve: () => void = () => undefined;
  const hasBegun = new Promise<void>((done) => {
    resolve = done;
  });
  const begin = () => {
    left -= 1;
    if (left === 0) resolve();
  };
  return { hasBegun, begin };
}

describe("a bridge", () => {
  it("starts once, on loopback, with a token of 32 bytes, and again after it has stopped", async () => {
    const { bridge, port, token } = await start({});
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(await Promise.all([bridge.start(), bridge.start()])).toEqual([
      { port, token },
      { port, token },
    ]);
    expect(bridge.getPort()).toBe(port);
    await bridge.stop();
    await bridge.stop();
    expect(bridge.getPort()).toBe(0);
    await expect(post({ port, token, body: {} })).rejects.toMatchObject({ code: "ECONNREFUSED" });
    expect((await bridge.start()).token).not.toBe(token);
  });

  it("can't have a port that is taken, and reports that to the program that starts it", async () => {
    const { port } = await start({});
    const second = new BridgeServer(
      { getServerNames: () => [], getTools: () => [], callTool: async () => ({ content: [] }) },
      { port },
    );
    await expect(second.start()).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("judges a tool that is listed twice by the entry that promises least", async () => {
    const entries = [{ readOnlyHint: true }, { readOnlyHint: false }];
    const getTools = () => entries.map((annotations) => ({ name: "work", inputSchema: open, annotations }));
    const bridge = await start({ getTools }, { policy: createCallPolicy({}) });
    expect(await call(bridge)).toMatchObject({ error: { code: -32001 } });
  });

  it("suggests the name that was likely meant, where a schema takes any", async () => {
    const inputSchema = { properties: { query: { type: "string" } }, required: ["query"] };
    const bridge = await start({ getTools: () => [{ name: "work", inputSchema }] });
    const { error } = await call(bridge, { qery: "x" });
    expect(error?.data).toMatchObject({
      validationErrors: [{ path: "/query", found: "nothing; is 'qery' meant for it?" }],
    });
  });

  it("sorts servers and tools, whatever the provider's order, and hands every member on", async () => {
    const tools: ToolInfo[] = ["d", "B", "a", "c"].map((name) => ({ name, inputSchema: open }));
    const extra = { name: "a", inputSchema: open, outputSchema: open, icons: [{ src: "x" }], title: "A" };
    const bridge = await start({
      getServerNames: async () => ["z", "b"],
      getTools: async (server) => (server === "z" ? [...tools.filter(({ name }) => name !== "a"), extra] : []),
    });
    expect(await rpc(bridge, "listServers")).toMatchObject({
      result: {
        servers: [
          { name: "b", toolCount: 0, examples: [] },
          { name: "z", toolCount: 4, examples: ["B", "a", "c"] },
        ],
      },
    });
    expect((await rpc(bridge, "listTools", { server: "z" })).result).toEqual({
      server: "z",
      tools: ["B", "a", "c", "d"].map((name) => ({
        name,
        description: "(no description)",
        hasStructuredOutput: name === "a",
      })),
    });
    expect((await rpc(bridge, "describeTool", { server: "z", tool: "a" })).result).toEqual({
      ...extra,
      description: "(no description)",
    });
  });

  it("tells no caller what a provider throws, but its owner, with the id that the caller got", async () => {
    const reported: unknown[] = [];
    const bridge = await start(
      {
        callTool: async () => {
          throw new Error("the password is hunter2");
        },
      },
      { onError: (failure) => reported.push(failure) },
    );
    const { error } = await call(bridge);
    expect(error).toMatchObject({
      code: -32603,
      data: { reason: "internal", id: expect.stringMatching(/^[0-9a-f]{12}$/) },
    });
    expect(JSON.stringify(error)).not.toContain("hunter2");
    expect(reported).toEqual([
      { id: error?.data?.id, doing: "answering callTool", error: new Error("the password is hunter2") },
    ]);
  });

  it("reports the message of a ProviderError, and validation issues that a provider finds itself", async () => {
    const issue = {
      instancePath: "/a",
      keyword: "schema",
      message: "must be 1",
      params: {},
      path: "/a",
      expected: "1",
      found: "2",
    };
    const bridge = await start({
      checksArguments: () => true,
      callTool: async (_, __, given) => {
        if (given.a === undefined) throw new ProviderError("'notes' is away", { reason: "unreachable" });
        throw new InvalidArgumentsError([issue]);
      },
    });
    expect((await call(bridge)).error).toEqual({
      code: -32603,
      message: "'notes' is away",
      data: { reason: "unreachable" },
    });
    expect((await call(bridge, { a: 2 })).error).toEqual({
      code: -32602,
      message: "Invalid arguments for 'work' of 'notes': /a must be 1",
      data: { server: "notes", tool: "work", validationErrors: [issue] },
    });
  });

  it.each([
    [
      "throws at once",
      () => {
        throw new Error("x");
      },
    ],
    ["rejects", () => Promise.reject("a text")],
    ["gives nothing", async () => undefined],
    ["gives what is not JSON", async () => ({ content: [1n] })],
    [
      "gives what leads to itself",
      async () => {
        const loop: { self?: unknown } = {};
        loop.self = loop;
        return loop;
      },
    ],
  ])("lives on when a provider %s", async (_, callTool) => {
    // What no type allows, and a program in JavaScript does.
    const bridge = await start({ callTool: callTool as unknown as ToolProvider["callTool"] });
    expect((await call(bridge)).error).toMatchObject({ code: -32603, data: { reason: "internal" } });
    expect((await rpc(bridge, "listTools", { server: "notes" })).result).toBeDefined();
  });

  it("does not wait for a provider that hangs, and tells it to stop", async () => {
    let signal: AbortSignal | undefined;
    const bridge = await start(
      {
        callTool: (_, __, ___, options) => {
          signal = options?.signal;
          return new Promise(() => undefined);
        },
      },
      { callMs: 50 },
    );
    expect((await call(bridge)).error).toEqual({
      code: -32603,
      message: "the tool 'work' of 'notes' did not answer within 0.05 seconds",
      data: { reason: "timed_out" },
    });
    expect(signal?.aborted).toBe(true);
  });

  it("does not let a server that hangs or fails hide the others", async () => {
    const bridge = await start(
      {
        getServerNames: () => ["down", "hangs", "notes"],
        getTools: (server) => {
          if (server === "down") throw new ProviderError("'down' ended with exit code 1", { reason: "unreachable" });
          return server === "hangs" ? new Promise(() => undefined) : [{ name: "work", inputSchema: open }];
        },
      },
      { listMs: 300 },
    );
    expect((await rpc(bridge, "listServers")).result).toEqual({
      servers: [
        { name: "down", toolCount: 0, examples: [], error: "'down' ended with exit code 1" },
        { name: "hangs", toolCount: 0, examples: [], error: "the server 'hangs' did not answer within 0.3 seconds" },
        { name: "notes", toolCount: 1, examples: ["work"] },
      ],
    });
  });

  it("aborts the provider's signal when the caller goes", async () => {
    let abort: () => void = () => undefined;
    const aborted = new Promise<void>((resolve) => {
      abort = resolve;
    });
    const { hasBegun, begin } = begun(1);
    const { port, token } = await start({
      callTool: (_, __, ___, options) => {
        options?.signal?.addEventListener("abort", abort);
        begin();
        return new Promise(() => undefined);
      },
    });
    const controller = new AbortController();
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "callTool",
      params: { server: "notes", tool: "work" },
    });
    const headers = { authorization: `Bearer ${token}` };
    const asked = fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body, signal: controller.signal });
    await hasBegun;
    controller.abort();
    await expect(asked).rejects.toThrow();
    await aborted;
  });

  it("stops in bounded time, and tells those who still wait that they were cancelled", async () => {
    const { hasBegun, begin } = begun(1);
    const work = {
      callTool: () => {
        begin();
        return new Promise<never>(() => undefined);
      },
    };
    const { bridge, ...address } = await start(work, { stopMs: 50 });
    const waiting = call(address);
    await hasBegun;
    await bridge.stop();
    expect((await waiting).error).toEqual({ code: -32000, message: "Request cancelled" });
  });

  it("refuses more requests than it may work on, and takes them again when one is done", async () => {
    let release: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { hasBegun, begin } = begun(2);
    const work = {
      callTool: async () => {
        begin();
        await done;
        return { content: [] };
      },
    };
    const bridge = await start(work, { maxRequests: 2 });
    const first = [call(bridge), call(bridge)];
    await hasBegun;
    expect((await call(bridge)).error).toMatchObject({ code: -32603, data: { reason: "overloaded" } });
    release();
    expect((await Promise.all(first)).map(({ result }) => result)).toEqual([{ content: [] }, { content: [] }]);
    expect((await call(bridge)).result).toEqual({ content: [] });
  });

  it("takes nothing from the other servers, nor from what the bridge says of itself, where one is flooded", async () => {
    let release = () => {};
    const done = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { hasBegun, begin } = begun(8);
    const bridge = await start(
      {
        getServerNames: () => ["notes", "a", "b", "c", "d"],
        callTool: async (server: string) => {
          if (server === "d") return { content: [] };
          begin();
          await done;
          return { content: [] };
        },
      },
      { maxRequests: 2 },
    );
    const callOf = (server: string) => rpc(bridge, "callTool", { server, tool: "work", arguments: {} });
    const names = ["notes", "a", "b", "c"];
    const flood = names.flatMap((server) => [0, 1].map(() => callOf(server)));
    await hasBegun;
    for (const server of names) {
      expect((await callOf(server)).error).toMatchObject({ data: { reason: "overloaded" } });
    }
    // More than four times as many as one server may have are running by now.
    expect((await callOf("d")).result).toEqual({ content: [] });
    expect((await rpc(bridge, "getBridgeInfo", {})).result).toMatchObject({ bridgeProtocol: { major: 1 } });
    release();
    expect((await Promise.all(flood)).every(({ result }) => result !== undefined)).toBe(true);
  });

  it("does not wait for a body that does not arrive, nor for headers", async () => {
    const { port, token } = await start({}, { arrivalMs: 500 });
    const host = `Host: 127.0.0.1:${port}\r\n`;
    const slow = `POST / HTTP/1.1\r\n${host}Authorization: Bearer ${token}\r\nContent-Length: 100\r\n\r\n{`;
    const answers = await Promise.all([
      sendRaw(port, slow, 20_000),
      sendRaw(port, `POST / HTTP/1.1\r\n${host}`, 20_000),
    ]);
    expect(answers.map((answer) => answer.split("\r\n")[0])).toEqual(Array(2).fill("HTTP/1.1 408 Request Timeout"));
    expect(await sendRaw(port, "\u0000\u0001 nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
    expect((await rpc({ port, token }, "listServers")).result).toBeDefined();
  });

  it("judges arguments by the tool's schema before it calls, and says when that is broken", async () => {
    const called: string[] = [];
    const schema = { type: "object", properties: { limit: { type: "integer" } }, additionalProperties: false };
    const bridge = await start({
      getTools: () => [
        { name: "work", inputSchema: schema },
        { name: "broken", inputSchema: { type: "object", properties: { a: { pattern: "(" } } } },
      ],
      callTool: async (_, tool) => {
        called.push(tool);
        return { content: [] };
      },
    });
    expect((await call(bridge, { limt: 3 })).error).toEqual({
      code: -32602,
      message:
        "Invalid arguments for 'work' of 'notes': the arguments must not have the property 'limt'; did you mean 'limit'?",
      data: {
        server: "notes",
        tool: "work",
        validationErrors: [
          {
            instancePath: "",
            keyword: "additionalProperties",
            message: "must not have the property 'limt'; did you mean 'limit'?",
            params: { additionalProperty: "limt" },
            path: "/limt",
            expected: "a known name (limit)",
            found: "an unknown name",
            nearMiss: "limit",
          },
        ],
      },
    });
    expect((await call(bridge, {}, "broken")).error).toMatchObject({
      code: -32603,
      data: { server: "notes", tool: "broken", schemaError: expect.any(String) },
    });
    expect(called).toEqual([]);
    expect((await call(bridge, { limit: 3 })).result).toEqual({ content: [] });
    expect(called).toEqual(["work"]);
  });

  it("asks the policy that it was given, and writes down what it said", async () => {
    const records: AuditRecord[] = [];
    const bridge = await start(
      {
        getTools: () => [
          { name: "reads", inputSchema: open, annotations: { readOnlyHint: true } },
          { name: "writes", inputSchema: open },
          { name: "denied", inputSchema: open, annotations: { readOnlyHint: true } },
        ],
      },
      { policy: createCallPolicy({ deny: ["notes/denied", "notes/hidden"] }), audit: (record) => records.push(record) },
    );
    expect((await call(bridge, {}, "reads")).result).toBeDefined();
    expect((await call(bridge, { secret: 1 }, "writes")).error).toMatchObject({
      code: -32001,
      message: expect.stringMatching(/^refused by policy: /),
      data: {
        server: "notes",
        tool: "writes",
        reason: "approval_unavailable",
        hint: expect.stringContaining("--allow 'notes/writes'"),
      },
    });
    expect((await call(bridge, {}, "denied")).error).toMatchObject({ code: -32001, data: { reason: "denied" } });
    // A provider may hide what is denied.
    expect((await call(bridge, {}, "hidden")).error).toMatchObject({ code: -32602 });
    expect((await call(bridge, {}, "unheard_of")).error).toMatchObject({ code: -32602 });
    const written = records.map(({ time: _, ...rest }) => rest);
    const shared = { source: "bridge", server: "notes" };
    expect(written).toEqual([
      { ...shared, tool: "reads", decision: "run", reason: "read_only" },
      { ...shared, tool: "writes", decision: "refuse", reason: "approval_unavailable" },
      { ...shared, tool: "denied", decision: "refuse", reason: "denied" },
      { ...shared, tool: "hidden", decision: "refuse", reason: "denied" },
    ]);
  });

  it("serves resources in MCP's shapes, also those that a provider gives as a bare list", async () => {
    const bridge = await start({
      listResources: async () => [{ uri: "a:b", name: "b" }],
      readResource: async (_, uri) => ({ contents: [{ uri, text: "x" }] }),
    });
    expect((await rpc(bridge, "listResources", { server: "notes" })).result).toEqual({
      resources: [{ uri: "a:b", name: "b" }],
    });
    expect((await rpc(bridge, "readResource", { server: "notes", uri: "a:b" })).result).toEqual({
      contents: [{ uri: "a:b", text: "x" }],
    });
    expect((await rpc(bridge, "readResource", { server: "notes" })).error?.code).toBe(-32602);
    expect((await rpc(bridge, "listResourceTemplates", { server: "notes" })).error).toEqual({
      code: -32601,
      message: 'Server "notes" does not support resources',
    });
    expect((await rpc(bridge, "getBridgeInfo")).result).toMatchObject({
      capabilities: { resources: { list: true, templates: false, read: true } },
    });
  });
});
