import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as InstalledClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as InstalledTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mainPath } from "./run-pegboard.ts";
import { publishedTools, toolArrays } from "./tool-arrays.ts";

// One built server over HTTP under the same real clients as eras.test.ts: the installed base (SDK 1.x) in each of its
// revisions, and SDK 2.x in both eras, with a bearer token.

const token = "a-token-of-more-than-sixteen-characters";
const clientInfo = { name: "pegboard-test", version: "1.0.0" };
let folder = "";
let server: ChildProcess;
let exit: Promise<number | null>;
let url: URL;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-eras-http-"));
  server = spawn(process.execPath, [mainPath, "serve", "--http", "0"], {
    env: {
      PATH: process.env.PATH,
      PEGBOARD_SESSION_EVENTS: "memory",
      PEGBOARD_DB: join(folder, "workbench.db"),
      PEGBOARD_TOKEN: token,
      PEGBOARD_USAGE: "off",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  exit = new Promise((resolve) => server.once("exit", resolve));
  url = await new Promise((resolve, reject) => {
    let stderr = "";
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      const found = /serving at (\S+)/.exec(stderr)?.[1];
      if (found !== undefined) resolve(new URL(found));
    });
    void exit.then((code) => reject(new Error(`it ended with ${code}: ${stderr}`)));
  });
});
afterAll(async () => {
  server.kill("SIGTERM");
  const code = await exit;
  rmSync(folder, { recursive: true, force: true });
  expect(code).toBe(0);
});

interface Visit {
  /** Bodies of answers, as they came. */
  readonly bodies: readonly string[];
  readonly revision: string | undefined;
  readonly opened: unknown;
  readonly refused: unknown;
}

/** Keeps what is answered; asks for `revision` in the handshake, whatever the client would say. */
function recorder(revision?: string) {
  const bodies: string[] = [];
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  return {
    bodies,
    options: {
      requestInit,
      async fetch(target: string | URL, init?: RequestInit): Promise<Response> {
        const response = await fetch(target, inRevision(init, revision));
        // Before 2026-07-28 a client also asks for a stream of its own, which is not had: nothing to keep.
        if (init?.method === "POST") bodies.push(await response.clone().text());
        return response;
      },
    },
  };
}

function inRevision(init: RequestInit | undefined, revision: string | undefined): RequestInit | undefined {
  if (revision === undefined || typeof init?.body !== "string") return init;
  const message: { method?: string; params?: object } = JSON.parse(init.body);
  if (message.method !== "initialize") return init;
  return { ...init, body: JSON.stringify({ ...message, params: { ...message.params, protocolVersion: revision } }) };
}

const good = { name: "session_open", arguments: { agent: "eras" } };
const bad = { name: "session_open", arguments: { agent: 7 } };

/** Connects, lists twice, opens a session, makes one bad call, and leaves. */
async function visitInstalled(asked: string): Promise<Visit> {
  const { bodies, options } = recorder(asked);
  const transport = new InstalledTransport(url, options);
  const client = new InstalledClient(clientInfo);
  // The class fits the client's Transport; optional members differ only in exactOptionalPropertyTypes.
  await client.connect(transport as never);
  await client.listTools();
  await client.listTools();
  const [opened, refused] = [await client.callTool(good), await client.callTool(bad)];
  const revision = transport.protocolVersion;
  await client.close();
  return { bodies, revision, opened, refused };
}

async function visitModern(mode: "auto" | "legacy" | { pin: string }): Promise<Visit> {
  const { bodies, options } = recorder();
  const client = new ModernClient(clientInfo, { versionNegotiation: { mode } });
  await client.connect(new ModernTransport(url, options) as never);
  await client.listTools(undefined, { cacheMode: "refresh" });
  await client.listTools(undefined, { cacheMode: "refresh" });
  const [opened, refused] = [await client.callTool(good), await client.callTool(bad)];
  const revision = client.getNegotiatedProtocolVersion();
  await client.close();
  return { bodies, revision, opened, refused };
}

const visits: readonly [title: string, visit: () => Promise<Visit>, revision: string][] = [
  ...["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"].map(
    (revision): [string, () => Promise<Visit>, string] => [
      `SDK 1.x at ${revision}`,
      () => visitInstalled(revision),
      revision,
    ],
  ),
  ["SDK 2.x with the handshake", () => visitModern("legacy"), "2025-11-25"],
  ["SDK 2.x pinned to 2026-07-28", () => visitModern({ pin: "2026-07-28" }), "2026-07-28"],
  ["SDK 2.x choosing by itself", () => visitModern("auto"), "2026-07-28"],
];

describe("over Streamable HTTP", () => {
  it.each(visits)("%s", async (_title, visit, revision) => {
    const seen = await visit();
    expect(seen.revision).toBe(revision);
    expect(publishedTools).toHaveLength(1);
    expect(toolArrays(seen.bodies)).toEqual([...publishedTools, ...publishedTools]);
    expect(seen.opened).toMatchObject({ structuredContent: { agent: "eras" } });
    expect(seen.refused).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "INVALID_ARGUMENTS", violations: [{ path: "/agent" }] } },
    });
  });

  it("no client is served without the token", async () => {
    const client = new ModernClient(clientInfo);
    await expect(client.connect(new ModernTransport(url) as never)).rejects.toThrow(/Unauthorized/);
    const installed = new InstalledClient(clientInfo);
    await expect(installed.connect(new InstalledTransport(url) as never)).rejects.toThrow(/Unauthorized/);
  });
});
