import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath, pegboard, pegboardHere, root } from "./run-pegboard.ts";

// What an operator has: a configuration file, a log, counters of old names. With the built server and a host that brings
// all middleware of `pegboard/runtime`.

const secret = "hunter2-hunter2";
let project: NotesProject;
let counters: string;
beforeAll(async () => {
  project = await makeNotesProject({
    "schema/tools/note/note_create.yaml": `name: note_create
title: Create a note
tier: essential
since: 0.1.0
stability: experimental
summary: Write down a short text under a title.
session: none
effects: { read_only: false, destructive: false, idempotent: false, open_world: false }
params:
  title: { type: string, max_length: 80, required: true, description: Unique title }
  text: { type: string, max_length: 2000, default: "", description: What it says }
  pin: { type: string, description: Locks it, sensitive: true }
result:
  type: object
  fields:
    title: { type: string, required: true, description: Its title }
    key: { type: string, required: true, description: Opens it, sensitive: true }
errors: [NOTE_EXISTS]
aliases:
  - name: add_note
    of: scribble
    rename: { name: title }
    deprecated: { since: 0.1.0, sunset: 2027-12-01, reason: the noun comes first }
guidance:
  use_when: [Something is worth writing down]
examples:
  - title: Write one
    arguments: { title: Milk, text: Two litres }
    result: { title: Milk }
`,
    "src/handlers/note/note_create.ts": `import { ok } from "pegboard/runtime";
import type { NoteCreate } from "../../../generated/contracts/note_create.ts";
import type { ToolHandler } from "../deps.ts";

export const noteCreate: ToolHandler<NoteCreate> = async ({ title, pin }) => ok({ title, key: pin ?? "" });
`,
    "src/host.ts": `import { logArguments, type OpenHost, rateLimit, timing } from "pegboard/runtime";
import type { Deps } from "./handlers/deps.ts";

export const openHost: OpenHost<Deps> = () => ({
  deps: { notes: new Map() },
  middleware: [
    timing({ middlewares: { log: logArguments({ results: true }), rate: rateLimit({ calls: 3, perSeconds: 3600 }) } }),
  ],
  close: async () => undefined,
});
`,
    "pegboard.serve.json": JSON.stringify({ deny: ["note_list"], logLevel: "info", maxCalls: 1 }),
  });
  counters = mkdtempSync(join(tmpdir(), "pegboard-counters-"));
});
afterAll(() => {
  project.remove();
  rmSync(counters, { recursive: true, force: true });
});

type Message = {
  readonly id?: number;
  readonly result?: { readonly [key: string]: unknown };
  readonly error?: unknown;
};

/** A client that says all it has to say and goes. */
const session = [
  {
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  },
  { method: "notifications/initialized" },
  { id: 1, method: "tools/list" },
  {
    id: 2,
    method: "tools/call",
    params: { name: "add_note", arguments: { name: "Milk", pin: secret }, _meta: { "pegboard/timing": true } },
  },
  { id: 3, method: "tools/call", params: { name: "note_list", arguments: {} } },
  { id: 4, method: "tools/call", params: { name: "add_note", arguments: { name: "Eggs" } } },
  { id: 5, method: "tools/call", params: { name: "note_create", arguments: { title: "Bread" } } },
  { id: 6, method: "tools/call", params: { name: "note_create", arguments: { title: "Salt" } } },
]
  .map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  .join("");

const linesOf = (text: string) => text.split("\n").filter((line) => line !== "");
const answersIn = (stdout: string) =>
  new Map(
    linesOf(stdout)
      .map((line) => JSON.parse(line) as Message)
      .map((answer) => [answer.id, answer]),
  );
const serve = () =>
  pegboard(["serve", "--catalog", project.folder], { stdin: session, env: { PEGBOARD_USAGE: counters } });

describe("pegboard serve with a configuration file beside its catalog", () => {
  it("is configured by it, logs without a secret, and counts what is old, with others at the same time", async () => {
    const [first, second] = await Promise.all([serve(), serve()]);
    expect([first.code, second.code]).toEqual([0, 0]);
    const answers = answersIn(first.stdout);
    const listed = JSON.stringify(answers.get(1)?.result?.tools);
    expect(listed).toContain('"note_create"');
    expect(listed).not.toContain('"note_list"');
    expect(answers.get(3)).toMatchObject({ error: { code: -32602 } });
    expect(answers.get(2)?.result?._meta).toMatchObject({
      "pegboard/timing": {
        handlerMs: expect.any(Number),
        middlewareMs: { log: expect.any(Number), rate: expect.any(Number) },
      },
    });
    // Three calls came through to the handler; the rate lets no fourth, whichever it was.
    const codes = [2, 4, 5, 6]
      .map((id) => answers.get(id)?.result?.structuredContent)
      .filter((value) => JSON.stringify(value).includes("OVERLOADED"));
    expect(codes).toMatchObject([{ error: { code: "OVERLOADED", retry: "later" } }]);

    expect(first.stderr).not.toContain(secret);
    const log = linesOf(first.stderr).map(
      (line) => JSON.parse(line) as { readonly event: string; readonly tool?: string },
    );
    for (const line of log) expect(Object.keys(line).slice(0, 2)).toEqual(["level", "time"]);
    expect(log.filter(({ event }) => event === "call")).toHaveLength(5);
    expect(log).toContainEqual({
      level: "info",
      time: expect.any(String),
      tool: "note_create",
      arguments: { title: "Milk", text: "", pin: "[redacted]" },
      event: "arguments",
    });
    const results = log.filter(({ event }) => event === "result").map((line) => JSON.stringify(line));
    expect(results.filter((line) => line.includes('"key":"[redacted]"'))).toHaveLength(3);

    const files = readdirSync(join(counters, "notes"));
    expect(files.filter((name) => name.endsWith(".json"))).toHaveLength(2);
    const usage = await pegboardHere(["usage", "--catalog", project.folder, "--json"], {
      env: { PEGBOARD_USAGE: counters },
    });
    expect(JSON.parse(usage.stdout)).toMatchObject({
      rows: [
        { kind: "alias", tool: "note_create", name: "add_note", owner: "scribble", calls: 4, verdict: "still used" },
      ],
    });
  });

  it("goes on when its log is not read", async () => {
    const child = spawn(process.execPath, [mainPath, "serve", "--catalog", project.folder], { cwd: root });
    child.stderr.destroy();
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    const ended = new Promise((resolve) => child.on("close", resolve));
    child.stdin.end(session);
    expect(await ended).toBe(0);
    expect([...answersIn(stdout).keys()].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("and call keep to it too, and to what the nearer places say", async () => {
    const call = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      pegboard(["call", "note_list", "--catalog", project.folder, ...words], { env });
    const denied = await call([]);
    expect(denied).toMatchObject({ code: 6, stderr: expect.stringContaining("is not allowed by --allow and --deny") });
    const other = join(counters, "other.json");
    writeFileSync(other, '{"allow": ["note_*"], "logLevel": "silent"}');
    expect(await call(["--config", other])).toMatchObject({ code: 0, stderr: "" });
    // No call is logged at warn; at info it is.
    expect((await call(["--config", other, "--log-level", "info"])).stderr).toContain('"event":"call"');
    expect(await call([], { PEGBOARD_CONFIG: other, PEGBOARD_DENY: "*_list" })).toMatchObject({ code: 6 });
  });

  it("refuses to begin with a mistake in it, and shows where", async () => {
    const folder = join(counters, "mistaken");
    cpSync(project.folder, folder, { recursive: true });
    writeFileSync(join(folder, "pegboard.serve.json"), `{\n  "http": { "token": "${secret}" }\n}\n`);
    const { code, stdout, stderr } = await pegboardHere(["serve", "--catalog", folder]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("pegboard.serve.json:2:13: 'token' looks like a secret");
    expect(stderr).not.toContain(secret);
  });
});
