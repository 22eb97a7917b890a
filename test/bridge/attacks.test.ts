import { createServer } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ToolProvider } from "../../src/bridge/provider.ts";
import { BridgeServer } from "../../src/bridge/server/bridge-server.ts";
import { attacks as firstAttacks, outcome, type Target } from "./attacks.ts";
import { furtherAttacks } from "./further-attacks.ts";
import { post } from "./post.ts";

const attacks = [...firstAttacks, ...furtherAttacks];

const provider: ToolProvider = {
  getServerNames: () => ["notes"],
  getTools: () => [{ name: "anything", inputSchema: { type: "object" } }],
  callTool: async (_, __, given) => ({ content: [], structuredContent: given }),
};

const bridge = new BridgeServer(provider);
const other = new BridgeServer(provider);
let target: Target;
beforeAll(async () => {
  const foreign = await other.start();
  target = { ...(await bridge.start()), foreignToken: foreign.token, server: "notes", tool: "anything" };
});
afterAll(() => Promise.all([bridge.stop(), other.stop()]));

it("answers every attack with its own code, leaks nothing and lives", async () => {
  const found: (string | undefined)[] = [];
  for (const attack of attacks) found.push(await outcome(attack, target));
  expect(found.filter((wrong) => wrong !== undefined)).toEqual([]);
  expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  expect(attacks.length).toBeGreaterThanOrEqual(130);
});

it("answers whatever comes with a JSON-RPC answer", async () => {
  const words = ["2.0", "listServers", "callTool", "notes", "anything", "__proto__", "constructor", ""];
  const word = fc.oneof(fc.constantFrom(...words), fc.jsonValue());
  const params = fc.record({ server: word, tool: word, arguments: word }, { requiredKeys: [] });
  const request = fc.record(
    { jsonrpc: fc.constant("2.0"), id: word, method: word, params: fc.oneof(params, word) },
    { requiredKeys: [] },
  );
  const { port, token } = target;
  await fc.assert(
    fc.asyncProperty(fc.oneof(request, fc.jsonValue(), fc.string()), async (body) => {
      const { status, body: answer } = await post({ port, token, body });
      expect(status).toBe(200);
      expect(answer).toMatchObject({ jsonrpc: "2.0" });
      expect(["error", "result"].filter((member) => Object.hasOwn(answer ?? {}, member))).toHaveLength(1);
      // What a caller sends never causes an internal error.
      expect(answer).not.toMatchObject({ error: { data: { reason: "internal" } } });
    }),
    { numRuns: 300 },
  );
});

it("would notice a bridge that takes what comes", async () => {
  // The mutation: JSON in, JSON out, and no question asked.
  const naive = createServer((request, response) => {
    request.resume().on("end", () => response.end('{"jsonrpc":"2.0","id":7,"result":{}}'));
  });
  await new Promise<void>((resolve) => naive.listen(0, "127.0.0.1", resolve));
  const address = naive.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const missed: string[] = [];
  for (const attack of attacks) {
    if ((await outcome(attack, { ...target, port })) === undefined) missed.push(attack.name);
  }
  naive.closeAllConnections();
  naive.close();
  // This one is not an attack, but must be taken.
  expect(missed.filter((name) => !name.startsWith("the path "))).toEqual(["as many characters as may be"]);
});
