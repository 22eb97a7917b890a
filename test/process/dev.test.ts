import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectStdio } from "../../scripts/plain-connection.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath } from "./run-pegboard.ts";

// A client that stays connected while the catalog behind it is edited.

const timeout = 60_000;
let project: NotesProject;
beforeEach(async () => {
  project = await makeNotesProject({});
});
afterEach(() => project.remove());

function edit(path: string, change: (text: string) => string): void {
  const file = join(project.folder, path);
  const before = readFileSync(file, "utf8");
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
}

const tool = "schema/tools/note/note_create.yaml";
const handler = "src/handlers/note/note_create.ts";

/** An older client, which keeps a handshake and gets notifications. */
class RawClient {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly received: JsonObject[] = [];
  stderr = "";
  #id = 0;

  constructor() {
    this.#child = spawn(process.execPath, [mainPath, "dev", "--catalog", project.folder], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    let rest = "";
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const lines = `${rest}${text}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.received.push(JSON.parse(line) as JsonObject);
    });
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
  }

  notify(method: string): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method })}\n`);
  }

  send(method: string, params: JsonObject = {}): number {
    this.#id += 1;
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: this.#id, method, params })}\n`);
    return this.#id;
  }

  async request(method: string, params: JsonObject = {}): Promise<JsonObject> {
    return this.answerTo(this.send(method, params));
  }

  answerTo(id: number): Promise<JsonObject> {
    return vi.waitUntil(() => this.received.find((message) => message.id === id), { timeout: 20_000, interval: 20 });
  }

  notifications(method: string): number {
    return this.received.filter((message) => message.method === method).length;
  }

  says(text: string): Promise<boolean> {
    return vi.waitUntil(() => this.stderr.includes(text), { timeout: 20_000, interval: 20 });
  }

  async handshake(): Promise<JsonObject> {
    const clientInfo = { name: "raw", version: "1" };
    const answer = await this.request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    this.notify("notifications/initialized");
    return answer;
  }

  async end(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.#child.once("exit", resolve));
    this.#child.stdin.end();
    return ended;
  }
}

describe("a client of `pegboard dev`", () => {
  it("is notified when the list changes, and calls what was edited", { timeout }, async () => {
    const client = new RawClient();
    const answer = await client.handshake();
    expect(answer).toMatchObject({ result: { capabilities: { tools: { listChanged: true } } } });
    expect(JSON.stringify(await client.request("tools/list"))).not.toContain("a note for later");
    await vi.waitUntil(() => client.stderr.includes("Types are not checked here"), { timeout: 20_000 });

    edit(tool, (text) => text.replace(/^summary: .*$/m, "summary: Write a note for later."));
    await vi.waitUntil(() => client.notifications("notifications/tools/list_changed") === 1, { timeout: 20_000 });
    expect(JSON.stringify(await client.request("tools/list"))).toContain("Write a note for later");

    // A handler is not part of the list.
    edit(handler, (text) => text.replace("text: input.text }", "text: [input.text, 'edited'].join(', ') }"));
    await client.says(`served again after a change of ${handler}`);
    const called = await client.request("tools/call", { name: "note_create", arguments: { title: "a", text: "b" } });
    expect(called).toMatchObject({ result: { structuredContent: { title: "a", text: "b, edited" } } });
    expect(client.notifications("notifications/tools/list_changed")).toBe(1);
    expect(await client.end()).toBe(0);
  });

  it("keeps the last good server while an edit is broken, and reads why in the terminal", { timeout }, async () => {
    const client = new RawClient();
    await client.handshake();
    edit(handler, (text) => `${text}\nconst unfinished = ;\n`);
    await client.says("the new server did not start; the last good one stays");
    expect(client.stderr).toContain(`${handler}:`);
    expect(await client.request("tools/call", { name: "note_list", arguments: {} })).toMatchObject({
      result: { structuredContent: { items: [] } },
    });
    edit(tool, (text) => text.replace(/^summary: .*$/m, "sumary: Write."));
    await client.says("unknown-key");
    expect(await client.request("tools/list")).toHaveProperty("result");
    expect(client.notifications("notifications/tools/list_changed")).toBe(0);

    edit(handler, (text) => text.replace("const unfinished = ;\n", ""));
    edit(tool, (text) => text.replace("sumary: Write.", "summary: Write."));
    await vi.waitUntil(() => client.notifications("notifications/tools/list_changed") === 1, { timeout: 20_000 });
    await client.end();
  });

  it("reads stacks of the author's own lines in the terminal", { timeout }, async () => {
    edit(handler, (text) =>
      text.replace("  const note =", '  if (input.text === "boom") throw new Error("boom");\n  const note ='),
    );
    const line =
      readFileSync(join(project.folder, handler), "utf8")
        .split("\n")
        .findIndex((one) => one.includes("boom")) + 1;
    const client = new RawClient();
    await client.handshake();
    const answer = await client.request("tools/call", { name: "note_create", arguments: { title: "a", text: "boom" } });
    expect(answer).toMatchObject({ result: { isError: true } });
    await client.says(`${handler}:${line}:`);
    await client.end();
  });

  it("waits for the first server that starts", { timeout }, async () => {
    edit(handler, (text) => `${text}\nconst unfinished = ;\n`);
    const client = new RawClient();
    const id = client.send("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "raw", version: "1" },
    });
    await client.says("the new server did not start");
    edit(handler, (text) => text.replace("const unfinished = ;\n", ""));
    expect(await client.answerTo(id)).toHaveProperty("result");
    await client.end();
  });

  it("gets the answer of a call that runs while the server is replaced", { timeout }, async () => {
    const slow = (text: string) =>
      text.replace("if (deps", "await new Promise((done) => setTimeout(done, 4_000));\n  if (deps");
    edit(handler, slow);
    const client = new RawClient();
    await client.handshake();
    const id = client.send("tools/call", { name: "note_create", arguments: { title: "a", text: "before" } });
    edit(handler, (text) => text.replace("4_000", "0").replace("text: input.text }", 'text: "after" }'));
    await client.says("served again");
    expect(client.received.some((message) => message.id === id)).toBe(false);
    const after = await client.request("tools/call", { name: "note_create", arguments: { title: "b", text: "x" } });
    expect(after).toMatchObject({ result: { structuredContent: { text: "after" } } });
    expect(await client.answerTo(id)).toMatchObject({ result: { structuredContent: { text: "before" } } });
    await client.end();
  });

  it("gets an error when the server ends during a call, and the next edit starts it again", { timeout }, async () => {
    edit(handler, (text) => text.replace("if (deps", "if (input.title === 'end') process.exit(3);\n  if (deps"));
    const client = new RawClient();
    await client.handshake();
    const answer = await client.request("tools/call", { name: "note_create", arguments: { title: "end", text: "b" } });
    expect(answer).toMatchObject({
      error: { code: -32603, message: expect.stringContaining("ended before it answered") },
    });
    expect(await client.request("tools/list")).toMatchObject({ error: { code: -32603 } });
    edit(handler, (text) => text.replace("process.exit(3)", "process.exitCode = 0"));
    await client.says("served again");
    const again = await client.request("tools/call", { name: "note_create", arguments: { title: "end", text: "b" } });
    expect(again).toMatchObject({ result: { structuredContent: { title: "end" } } });
    await client.end();
  });

  it.each(["2026-07-28", "legacy"])("with the revision %s sees the new list", { timeout }, async (revision) => {
    const connection = await connectStdio({
      command: process.execPath,
      args: [mainPath, "dev", "--catalog", project.folder],
      stderr: "ignore",
      revision,
    });
    expect((await connection.listTools()).map(({ name }) => name)).toContain("note_create");
    edit(tool, (text) => text.replace(/^summary: .*$/m, "summary: Write a note for later."));
    await vi.waitUntil(
      async () => (await connection.listTools()).some(({ description }) => description?.includes("for later") === true),
      { timeout: 30_000, interval: 200 },
    );
    expect(await connection.callTool("note_create", { title: "a", text: "b" })).toMatchObject({ isError: false });
    await connection.close();
  });

  it.each([
    ["--deny", "note_list"],
    ["--", "--deny", "note_list"],
  ])("has the options of serve: %s %s", { timeout }, async (...words) => {
    const connection = await connectStdio({
      command: process.execPath,
      args: [mainPath, "dev", "--catalog", project.folder, ...words],
      stderr: "ignore",
    });
    const names = (await connection.listTools()).map(({ name }) => name);
    expect(names).toContain("note_create");
    expect(names).not.toContain("note_list");
    await connection.close();
  });
});
