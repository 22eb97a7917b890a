import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCallPolicy } from "../../src/bridge/policy.ts";
import { ProviderError, type ToolProvider } from "../../src/bridge/provider.ts";
import { BridgeServer } from "../../src/bridge/server/bridge-server.ts";
import { type SourceProvider, sourceProvider } from "../../src/shell/bridge/source-provider.ts";
import { bridgeSource } from "../../src/shell/sources/bridge-source.ts";
import { CliError } from "../../src/terminal/cli-error.ts";
import { ExitCode } from "../../src/terminal/exit-code.ts";
import { rpc } from "../bridge/post.ts";

// A provider, a bridge before it, the source of that bridge, and a bridge before the source: what goes in at one end comes
// out at the other.

let lists = 0;
const reads = { readOnlyHint: true };
const provider: ToolProvider = {
  getServerNames: () => ["notes", "down"],
  getTools: (server) => {
    if (server === "down") throw new ProviderError("'down' ended with exit code 1", { reason: "unreachable" });
    lists += 1;
    const schema = { type: "object", properties: { limit: { type: "integer" } } };
    return ["echo", "late", "away", "refused"]
      .map((name) => ({ name, inputSchema: schema, annotations: reads, icons: [] as unknown[] }))
      .concat({ name: "writes", inputSchema: schema, annotations: { readOnlyHint: false }, icons: [] });
  },
  callTool: async (_, tool, given) => {
    if (tool === "late") return new Promise(() => undefined);
    if (tool === "away") throw new ProviderError("'notes' is away", { reason: "unreachable" });
    if (tool === "refused") throw new ProviderError("'notes' wants a key", { reason: "upstream_refused" });
    return { content: [], structuredContent: { given }, extra: 1 };
  },
  readResource: async (_, uri) => ({ contents: [{ uri, text: "x" }] }),
  listResources: async () => ({ resources: [{ uri: "a:b", name: "b" }] }),
};

const inner = new BridgeServer(provider, { policy: createCallPolicy({}), callMs: 500 });
let env: Record<string, string> = {};
let source: ReturnType<typeof bridgeSource>;
let relayed: SourceProvider;
let outer: BridgeServer;
let address = { port: 0, token: "" };
beforeAll(async () => {
  const { port, token } = await inner.start();
  env = { TOOL_CLI_PORT: String(port), TOOL_CLI_TOKEN: token };
  source = bridgeSource(env);
  // The same source twice: the first has every name.
  relayed = await sourceProvider([source, bridgeSource(env)], {
    selfChecking: new Set(),
    listMs: 5_000,
    callMs: 5_000,
  });
  outer = new BridgeServer(relayed);
  address = await outer.start();
});
afterAll(async () => {
  await Promise.all([inner.stop(), outer.stop(), relayed.close()]);
});

it("a variable that is not a port is named, and the token is not sent", () => {
  for (const port of ["8080x", "0", "65536"]) {
    const refused = `TOOL_CLI_PORT is '${port}', which is not a port`;
    expect(() => bridgeSource({ TOOL_CLI_PORT: port })).toThrow(refused);
    expect(() => bridgeSource({ TOOL_CLI_PORT: port }, { address: "1" })).not.toThrow();
  }
});

const asked = () => ({ signal: new AbortController().signal, timeoutMs: 5_000 });
const refusal = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof CliError)) throw new Error(`it was not refused: ${String(error)}`);
  return [error.exitCode, error.message, error.hint];
};

describe("a running bridge as a source", () => {
  it("lists servers, those too that are down, tools, and one tool whole", async () => {
    expect(await source.servers(asked())).toEqual([
      { name: "down", origin: "the bridge", problem: "'down' ended with exit code 1" },
      { name: "notes", origin: "the bridge", toolCount: 5, examples: ["away", "echo", "late"] },
    ]);
    expect((await source.tools("notes", asked()))[1]).toEqual({
      name: "echo",
      inputSchema: {},
      hasStructuredOutput: false,
    });
    expect(await source.tool?.("notes", "echo", asked())).toMatchObject({
      name: "echo",
      annotations: reads,
      icons: [],
    });
    expect(await source.call("notes", "echo", { limit: 1 }, asked())).toEqual({
      content: [],
      structuredContent: { given: { limit: 1 } },
      extra: 1,
    });
    expect(await source.resources("notes", asked())).toEqual([{ uri: "a:b", name: "b" }]);
    expect(await source.read("notes", "a:b", asked())).toEqual({ contents: [{ uri: "a:b", text: "x" }] });
  });

  it("gives each failure its exit code", async () => {
    const call = (tool: string, given = {}) => refusal(source.call("notes", tool, given, asked()));
    const { usage, unreachable, refused, timedOut } = ExitCode;
    expect(await refusal(source.tools("note", asked()))).toEqual([
      usage,
      "there is no server named 'note'",
      "did you mean 'notes'?",
    ]);
    expect(await call("ecko")).toEqual([usage, 'Tool "ecko" not found on server "notes"', "did you mean 'echo'?"]);
    expect((await call("echo", { limit: "x" }))[0]).toBe(usage);
    expect((await call("writes"))[0]).toBe(refused);
    expect(await call("away")).toEqual([unreachable, "'notes' is away", undefined]);
    expect((await call("refused"))[0]).toBe(refused);
    expect((await call("late"))[0]).toBe(timedOut);
    expect((await refusal(source.resourceTemplates("notes", asked())))[0]).toBe(usage);
    const late = { ...asked(), timeoutMs: 20 };
    expect((await refusal(source.call("notes", "late", {}, late)))[0]).toBe(timedOut);
    const wrong = bridgeSource({ ...env, TOOL_CLI_TOKEN: "wrong" });
    expect((await refusal(wrong.servers(asked())))[0]).toBe(refused);
    const unsendable = bridgeSource({ ...env, TOOL_CLI_TOKEN: "a\nb" });
    expect((await refusal(unsendable.servers(asked())))[0]).toBe(usage);
    const noOne = bridgeSource(env, { address: "127.0.0.1:1" });
    expect((await refusal(noOne.servers(asked())))[0]).toBe(unreachable);
  });

  it("takes PORT and HOST:PORT, and refuses what is neither", () => {
    expect(bridgeSource({}, { address: "8000" }).title).toBe("the bridge at 127.0.0.1:8000");
    expect(bridgeSource({}, { address: "[::1]:8000" }).title).toBe("the bridge at [::1]:8000");
    expect(bridgeSource({}).title).toBe("the bridge at 127.0.0.1:7179");
    for (const wrong of ["", "x", "x:", ":80", "a:b:80", "0", "99999", "http://x:80", "u@x:80"]) {
      expect(() => bridgeSource({}, { address: wrong })).toThrow(CliError);
    }
  });

  it("passes the signal's own reason on", async () => {
    const controller = new AbortController();
    const work = source.call("notes", "late", {}, { signal: controller.signal, timeoutMs: 5_000 });
    controller.abort(new Error("interrupted"));
    await expect(work).rejects.toThrow("interrupted");
  });
});

describe("sources behind a bridge", () => {
  it("hands everything on, with why it failed, and does not ask for a list with every call", async () => {
    expect((await rpc(address, "listServers")).result).toMatchObject({
      servers: [{ name: "down" }, { name: "notes" }],
    });
    lists = 0;
    const call = (tool: string) => rpc(address, "callTool", { server: "notes", tool, arguments: {} });
    expect((await call("echo")).result).toMatchObject({ extra: 1 });
    expect((await call("away")).error).toEqual({
      code: -32603,
      message: "'notes' is away",
      data: { reason: "unreachable" },
    });
    expect((await call("refused")).error).toMatchObject({ data: { reason: "upstream_refused" } });
    expect((await call("late")).error).toMatchObject({ data: { reason: "timed_out" } });
    // The inner bridge looks for itself with each call; beyond that there are no requests.
    expect(lists).toBe(4);
    expect((await rpc(address, "getBridgeInfo")).result).toMatchObject({ upstreamMcp: { serverCount: 2 } });
  });

  it("serves only the servers that were named, and refuses one that is not there", async () => {
    const options = { selfChecking: new Set<never>(), listMs: 5_000, callMs: 5_000 };
    const one = await sourceProvider([source], { ...options, only: ["notes"] });
    expect(await one.getServerNames()).toEqual(["notes"]);
    await expect(sourceProvider([source], { ...options, only: ["note"] })).rejects.toThrow(CliError);
  });
});
