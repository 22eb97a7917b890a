import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { message, type Running, send, served, started } from "./identity-servers.ts";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath } from "./run-pegboard.ts";

// The text of `/metrics`, as Prometheus reads it: what is under way, and what a host knows of itself.

const host = `import type { OpenHost } from "pegboard/runtime";
import type { Deps } from "./handlers/deps.ts";

export const openHost: OpenHost<Deps> = ({ env }) => ({
  deps: { notes: new Map() },
  figures: () => {
    if (env.BROKEN === "yes") throw new Error("no figures today");
    return [
      { name: "notes_open", type: "gauge", help: "Notes\\nthat are \\\\ open", value: 2.5 },
      { name: "notes_made_total", type: "counter", help: "Notes", value: Number.POSITIVE_INFINITY },
      { name: "notes_open", type: "gauge", help: "The same again", value: 3 },
      { name: "pegboard_calls_total", type: "counter", help: "One of ours", value: 4 },
      { name: "no name 1", type: "gauge", help: "Unfit", value: 5 },
    ];
  },
  close: async () => undefined,
});
`;

/** Goes on until a file is there. */
const noteList = `import { existsSync } from "node:fs";
import { ok } from "pegboard/runtime";
import type { NoteList } from "../../../generated/contracts/note_list.ts";
import type { ToolHandler } from "../deps.ts";

export const noteList: ToolHandler<NoteList> = async () => {
  while (!existsSync(process.env.GO_ON ?? "")) await new Promise((resolve) => setTimeout(resolve, 10));
  return ok([]);
};
`;

let project: NotesProject;
let folder: string;
const running: Running[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-metrics-"));
  project = await makeNotesProject({ "src/host.ts": host, "src/handlers/note/note_list.ts": noteList });
}, 60_000);
afterAll(() => {
  for (const { child } of running) child.kill("SIGKILL");
  project?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const call = (name: string, args: object) => message("tools/call", { name, arguments: args });

interface Family {
  readonly type: string;
  readonly samples: Map<string, number>;
}

/** Reads the text format, and refuses what Prometheus refuses. @see https://prometheus.io/docs/instrumenting/exposition_formats/ */
function parsed(text: string): ReadonlyMap<string, Family> {
  const families = new Map<string, Family>();
  const helped = new Set<string>();
  expect(text.endsWith("\n")).toBe(true);
  for (const line of text.slice(0, -1).split("\n")) {
    const [, help] = /^# HELP ([a-zA-Z_:][\w:]*) [^\n]*$/.exec(line) ?? [];
    const [, typed = "", type = ""] = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram)$/.exec(line) ?? [];
    const label = String.raw`[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\n"])*"`;
    const sample = new RegExp(`^([a-zA-Z_:][\\w:]*)(\\{(?:${label}(?:,${label})*)?\\})? ([^ ]+)$`).exec(line);
    if (help !== undefined) {
      expect(helped, line).not.toContain(help);
      helped.add(help);
    } else if (typed !== "") {
      expect(families.has(typed), line).toBe(false);
      families.set(typed, { type, samples: new Map() });
    } else {
      const [, name = "", labels = "", value = ""] = sample ?? [];
      const of = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ""));
      expect(of, line).toBeDefined();
      const number = value === "+Inf" ? Number.POSITIVE_INFINITY : Number(value);
      expect(Number.isNaN(number), line).toBe(false);
      expect(of?.samples.has(name + labels), line).toBe(false);
      of?.samples.set(name + labels, number);
    }
  }
  return families;
}

const sampleOf = (families: ReadonlyMap<string, Family>, name: string) => families.get(name)?.samples.get(name);

async function figuresOf(server: Running): Promise<ReadonlyMap<string, Family>> {
  const at = /metrics at (\S+)/.exec(server.stderr())?.[1] ?? "";
  const { status, text } = await send(at, [], undefined, "GET");
  expect(status).toBe(200);
  return parsed(text);
}

const config = { maxCalls: 1, http: { address: "127.0.0.1:0", metrics: { address: "127.0.0.1:0" } } };

test("calls that run and wait, and what the host gives: once, and only where it is fit", async () => {
  const goOn = join(folder, "go-on");
  const server = await served(project.folder, config, { GO_ON: goOn });
  running.push(server);
  expect(sampleOf(await figuresOf(server), "pegboard_calls_running")).toBe(0);
  const calls = [1, 2, 3].map(() => send(server.found, [], call("note_list", {})));
  await expect
    .poll(async () => {
      const families = await figuresOf(server);
      return [sampleOf(families, "pegboard_calls_running"), sampleOf(families, "pegboard_calls_waiting")];
    })
    .toEqual([1, 2]);
  writeFileSync(goOn, "");
  await Promise.all(calls);
  const families = await figuresOf(server);
  expect(sampleOf(families, "pegboard_calls_running")).toBe(0);
  expect(families.get("notes_open")).toEqual({ type: "gauge", samples: new Map([["notes_open", 2.5]]) });
  expect(sampleOf(families, "notes_made_total")).toBe(Number.POSITIVE_INFINITY);
  expect([...(families.get("pegboard_calls_total")?.samples ?? [])]).toEqual([
    ['pegboard_calls_total{tool="note_list",outcome="ok"}', 3],
  ]);
  expect([...families.keys()]).not.toContain("no name 1");
});

test("a host that throws hides its own figures only", async () => {
  const server = await served(project.folder, config, { BROKEN: "yes" });
  running.push(server);
  expect((await send(server.found, [], call("note_create", { title: "a", text: "b" }))).status).toBe(200);
  const families = await figuresOf(server);
  expect([...families.keys()]).toContain("pegboard_calls_total");
  expect([...families.keys()]).not.toContain("notes_open");
  await expect.poll(() => server.stderr()).toContain("no figures today");
});

test("of the workbench: its writes, its waits for locks, its files", async () => {
  const path = join(folder, "config.json");
  writeFileSync(path, JSON.stringify({ http: config.http }));
  const server = await started([mainPath, "serve", "--config", path], /serving at (\S+)/, {
    env: { PEGBOARD_USAGE: "off", PEGBOARD_DB: join(folder, "work.db") },
  });
  running.push(server);
  expect([...(await figuresOf(server)).keys()]).not.toContain("pegboard_store_writes_total");
  const opened = await send(server.found, [], call("session_open", { agent: "ann" }));
  expect(opened.status).toBe(200);
  const families = await figuresOf(server);
  expect(sampleOf(families, "pegboard_store_writes_total")).toBeGreaterThanOrEqual(1);
  expect(sampleOf(families, "pegboard_store_write_seconds_total")).toBeGreaterThan(0);
  expect(sampleOf(families, "pegboard_store_writes_waiting")).toBe(0);
  expect(sampleOf(families, "pegboard_store_lock_refusals_total")).toBe(0);
  expect(sampleOf(families, "pegboard_store_file_bytes")).toBeGreaterThanOrEqual(4096);
  expect(sampleOf(families, "pegboard_store_log_bytes")).toBeGreaterThan(0);
});
