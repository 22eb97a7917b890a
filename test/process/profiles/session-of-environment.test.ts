import { describe, expect, it } from "vitest";
import { isJsonObject } from "../../../src/contract/json.ts";
import { pegboard } from "../run-pegboard.ts";
import { notices } from "../served-workbench.ts";
import { clientOfList } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// PEGBOARD_SESSION: who configures a client opens the session, and the server's connection begins with it.

const serve = serversOfTest();

/** A database with an open session of this agent. */
async function opened(agent: string) {
  const workbench = await serve({});
  const { session } = await workbench.value("session_open", { agent });
  if (typeof session !== "string") throw new Error("a session has a handle");
  return { workbench, databasePath: workbench.databasePath, session };
}

/** Who wrote what is stored, as another program reads it on the same database. */
async function writers(databasePath: string): Promise<readonly unknown[]> {
  const reader = await serve({ profile: "full", databasePath });
  const { items } = await reader.value("memory_list", { detail: "full" });
  return titles(items, "provenance").map((provenance) => isJsonObject(provenance) && provenance.agent_id);
}

describe.each(["core", "zetmem"])("serve --profile %s", (profile) => {
  const store = profile === "core" ? "memory_store" : "store_coding_memory";

  it("begins with the session of the variable", async () => {
    const { databasePath, session } = await opened("configured");
    const client = await clientOfList(await serve({ profile, databasePath, env: { PEGBOARD_SESSION: session } }));
    await client.call(store, { content: "Water boils at 100 degrees." });
    expect(await writers(databasePath)).toEqual(["configured"]);
  });
});

describe("a session that has ended", () => {
  async function ended() {
    const { workbench, databasePath, session } = await opened("configured");
    await workbench.value("session_close", {});
    return { databasePath, env: { PEGBOARD_SESSION: session } };
  }

  it("is reported with the tool that opens one, where sessions are opened by a tool", async () => {
    const client = await clientOfList(await serve({ ...(await ended()), profile: "core" }));
    const refused = await client.answer("memory_store", { content: "Water boils at 100 degrees." });
    expect(refused.structuredContent).toEqual({
      error: {
        code: "SESSION_UNKNOWN",
        message: "the session is unknown or has expired",
        hint: "open a session with session_open and send its handle as 'session'",
      },
    });
  });

  it("is replaced where sessions open by themselves", async () => {
    const before = await ended();
    const client = await clientOfList(await serve({ ...before, profile: "zetmem", client: "code-helper" }));
    const stored = await client.answer("store_coding_memory", { content: "const boiling = 100;" });
    expect(await writers(before.databasePath)).toEqual(["code-helper"]);
    expect(notices(stored)).toMatchObject([
      { kind: "deprecated" },
      { text: "the session of this connection has ended; the call was carried out in another one" },
    ]);
  });
});

it("the handle is a secret: no log and no error shows it", async () => {
  const secret = "c2VjcmV0LWhhbmRsZS1vZi1hLXNlc3Npb24";
  const request = (id: number, method: string, params: object) =>
    JSON.stringify({ jsonrpc: "2.0", id, method, params });
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const lines = [
    request(1, "initialize", hello),
    request(2, "tools/call", { name: "memory_store", arguments: { content: "x" } }),
    request(3, "tools/call", { name: "memory_recall", arguments: { context: "x" } }),
  ];
  const workbench = await serve({});
  const { stdout, stderr } = await pegboard(["serve", "--log-level", "debug"], {
    env: { PEGBOARD_DB: workbench.databasePath, PEGBOARD_SESSION: secret },
    stdin: `${lines.join("\n")}\n`,
  });
  expect(stdout).toContain("SESSION_UNKNOWN");
  expect(stderr).toContain("memory_recall");
  expect(`${stdout}${stderr}`).not.toContain(secret);
});
