import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CreateTaskResultSchema, ListTasksResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Running, served } from "./identity-servers.ts";
import type { NotesProject } from "./notes-project.ts";
import { playGoldens } from "./play-goldens.ts";
import { pegboard } from "./run-pegboard.ts";
import { makeTasksProject } from "./tasks-project.ts";

// Tasks of the built server in both eras: byte for byte over pipes (test/golden/tasks), with and without the fast path; over HTTP with an
// unchanged client.

let project: NotesProject;
beforeAll(async () => {
  project = await makeTasksProject();
}, 60_000);
afterAll(() => project.remove());

playGoldens("tasks", () => project.folder);

describe("over HTTP", () => {
  let folder = "";
  let url = new URL("http://pegboard.invalid");
  let running: Running | undefined;
  const tokens: { [name: string]: string } = {};
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "pegboard-tasks-"));
    const file = join(folder, "tokens.json");
    for (const name of ["ada", "bob"]) {
      tokens[name] = (await pegboard(["token", "create", name, "--file", file])).stdout.trim();
    }
    const started = await served(
      project.folder,
      { http: { address: "127.0.0.1:0", tokens: file } },
      { PEGBOARD_TOKEN: single },
    );
    running = started;
    url = new URL(started.found);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const clientOf = async (token: string | undefined): Promise<Client> => {
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    const client = new Client({ name: "unchanged", version: "1" });
    // The SDK's own class, whose types are stricter than its interface.
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }) as Parameters<Client["connect"]>[0]);
    return client;
  };
  const start = async (client: Client, name: string, given = {}) => {
    const params = { name, arguments: given, task: { ttl: 60_000 } };
    return (await client.request({ method: "tools/call", params }, CreateTaskResultSchema)).task;
  };

  it("an unchanged client calls, waits, and hears how far it is", { timeout: 60_000 }, async () => {
    const client = await clientOf(tokens.ada);
    expect((await client.listTools()).tools.find(({ name }) => name === "note_rebuild")?.execution).toEqual({
      taskSupport: "required",
    });
    const heard: string[] = [];
    const stream = client.experimental.tasks.callToolStream({ name: "note_rebuild", arguments: { steps: 2 } });
    for await (const message of stream) {
      heard.push(message.type);
      if (message.type === "result") expect(message.result.structuredContent).toEqual({ file: "notes.csv" });
    }
    expect([heard[0], heard.at(-1)]).toEqual(["taskCreated", "result"]);
    await client.close();
  });

  it("a task is its caller's own, and others can't tell that it exists", { timeout: 60_000 }, async () => {
    const [ada, bob, anyone] = [await clientOf(tokens.ada), await clientOf(tokens.bob), await clientOf(single)];
    const { taskId } = await start(ada, "note_rebuild", { waits: true });
    const { tasks } = ada.experimental;
    expect(await tasks.getTask(taskId)).toMatchObject({ taskId, status: "working" });
    const unknown = await bob.experimental.tasks.getTask("none").catch(String);
    for (const other of [bob, anyone]) {
      const { tasks: theirs } = other.experimental;
      expect(await theirs.getTask(taskId).catch(String)).toBe(unknown);
      expect(await theirs.cancelTask(taskId).catch(String)).toBe(unknown);
      expect(await theirs.getTaskResult(taskId).catch(String)).toBe(unknown);
    }
    expect((await bob.experimental.tasks.listTasks()).tasks).toEqual([]);
    expect((await tasks.listTasks()).tasks.map((task) => task.taskId)).toContain(taskId);
    expect(ada.getServerCapabilities()?.tasks).toHaveProperty("list");
    // A client that can't be distinguished from others is listed nothing.
    expect(anyone.getServerCapabilities()?.tasks).not.toHaveProperty("list");
    await expect(anyone.request({ method: "tasks/list" }, ListTasksResultSchema)).rejects.toMatchObject({
      code: -32_601,
    });
    expect(await tasks.cancelTask(taskId)).toMatchObject({ status: "cancelled" });
    await expect.poll(() => running?.stderr()).toContain("the handler was stopped");
    await Promise.all([ada.close(), bob.close(), anyone.close()]);
  });

  it("a server that ends stops what runs, and says so to who waits", { timeout: 60_000 }, async () => {
    const ada = await clientOf(tokens.ada);
    const { taskId } = await start(ada, "note_export", { waits: true });
    const waiting = ada.experimental.tasks.getTaskResult(taskId).catch(String);
    await ada.experimental.tasks.getTask(taskId);
    running?.child.kill("SIGTERM");
    expect(await waiting).toContain("the server ended");
    expect(await running?.exit).toBe(0);
    await ada.close();
  });
});

const single = "the-one-token-that-may-do-everything";
