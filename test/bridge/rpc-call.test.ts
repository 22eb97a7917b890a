import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { BridgeClient } from "../../src/bridge/client/bridge-client.ts";
import { resolveEndpoint } from "../../src/bridge/client/endpoint.ts";
import { type RpcOptions, rpcCall } from "../../src/bridge/client/rpc-call.ts";
import { BridgeServer } from "../../src/bridge/server/bridge-server.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Something that listens, and is not a bridge. */
async function listener(answer: RequestListener): Promise<RpcOptions> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const address = server.address();
  return { port: typeof address === "object" ? (address?.port ?? 0) : 0, env: {} };
}

async function bridge() {
  const server = new BridgeServer({
    getServerNames: () => ["notes"],
    getTools: () => [{ name: "echo", inputSchema: { type: "object" } }],
    callTool: (_, __, given) =>
      given.wait === true ? new Promise(() => undefined) : Promise.resolve({ content: [given] }),
  });
  const started = await server.start();
  ends.push(() => server.stop());
  return { ...started, env: {} };
}

const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => new Error("it did not fail"),
    (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown))),
  );
  return { name: error.name, message: error.message };
};

describe("a call of a bridge's method", () => {
  it("gives the result, typed by the method", async () => {
    const options = await bridge();
    const { servers } = await rpcCall("listServers", {}, options);
    expect(servers.map(({ name }) => name)).toEqual(["notes"]);
    const result = await rpcCall("callTool", { server: "notes", tool: "echo", arguments: { a: 1 } }, options);
    expect(result.content).toEqual([{ a: 1 }]);
    await expect(rpcCall("noSuch", {}, options)).rejects.toMatchObject({ name: "RpcProtocolError", code: -32601 });
  });

  it("finds the bridge by the variables, and by the file that holds the token", async () => {
    const { port, token } = await bridge();
    const env = { TOOL_CLI_PORT: String(port), TOOL_CLI_TOKEN: token };
    expect(await rpcCall("listServers", {}, { env })).toBeDefined();
    const folder = mkdtempSync(join(tmpdir(), "pegboard-token-"));
    ends.push(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "token"), `${token}\n`, { mode: 0o600 });
    const withFile = { TOOL_CLI_PORT: String(port), TOOL_CLI_TOKEN_FILE: join(folder, "token") };
    expect(await rpcCall("listServers", {}, { env: withFile })).toBeDefined();
    // The token itself goes before the file.
    expect(await failure(rpcCall("listServers", {}, { env: { ...withFile, TOOL_CLI_TOKEN: "wrong" } }))).toEqual({
      name: "RpcHttpError",
      message: "Authentication failed: invalid or missing TOOL_CLI_TOKEN",
    });
    for (const mode of [0o620, 0o602, 0o666]) {
      chmodSync(join(folder, "token"), mode);
      expect(await failure(rpcCall("listServers", {}, { env: withFile }))).toMatchObject({
        name: "RpcTransportError",
        message: expect.stringMatching(/^others may write the file that TOOL_CLI_TOKEN_FILE names/),
      });
      expect(
        await rpcCall("listServers", {}, { env: { ...withFile, TOOL_CLI_SHARED_TOKEN_FILE: "allow" } }),
      ).toBeDefined();
    }
    const absent = { ...withFile, TOOL_CLI_TOKEN_FILE: join(folder, "none") };
    expect((await failure(rpcCall("listServers", {}, { env: absent }))).name).toBe("RpcTransportError");
  });

  it.each(["bridge.example", "192.0.2.1", "2001:db8::1", "127.0.0.1.bridge.example", "0.0.0.0"])(
    "sends no token to %s, where it would not be encrypted",
    async (host) => {
      const refused = await failure(rpcCall("listServers", {}, { host, port: 9, token: "t", env: {} }));
      expect(refused).toMatchObject({
        name: "RpcTransportError",
        message: expect.stringContaining("is not encrypted"),
      });
    },
  );

  it.each(["to ken", "token\r\nx-other: 1", "tok\u0000en", "tökén"])(
    "refuses the token %j, which a header can't hold",
    async (token) => {
      const refused = await failure(rpcCall("listServers", {}, { port: 9, token, env: {} }));
      expect(refused.name).toBe("TypeError");
      expect(refused.message).toBe("the token contains characters that are not allowed in a header");
    },
  );

  it("names the variable whose token can't be sent, and takes one with blanks around it", async () => {
    const { port, token } = await bridge();
    expect(await rpcCall("listServers", {}, { port, env: { TOOL_CLI_TOKEN: ` ${token}\r\n` } })).toBeDefined();
    const odd = await failure(rpcCall("listServers", {}, { port, env: { TOOL_CLI_TOKEN: "to ken" } }));
    expect(odd.message).toBe("TOOL_CLI_TOKEN contains characters that are not allowed in a header");
    const file = join(mkdtempSync(join(tmpdir(), "pegboard-token-")), "token");
    writeFileSync(file, "\n", { mode: 0o600 });
    const empty = await failure(rpcCall("listServers", {}, { port, env: { TOOL_CLI_TOKEN_FILE: file } }));
    expect(empty.message).toBe("the file that TOOL_CLI_TOKEN_FILE names is empty");
    rmSync(dirname(file), { recursive: true });
  });

  it("sends it there where the user says so", async () => {
    const asked = { host: "0.0.0.0", port: 9, token: "t", env: { TOOL_CLI_PLAIN_HTTP: "allow" }, timeoutMs: 5_000 };
    expect((await failure(rpcCall("listServers", {}, asked))).message).not.toContain("is not encrypted");
  });

  it.each<[string, RequestListener, string, string]>([
    ["no JSON", (_, response) => response.end("<html>"), "RpcNonJsonResponseError", "the answer is not JSON"],
    ["no JSON-RPC", (_, response) => response.end('{"a":1}'), "RpcInvalidResponseError", "not a JSON-RPC response"],
    ["null", (_, response) => response.end("null"), "RpcInvalidResponseError", "not a JSON-RPC response"],
    [
      "neither result nor error",
      (_, response) => response.end('{"jsonrpc":"2.0"}'),
      "RpcInvalidResponseError",
      "not a JSON-RPC response",
    ],
    ["404", (_, response) => response.writeHead(404).end("no"), "RpcHttpError", "HTTP 404"],
    [
      "a way elsewhere",
      (_, response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
      "RpcHttpError",
      "HTTP 307",
    ],
    [
      "a cut line",
      (request) => request.socket.destroy(),
      "RpcTransportError",
      "closed the connection before it answered",
    ],
    [
      "half an answer",
      (_, response) => {
        response.writeHead(200, { "content-length": 100 }).write("{");
        setTimeout(() => response.destroy(), 20);
      },
      "RpcTransportError",
      "closed the connection before it answered",
    ],
    ["no end", (_, response) => response.end("x".repeat(2_000)), "RpcInvalidResponseError", "more than 1000 bytes"],
  ])("says what is wrong with %s", async (_, answer, name, message) => {
    const options = await listener(answer);
    const reported = await failure(rpcCall("listServers", {}, { ...options, maxBytes: 1_000 }));
    expect(reported).toEqual({ name, message: expect.stringContaining(message) });
  });

  it("reports that nothing listens, that time is over, and that it was cancelled", async () => {
    const options = await bridge();
    const waits = { server: "notes", tool: "echo", arguments: { wait: true } };
    expect(await failure(rpcCall("callTool", waits, { ...options, timeoutMs: 50 }))).toEqual({
      name: "RpcTimeoutError",
      message: "the bridge did not answer within 0.05 seconds",
    });
    const controller = new AbortController();
    const waiting = rpcCall("callTool", waits, { ...options, signal: controller.signal });
    setTimeout(() => controller.abort("enough"), 20);
    await expect(waiting).rejects.toMatchObject({ name: "RpcAbortError", cause: "enough" });
    await expect(rpcCall("listServers", {}, { ...options, signal: AbortSignal.abort("before") })).rejects.toMatchObject(
      {
        name: "RpcAbortError",
        cause: "before",
      },
    );
    for (const end of ends.splice(0)) await end();
    expect(await failure(rpcCall("listServers", {}, options))).toEqual({
      name: "RpcTransportError",
      message: `no bridge can be reached at 127.0.0.1:${options.port} (ECONNREFUSED)`,
    });
  });
});

describe("where a bridge is", () => {
  it.each([
    [{}, "http://127.0.0.1:7179/", 30_000],
    [{ TOOL_CLI_PORT: "80" }, "http://127.0.0.1/", 30_000],
    [{ TOOL_CLI_PORT: "", TOOL_CLI_TIMEOUT_MS: "" }, "http://127.0.0.1:7179/", 30_000],
    [{ TOOL_CLI_HOST: "host.docker.internal" }, "http://host.docker.internal:7179/", 30_000],
    [{ TOOL_CLI_HOST: "::1", TOOL_CLI_PORT: "8000" }, "http://[::1]:8000/", 30_000],
    [{ TOOL_CLI_TIMEOUT_MS: "300000" }, "http://127.0.0.1:7179/", 300_000],
  ])("%j: %s", (env, url, timeoutMs) => {
    const endpoint = resolveEndpoint({ env });
    expect([endpoint.url.href, endpoint.timeoutMs]).toEqual([url, timeoutMs]);
  });

  it.each([
    ["TOOL_CLI_PORT", "a port: a number from 1 to 65535", ["0", "65536", "8080x", " 80"]],
    ["TOOL_CLI_TIMEOUT_MS", "a time in milliseconds: a number from 1 to 300000", ["abc", "0", "300001", "-1", "1.5"]],
  ])("%s must be %s", (name, kind, texts) => {
    const given = { port: 80, timeoutMs: 1_000 };
    for (const text of texts) {
      const env = { [name]: text };
      expect(() => resolveEndpoint({ env })).toThrow(new TypeError(`${name} is '${text}', which is not ${kind}`));
      // What is given comes before it.
      expect(resolveEndpoint({ ...given, env }).url.port).toBe("");
    }
  });

  it.each([
    [{ host: "evil.example/x" }],
    [{ host: "user@evil.example" }],
    [{ host: "a b" }],
    [{ host: "a:80" }],
    [{ port: 0 }],
    [{ port: 1.5 }],
    [{ timeoutMs: 0 }],
    [{ timeoutMs: Number.NaN }],
  ])("refuses %j", (options) => {
    expect(() => resolveEndpoint({ ...options, env: {} })).toThrow(TypeError);
  });
});

describe("a client", () => {
  const answers = (result: object | undefined, asked: string[] = []) =>
    listener((request, response) => {
      let text = "";
      request.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      request.on("end", () => {
        const { method } = JSON.parse(text) as { method: string };
        asked.push(method);
        const error = { code: -32601, message: "Method not found" };
        const own =
          method === "listServers" ? { result: { servers: [] } } : result === undefined ? { error } : { result };
        response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...own }));
      });
    });

  it("shakes hands once, and takes a bridge before 1.0 as it is", async () => {
    const asked: string[] = [];
    const old = new BridgeClient(await answers(undefined, asked));
    await old.listServers();
    await old.listServers();
    expect(asked).toEqual(["getBridgeInfo", "listServers", "listServers"]);
    expect(await old.info()).toBeUndefined();
    const ours = new BridgeClient(await bridge());
    expect(await ours.info()).toMatchObject({ bridgeProtocol: { name: "tool-cli-bridge", major: 1 } });
    expect((await ours.describeTool("notes", "echo")).inputSchema).toEqual({ type: "object" });
  });

  it.each([
    [
      { bridgeProtocol: { name: "tool-cli-bridge", major: 2, version: "2.0" } },
      "is not a tool-cli bridge (protocol version 1)",
    ],
    [{ bridgeProtocol: { name: "another", major: 1 } }, "is not a tool-cli bridge (protocol version 1)"],
    [{}, "is not a tool-cli bridge (protocol version 1)"],
    [{ bridgeProtocol: null }, "is not a tool-cli bridge (protocol version 1)"],
  ])("goes no further with %j", async (info, reported) => {
    const client = new BridgeClient(await answers(info));
    await expect(client.listServers()).rejects.toMatchObject({
      name: "BridgeCompatibilityError",
      message: expect.stringContaining(reported),
    });
  });
});
