import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { Client as InstalledClient } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RecordingTransport } from "./recording-transport.ts";
import { publishedTools, toolArrays } from "./tool-arrays.ts";

// The built server under real clients: the installed base (SDK 1.x) in each of its revisions, and SDK 2.x in both eras.

const clientInfo = { name: "pegboard-test", version: "1.0.0" };
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-eras-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Visit {
  readonly lines: readonly string[];
  readonly era: string | undefined;
  readonly revision: string | undefined;
  readonly opened: unknown;
  readonly refused: unknown;
  readonly exitCode: number | null | undefined;
}

/** Connects, lists twice, opens a session, makes one bad call, and leaves. */
async function visitInstalled(revision: string): Promise<Visit> {
  const transport = recorder({ revision });
  const client = new InstalledClient(clientInfo);
  // The class fits the SDK's Transport; its optional members differ only in exactOptionalPropertyTypes.
  await client.connect(transport as never);
  await client.listTools();
  await client.listTools();
  const opened = await client.callTool({ name: "session_open", arguments: { agent: "eras" } });
  const refused = await client.callTool({ name: "session_open", arguments: { agent: 7 } });
  await client.close();
  const answered = JSON.parse(transport.lines[0] ?? "{}") as { result?: { protocolVersion?: string } };
  return {
    lines: transport.lines,
    era: "legacy",
    revision: answered.result?.protocolVersion,
    opened,
    refused,
    exitCode: await transport.exitCode,
  };
}

async function visitModern(mode: "auto" | "legacy" | { pin: string }): Promise<Visit> {
  const transport = recorder();
  const client = new ModernClient(clientInfo, { versionNegotiation: { mode } });
  await client.connect(transport as never);
  const era = client.getProtocolEra();
  const revision = client.getNegotiatedProtocolVersion();
  await client.listTools(undefined, { cacheMode: "refresh" });
  await client.listTools(undefined, { cacheMode: "refresh" });
  const opened = await client.callTool({ name: "session_open", arguments: { agent: "eras" } });
  const refused = await client.callTool({ name: "session_open", arguments: { agent: 7 } });
  await client.close();
  return { lines: transport.lines, era, revision, opened, refused, exitCode: await transport.exitCode };
}

function recorder(options: { readonly revision?: string } = {}): RecordingTransport {
  return new RecordingTransport({ ...options, env: { PEGBOARD_DB: join(folder, "workbench.db") } });
}

const visits: readonly [title: string, visit: () => Promise<Visit>, era: string, revision: string][] = [
  ...["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"].map(
    (revision): [string, () => Promise<Visit>, string, string] => [
      `SDK 1.x at ${revision}`,
      () => visitInstalled(revision),
      "legacy",
      revision,
    ],
  ),
  ["SDK 2.x with the handshake", () => visitModern("legacy"), "legacy", "2025-11-25"],
  ["SDK 2.x pinned to 2026-07-28", () => visitModern({ pin: "2026-07-28" }), "modern", "2026-07-28"],
  ["SDK 2.x choosing by itself", () => visitModern("auto"), "modern", "2026-07-28"],
];

describe.each(visits)("%s", (_title, visit, era, revision) => {
  let seen: Visit;
  beforeAll(async () => {
    seen = await visit();
  });

  it("agrees on the revision", () => {
    expect([seen.era, seen.revision]).toEqual([era, revision]);
  });

  it("gets the published tools, byte for byte, each time", () => {
    expect(publishedTools).toHaveLength(1);
    expect(toolArrays(seen.lines)).toEqual([...publishedTools, ...publishedTools]);
  });

  it("calls a tool", () => {
    expect(seen.opened).toMatchObject({ structuredContent: { agent: "eras" } });
  });

  it("gets a bad call explained as a result", () => {
    expect(seen.refused).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "INVALID_ARGUMENTS", violations: [{ path: "/agent" }] } },
    });
  });

  it("reads nothing but protocol lines", () => {
    const versions = seen.lines.map((line) => (JSON.parse(line) as { jsonrpc: unknown }).jsonrpc);
    expect(new Set(versions)).toEqual(new Set(["2.0"]));
  });

  it("leaves a server that ends by itself", () => {
    expect(seen.exitCode).toBe(0);
  });
});
