import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { type Finished, pegboard, pegboardHere } from "./run-pegboard.ts";
import { objects, type ServedWorkbench, serveWorkbenchHere } from "./served-workbench.ts";

// Tasks of other programs' files become tasks of a project, once; the board shows them to people.

let folder = "";
let server: ServedWorkbench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-tasks-"));
  server = await serveWorkbenchHere({ profile: "full" });
  await server.value("session_open", { agent: "claude" });
  await server.value("project_create", { name: "Atlas" });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(words: readonly string[], start = pegboardHere): Promise<Finished> {
  const env = { PEGBOARD_DB: server.databasePath, USER: "ann" };
  return start([...words, "--project", "atlas"], { cwd: folder, env });
}

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const tasks = async () => objects((await server.value("task_list", { project: "Atlas" })).items).toReversed();
const byTitle = async (title: string) => (await tasks()).find((task) => task.title === title) ?? {};

/** Imports a file twice: dry first, then for real, then again. */
async function taken(name: string, text: string, counts: string): Promise<void> {
  write(name, text);
  const dry = await run(["import-tasks", name]);
  expect([dry.code, dry.stderr]).toEqual([0, ""]);
  expect(dry.stdout).toContain(`${counts}; 0 known already; nothing was written (--yes writes)`);
  expect(await tasks()).toEqual([]);
  const real = await run(["import-tasks", name, "--yes"]);
  expect(real.stdout).toContain(`${counts}; 0 known already\n`);
  const after = await tasks();
  const again = await run(["import-tasks", name, "--yes"]);
  expect(again.stdout).toContain("0 tasks, 0 dependencies; ");
  expect(await tasks()).toEqual(after);
}

const taskMaster = {
  master: {
    tasks: [
      { id: 1, title: "Set up", status: "done", priority: "high", dependencies: [], description: "The repository" },
      {
        ...{ id: 2, title: "Import", status: "in-progress", priority: "low", dependencies: [1] },
        ...{ details: "Of CSV", testStrategy: "Round trip" },
        subtasks: [
          { id: 1, title: "Read the header", status: "done", dependencies: [] },
          { id: 2, title: "Read the rows", status: "pending", dependencies: [1] },
        ],
      },
    ],
  },
  later: { tasks: [{ id: "1", title: "Export", status: "deferred", dependencies: [] }] },
};

describe("pegboard import-tasks", () => {
  it("reads Task Master's tasks.json, with tags, subtasks and dependencies", async () => {
    await taken("tasks.json", JSON.stringify(taskMaster), "5 tasks, 2 dependencies");
    expect(await byTitle("Set up")).toMatchObject({ status: "completed", priority: "high", created_by: "ann" });
    const whole = await byTitle("Import");
    expect(whole).toMatchObject({
      ...{ status: "in_progress", priority: "low", subtasks: 2, subtasks_completed: 1, progress: 50 },
      description: "Of CSV\n\nTest strategy: Round trip",
    });
    const rows = await byTitle("Read the rows");
    expect(rows).toMatchObject({ parent: whole.id, status: "todo" });
    expect(await server.value("task_get", { task: rows.id ?? null })).toMatchObject({
      needs: [{ title: "Read the header" }],
    });
    expect(await byTitle("Export")).toMatchObject({ tags: ["later", "deferred"], status: "todo" });
  });

  it("reads a check list in Markdown", async () => {
    const list =
      "# Plan\n\n- [x] Dig #garden\n  By hand.\n  - [X] Find a spade\n- [ ] Plant\n\t1. [/] Buy bulbs\n```\n- [ ] no\n```\n- not one\n";
    await taken("TODO.md", list, "4 tasks, 0 dependencies");
    expect(await byTitle("Dig #garden")).toMatchObject({
      ...{ status: "completed", tags: ["garden"], description: "By hand.", subtasks: 1 },
    });
    expect(await byTitle("Plant")).toMatchObject({ status: "todo", subtasks: 1 });
    expect(await byTitle("Buy bulbs")).toMatchObject({ status: "in_progress" });
    // What came into the file since is taken, and what was deleted stays deleted.
    await server.value("task_delete", { task: (await byTitle("Plant")).id ?? null, confirm: true });
    write("TODO.md", `${list}- [ ] Water\n`);
    expect((await run(["import-tasks", "TODO.md", "--yes"])).stdout).toContain(
      "1 task, 0 dependencies; 4 known already",
    );
    expect((await tasks()).map(({ title }) => title)).toEqual(["Dig #garden", "Find a spade", "Water"]);
  });

  it("reads GitHub's issues", async () => {
    const url = (number: number) => `https://github.com/acme/atlas/issues/${number}`;
    const issues: readonly JsonObject[] = [
      {
        number: 3,
        title: "Ship",
        state: "OPEN",
        body: "Depends on #2\n\n- [ ] #1",
        url: url(3),
        labels: [],
        assignees: [],
      },
      {
        ...{ number: 2, title: "Test", state: "OPEN", body: null, url: url(2), assignees: [{ login: "ann" }] },
        ...{ labels: [{ name: "priority: high" }], milestone: { dueOn: "2031-02-28T08:00:00Z" } },
      },
      { number: 1, title: "Build", state: "CLOSED", url: url(1), labels: [{ name: "ci" }], assignees: [] },
      { number: 4, title: "A change", state: "OPEN", pull_request: {} },
    ];
    await taken("issues.json", JSON.stringify(issues), "3 tasks, 1 dependency");
    const ship = await byTitle("Ship");
    expect(ship).toMatchObject({ blocked: true, subtasks: 1, subtasks_completed: 1, progress: 100, status: "todo" });
    expect(await byTitle("Build")).toMatchObject({ parent: ship.id, status: "completed", tags: ["ci"] });
    expect(await byTitle("Test")).toMatchObject({ priority: "high", due: "2031-02-28", assignee: "ann" });
  });

  it("says what a file can't give, and leaves out circles and what is not there", async () => {
    write(
      "tasks.json",
      JSON.stringify({
        tasks: [
          { id: 1, title: "A", dependencies: [2, 9] },
          { id: 2, title: "B", dependencies: [1] },
        ],
      }),
    );
    const circle = await run(["import-tasks", "tasks.json", "--yes"]);
    expect(circle.stderr).toBe(
      "warning: 'A' does not wait for master/9, which is not there\n" +
        "warning: 'B' does not wait for master/1: that would be a circle\n",
    );
    expect((await tasks()).length).toBe(2);
    for (const [name, text, words] of [
      ["a.json", "{}", "it has no list 'tasks'"],
      ["b.json", "[1]", "it is not a list of issues with numbers"],
      ["c.md", "# Nothing", "it has no entry like '- [ ] title'"],
    ] as const) {
      write(name, text);
      const refused = await run(["import-tasks", name, "--yes"]);
      expect(refused.code).not.toBe(0);
      expect(refused.stderr).toContain(`'${name}' can't be read: ${words}`);
    }
    expect((await run(["import-tasks", "none.json"])).stderr).toContain("'none.json' can't be read: ENOENT");
    expect((await run(["import-tasks", "c.md", "--from", "github"])).stderr).toContain("it is not JSON");
  });
});

describe("pegboard board", () => {
  it("shows the tasks of a project in columns, as a process, and safe", async () => {
    const make = (title: string, over: JsonObject = {}) =>
      server.value("task_create", { project: "Atlas", title, ...over });
    await make("Write \u001b[31mthe importer of everything there is", { priority: "high", due: "2031-01-02" });
    const { id } = await make("地図を描く");
    await server.value("task_manage", { action: "progress", task: id ?? null, progress: 40 });
    const shown = await run(["board"], pegboard);
    expect([shown.code, shown.stderr]).toEqual([0, ""]);
    expect(shown.stdout).not.toContain("\u001b[31m");
    const lines = shown.stdout.split("\n").map((line) => line.replaceAll(/[0-9a-f]{8}/g, "<id>"));
    expect(lines[0]).toBe("Atlas");
    expect(lines[1]).toMatch(/^To do \(1\) {18}In progress \(1\) {12}Done \(0\)$/);
    expect(lines[3]).toMatch(/^Write \\u\{1b\}\[31mthe +地図を描く$/);
    expect(lines.join("\n")).toContain("<id> · high · due");
    expect(lines.join("\n")).toContain("<id> · 40%");
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(80);
    const json = JSON.parse((await run(["board", "--json"])).stdout) as JsonObject;
    expect(json).toMatchObject({
      project: "Atlas",
      columns: [{ title: "To do", more: false }, { tasks: [{ progress: 40 }] }, {}],
    });
  });
});
