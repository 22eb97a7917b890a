import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath, pegboard, root } from "./run-pegboard.ts";

// Subscriptions through `pegboard import --gateway`: in front of official servers, and of a server of 2026-07-28. The client is the SDK that
// most clients use, unchanged.

const folder = realpathSync(mkdtempSync(join(tmpdir(), "pegboard-gateway-subscriptions-")));
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  await Promise.allSettled(closing.map((close) => close()));
  rmSync(folder, { recursive: true, force: true });
});

const official = (name: string) =>
  join(root, "node_modules", "@modelcontextprotocol", `server-${name}`, "dist", "index.js");
const serve = (catalog: string, ...words: readonly string[]) => [mainPath, "serve", "--catalog", catalog, ...words];

/** Imports a server as a gateway. @returns its folder */
async function gatewayTo(name: string, server: readonly string[]): Promise<string> {
  const into = join(folder, name);
  const imported = await pegboard(["import", "--gateway", "--into", into, ...server], {
    env: { MEMORY_FILE_PATH: join(folder, "memory.jsonl") },
  });
  expect(imported).toMatchObject({ code: 0, stderr: "" });
  expect((await pegboard(["generate", "--catalog", into])).code).toBe(0);
  return into;
}

interface Watching {
  readonly client: Client;
  /** Notifications as they come. */
  readonly came: string[];
}

async function watch(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<Watching> {
  const client = new Client({ name: "unchanged", version: "1" });
  const came: string[] = [];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void came.push(params.uri));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void came.push("list"));
  // Its optional members differ from the SDK's own type only in exactOptionalPropertyTypes.
  await client.connect(transport as never);
  closing.push(() => client.close());
  return { client, came };
}

const environment = () => ({ PATH: process.env.PATH ?? "", MEMORY_FILE_PATH: join(folder, "memory.jsonl") });

const overStdio = (catalog: string) =>
  watch(
    new StdioClientTransport({
      command: process.execPath,
      args: serve(catalog),
      env: environment(),
      stderr: "ignore",
    }),
  );

const overHttp = async (catalog: string) => watch(new StreamableHTTPClientTransport(await serveHttp(catalog)));

async function serveHttp(catalog: string): Promise<URL> {
  const child: ChildProcess = spawn(process.execPath, serve(catalog, "--http", "0"), {
    env: { ...environment(), PEGBOARD_USAGE: "off" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exit = new Promise((resolve) => child.once("exit", resolve));
  closing.push(() => {
    child.kill("SIGTERM");
    return exit;
  });
  return new Promise((resolve, reject) => {
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      const found = /serving at (\S+)/.exec(stderr)?.[1];
      if (found !== undefined) resolve(new URL(found));
    });
    void exit.then((code) => reject(new Error(`it ended with ${code}: ${stderr}`)));
  });
}

const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });

const ways = [
  ["stdio", overStdio],
  ["HTTP", overHttp],
] as const;

describe("in front of the memory server", () => {
  const uri = "memory://knowledge-graph";
  let catalog = "";
  beforeAll(async () => {
    const server = ["--env", "MEMORY_FILE_PATH", "--stdio", "--", process.execPath, official("memory")];
    catalog = await gatewayTo("memory", server);
  }, 120_000);

  test.each(ways)("over %s a client is notified of what it has subscribed to", async (way, open) => {
    const { client, came } = await open(catalog);
    const create = (name: string) =>
      client.callTool({
        name: "create_entities",
        arguments: { entities: [{ name: `${name} ${way}`, entityType: "person", observations: [] }] },
      });
    expect(client.getServerCapabilities()?.resources).toMatchObject({ subscribe: true });
    await create("before");
    await client.subscribeResource({ uri });
    await create("between");
    await soon(() => expect(came).toEqual([uri]));
    await client.unsubscribeResource({ uri });
    await create("after");
    await client.readResource({ uri });
    expect(came).toEqual([uri]);
  });
});

test("in front of the everything server", { timeout: 120_000 }, async () => {
  const catalog = await gatewayTo("everything", ["--stdio", "--", process.execPath, official("everything")]);
  const { client, came } = await overStdio(catalog);
  const uri = "demo://resource/dynamic/text/1";
  await client.subscribeResource({ uri });
  await client.callTool({ name: "toggle-subscriber-updates", arguments: {} });
  await soon(() => expect(came).toContain(uri));
});

describe("in front of a server of 2026-07-28", () => {
  let upstream: NotesProject;
  beforeAll(async () => {
    const catalog = readFileSync(join(root, "test", "fixtures", "notes", "schema", "catalog.yaml"), "utf8");
    upstream = await makeNotesProject({
      "schema/catalog.yaml": catalog.replace(/^server: \{/m, "server: { subscriptions: true, list_changes: true,"),
      "src/host.ts": `import type { OpenHost } from "pegboard/runtime";
import type { Deps } from "./handlers/deps.ts";

export const openHost: OpenHost<Deps> = ({ changes }) => ({
  deps: { notes: new Map() },
  resources: {
    list: async () => ({ entries: [{ uri: "test://words", name: "words" }] }),
    read: async (uri) => {
      if (uri === "test://change") changes.resourceUpdated("test://words");
      if (uri === "test://change-list") changes.resourceListChanged();
      return { uri, text: String(process.pid) };
    },
    subscribe: async (uri) => uri !== "test://none",
  },
  close: async () => undefined,
});
`,
      "src/handlers/note/note_list.ts": `import type { NoteList } from "../../../generated/contracts/note_list.ts";
import type { ToolHandler } from "../deps.ts";

export const noteList: ToolHandler<NoteList> = () => process.exit(3);
`,
    });
  }, 60_000);
  afterAll(() => upstream.remove());

  test.each([
    ["stdio", async () => ["--stdio", "--", process.execPath, ...serve(upstream.folder)]],
    ["HTTP", async () => ["--url", (await serveHttp(upstream.folder)).href]],
  ] as const)("over %s everything passes", { timeout: 60_000 }, async (way, server) => {
    const catalog = await gatewayTo(`notes-${way}`, await server());
    const { client, came } = await overStdio(catalog);
    const read = (uri: string) => client.readResource({ uri });
    await expect(client.subscribeResource({ uri: "test://none" })).rejects.toMatchObject({ code: -32002 });
    await client.subscribeResource({ uri: "test://words" });
    await read("test://change");
    await soon(() => expect(came).toEqual(["test://words"]));
    await read("test://change-list");
    await soon(() => expect(came).toEqual(["test://words", "list"]));
    await client.unsubscribeResource({ uri: "test://words" });
    await read("test://change");
    await read("test://words");
    expect(came).toEqual(["test://words", "list"]);
  });

  test("a server that died is subscribed to again, and what it has may have changed", { timeout: 60_000 }, async () => {
    const catalog = await gatewayTo("dying", ["--stdio", "--", process.execPath, ...serve(upstream.folder)]);
    const { client, came } = await overStdio(catalog);
    await client.subscribeResource({ uri: "test://words" });
    // One that dies young is left alone for a while.
    await new Promise((resolve) => setTimeout(resolve, 5_200));
    expect(await client.callTool({ name: "note_list", arguments: {} })).toMatchObject({ isError: true });
    await soon(() => expect(came).toEqual(["test://words"]));
    await client.readResource({ uri: "test://change" });
    await soon(() => expect(came).toEqual(["test://words", "test://words"]));
  });
});
