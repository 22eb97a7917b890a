import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath, root } from "./run-pegboard.ts";

// `server: { subscriptions: true, list_changes: true }`: a client subscribes to resources and is notified by handlers and by the host, in
// both eras, over both transports. The clients are the official ones, unchanged.

const catalog = readFileSync(join(root, "test", "fixtures", "notes", "schema", "catalog.yaml"), "utf8");

const host = `import type { OpenHost } from "pegboard/runtime";
import type { Deps } from "./handlers/deps.ts";

export const openHost: OpenHost<Deps> = ({ changes }) => {
  const asked: string[] = [];
  return {
    deps: { notes: new Map() },
    resources: {
      list: async () => ({ entries: [{ uri: "test://words", name: "words" }] }),
      read: async (uri) => {
        if (uri === "test://change-list") changes.resourceListChanged();
        return { uri, text: uri === "test://asked" ? asked.join(" ") : "" };
      },
      subscribe: async (uri) => {
        asked.push("+" + uri);
        if (uri === "test://fails") throw new Error("a secret reason");
        return uri !== "test://none";
      },
      unsubscribe: async (uri) => void asked.push("-" + uri),
    },
    close: async () => undefined,
  };
};
`;

const noteList = `import { ok } from "pegboard/runtime";
import type { NoteList } from "../../../generated/contracts/note_list.ts";
import type { ToolHandler } from "../deps.ts";

export const noteList: ToolHandler<NoteList> = async (_input, _deps, { resourceUpdated }) => {
  resourceUpdated("test://words");
  resourceUpdated("test://others");
  return ok([]);
};
`;

let project: NotesProject;
beforeAll(async () => {
  project = await makeNotesProject({
    "schema/catalog.yaml": catalog.replace(/^server: \{/m, "server: { subscriptions: true, list_changes: true,"),
    "src/host.ts": host,
    "src/handlers/note/note_list.ts": noteList,
  });
});
afterAll(() => project.remove());

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.allSettled(closing.splice(0).map((close) => close()));
});

const args = (...words: readonly string[]) => [mainPath, "serve", "--catalog", project.folder, ...words];

/** A server over HTTP, and what ends it. */
async function serveHttp(path = "on", ...words: readonly string[]) {
  const child: ChildProcess = spawn(process.execPath, args("--http", "0", ...words), {
    env: { PATH: process.env.PATH, PEGBOARD_USAGE: "off", PEGBOARD_FAST_PATH: path },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const end = () => {
    child.kill("SIGTERM");
    return exit;
  };
  closing.push(end);
  const url = await new Promise<URL>((resolve, reject) => {
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      const found = /serving at (\S+)/.exec(stderr)?.[1];
      if (found !== undefined) resolve(new URL(found));
    });
    void exit.then((code) => reject(new Error(`it ended with ${code}: ${stderr}`)));
  });
  return { url, end };
}

/** What a test does with a client of either era. */
interface Watcher {
  /** Notifications as they come: a URI, or "list". */
  readonly came: string[];
  readonly offers: unknown;
  subscribe(uri: string): Promise<unknown>;
  /** Ends the only subscription. */
  unsubscribe(uri: string): Promise<unknown>;
  /** Reads a resource. */
  read(uri: string): Promise<string>;
  change(): Promise<unknown>;
  close(): Promise<unknown>;
}

async function older(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<Watcher> {
  const client = new Client({ name: "older", version: "1" });
  const came: string[] = [];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void came.push(params.uri));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void came.push("list"));
  // Its optional members differ from the SDK's own type only in exactOptionalPropertyTypes.
  await client.connect(transport as never);
  closing.push(() => client.close());
  return {
    came,
    offers: client.getServerCapabilities()?.resources,
    subscribe: (uri) => client.subscribeResource({ uri }),
    unsubscribe: (uri) => client.unsubscribeResource({ uri }),
    read: async (uri) => JSON.stringify((await client.readResource({ uri })).contents),
    change: () => client.callTool({ name: "note_list", arguments: {} }),
    close: () => client.close(),
  };
}

async function modern(transport: ModernStdio | ModernHttp): Promise<Watcher> {
  const client = new ModernClient(
    { name: "modern", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const came: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void came.push(params.uri));
  client.setNotificationHandler("notifications/resources/list_changed", () => void came.push("list"));
  await client.connect(transport as never); // as above
  closing.push(() => client.close());
  const open = new Map<string, { close(): Promise<void> }>();
  return {
    came,
    offers: client.getServerCapabilities()?.resources,
    async subscribe(uri) {
      const subscription = await client.listen({ resourceSubscriptions: [uri], resourcesListChanged: true });
      open.set(uri, subscription);
      return subscription.honoredFilter;
    },
    unsubscribe: async (uri) => open.get(uri)?.close(),
    read: async (uri) => JSON.stringify((await client.readResource({ uri })).contents),
    change: () => client.callTool({ name: "note_list", arguments: {} }),
    close: () => client.close(),
  };
}

const env = (path: string) => ({ PATH: process.env.PATH ?? "", PEGBOARD_FAST_PATH: path });
const stdio = (path: string) => ({
  command: process.execPath,
  args: args(),
  env: env(path),
  stderr: "ignore" as const,
});

const ways: readonly (readonly [string, (path: string) => Promise<Watcher>])[] = [
  ["an older client over stdio", (path) => older(new StdioClientTransport(stdio(path)))],
  ["a client of 2026-07-28 over stdio", (path) => modern(new ModernStdio(stdio(path)))],
  ["an older client over HTTP", async (path) => older(new StreamableHTTPClientTransport((await serveHttp(path)).url))],
  ["a client of 2026-07-28 over HTTP", async (path) => modern(new ModernHttp((await serveHttp(path)).url))],
];

/** Waits for what comes a moment later. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 5_000 });

describe.each(["on", "off"])("fast path %s", (path) => {
  test.each(ways)("%s is notified of what it has subscribed to, until it ends that", async (_way, open) => {
    const client = await open(path);
    expect(client.offers).toEqual({ subscribe: true, listChanged: true });
    await client.subscribe("test://words");
    await client.change();
    await soon(() => expect(client.came).toEqual(["test://words"]));
    await client.read("test://change-list");
    await soon(() => expect(client.came).toEqual(["test://words", "list"]));
    await client.unsubscribe("test://words");
    // The host learns it, and nothing more comes.
    await expect.poll(() => client.read("test://asked"), { timeout: 5_000 }).toContain("+test://words -test://words");
    await client.change();
    await client.read("test://asked");
    expect(client.came).toEqual(["test://words", "list"]);
  });

  test("without sessions an older client over HTTP is offered none, and a newer one is", async () => {
    const { url } = await serveHttp(path, "--no-sessions");
    const client = await older(new StreamableHTTPClientTransport(url));
    expect(client.offers).toEqual({});
    await expect(client.subscribe("test://words")).rejects.toMatchObject({ code: -32601 });
    const newer = await modern(new ModernHttp(url));
    expect(newer.offers).toEqual({ subscribe: true, listChanged: true });
    await newer.subscribe("test://words");
    await newer.change();
    await soon(() => expect(newer.came).toEqual(["test://words"]));
  });
});

test.each(ways)("%s learns that there is no such resource", async (_way, open) => {
  const client = await open("on");
  const outcome = await client.subscribe("test://none").catch((error: unknown) => error);
  if (outcome instanceof Error) expect(outcome).toMatchObject({ code: -32002 });
  else expect(outcome).toEqual({ resourcesListChanged: true });
  const failure = await client.subscribe("test://fails").catch((error: unknown) => error);
  expect(JSON.stringify(failure) + String(failure)).not.toContain("secret");
  // Nothing is being watched, so nothing is ended.
  expect(await client.read("test://asked")).toContain('"+test://none +test://fails"');
});

const overHttp: readonly (readonly [string, (url: URL) => Promise<Watcher>])[] = [
  ["an older client", (url) => older(new StreamableHTTPClientTransport(url))],
  ["a client of 2026-07-28", (url) => modern(new ModernHttp(url))],
];

describe.each(overHttp)("%s over HTTP", (_who, open) => {
  test("shares what the host watches with others", async () => {
    const { url } = await serveHttp();
    const [one, other] = [await open(url), await modern(new ModernHttp(url))];
    await one.subscribe("test://words");
    await other.subscribe("test://words");
    expect(await other.read("test://asked")).toContain('"+test://words"');
    await one.unsubscribe("test://words");
    await other.change();
    await soon(() => expect(other.came).toEqual(["test://words"]));
    expect(one.came).toEqual([]);
    await other.unsubscribe("test://words");
    await expect.poll(() => one.read("test://asked"), { timeout: 5_000 }).toContain('"+test://words -test://words"');
  });

  test("does not delay the end of the server", async () => {
    const { url, end } = await serveHttp();
    const client = await open(url);
    await client.subscribe("test://words");
    // Nor does a connection that a client has opened for later.
    const silent = connect(Number(url.port), url.hostname);
    await once(silent, "connect");
    const begin = performance.now();
    expect(await end()).toBe(0);
    expect(performance.now() - begin).toBeLessThan(3_000);
  });
});

test("a client of 2026-07-28 that goes away ends what was watched for it", async () => {
  const { url } = await serveHttp();
  const [one, other] = [await modern(new ModernHttp(url)), await modern(new ModernHttp(url))];
  await one.subscribe("test://words");
  await one.close();
  await expect.poll(() => other.read("test://asked"), { timeout: 5_000 }).toContain('"+test://words -test://words"');
});

test("a session is needed to subscribe over HTTP, and is over when its client says so", async () => {
  const { url } = await serveHttp();
  const post = (method: string, headers: Readonly<Record<string, string>>, params: object = {}) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
  const status = async (answer: Promise<Response>) => {
    const { status, body } = await answer;
    await body?.cancel();
    return status;
  };
  const clientInfo = { name: "t", version: "1" };
  const greeting = await post("initialize", {}, { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  const session = { "mcp-session-id": greeting.headers.get("mcp-session-id") ?? "" };
  const unknown = { "mcp-session-id": "0b5c6a3e-0000-4000-8000-000000000000" };
  const events = { accept: "text/event-stream" };
  const uri = { uri: "test://words" };
  const get = (headers: Readonly<Record<string, string>>) => status(fetch(url, { headers }));
  const end = (headers: Readonly<Record<string, string>>) => status(fetch(url, { method: "DELETE", headers }));
  expect(await get({ ...events, ...session })).toBe(200);
  expect(await get({ ...events, ...unknown })).toBe(404);
  expect(await get(events)).toBe(400);
  expect(await get({ ...session, accept: "application/json" })).toBe(406);
  expect(await get({ ...events, ...session, "mcp-protocol-version": "2026-07-28" })).toBe(405);
  expect(await status(post("resources/subscribe", session, uri))).toBe(200);
  expect(await status(post("resources/subscribe", unknown, uri))).toBe(404);
  expect(await (await post("resources/subscribe", {}, uri)).text()).toContain("it needs the Mcp-Session-Id");
  // Any process answers what does not belong to a session.
  expect(await status(post("ping", unknown))).toBe(200);
  expect(await end(unknown)).toBe(404);
  expect(await end(session)).toBe(204);
  expect(await end(session)).toBe(404);
  expect(await status(post("ping", session))).toBe(404);
  expect(await status(post("resources/subscribe", session, uri))).toBe(404);
});

test("a catalog that says nothing of it has no subscriptions, and no sessions", async () => {
  const plain = await makeNotesProject({ "src/host.ts": host, "src/handlers/note/note_list.ts": noteList });
  closing.push(async () => plain.remove());
  const command = { command: process.execPath, args: [mainPath, "serve", "--catalog", plain.folder], env: env("on") };
  const client = await older(new StdioClientTransport({ ...command, stderr: "ignore" }));
  expect(client.offers).toEqual({});
  await expect(client.subscribe("test://words")).rejects.toMatchObject({ code: -32601 });
  await client.change();
  await client.read("test://change-list");
  expect(client.came).toEqual([]);
});
