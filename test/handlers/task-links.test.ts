import { expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { type OpenWorkbench, openWorkbench } from "./open-workbench.ts";

// Notes on tasks, what tasks wait for, and moving them.

async function withTasks(...titles: readonly string[]): Promise<{ bench: OpenWorkbench; ids: readonly string[] }> {
  const bench = await openWorkbench();
  await bench.value("session_open", { agent: "claude" });
  await bench.value("project_create", { name: "Atlas" });
  await bench.value("project_create", { name: "Borealis" });
  const ids: string[] = [];
  for (const title of titles) ids.push(String((await bench.value("task_create", { project: "Atlas", title })).id));
  return { bench, ids };
}

const titles = (items: unknown) => (items as readonly JsonObject[]).map(({ title }) => title);

test("notes come back newest first, as they were written", async () => {
  const { bench, ids } = await withTasks("Write it");
  const [task = ""] = ids;
  const note = await bench.value("task_note_add", { task: task.slice(0, 8), note: " first\n" });
  expect(note).toMatchObject({ task_id: task, note: " first\n", created_by: "claude" });
  for (let number = 0; number < 21; number++) await bench.value("task_note_add", { task, note: `note ${number}` });
  const { notes, history } = await bench.value("task_get", { task });
  expect((notes as readonly JsonObject[]).map((each) => each.note)).toEqual(
    Array.from({ length: 20 }, (_, index) => `note ${20 - index}`),
  );
  expect((history as readonly JsonObject[])[0]).toMatchObject({ event: "task_note_added", agent: "claude" });
});

test.each(["", "  \n"])("a note of %j is refused", async (note) => {
  const { bench, ids } = await withTasks("Write it");
  expect(await bench.error("task_note_add", { task: ids[0] ?? "", note })).toMatchObject({
    code: "INVALID_ARGUMENTS",
  });
});

test("a task that waits is not next, until what it waits for is completed or archived", async () => {
  const { bench, ids } = await withTasks("Lay bricks", "Dig", "Pour");
  const [bricks = "", dig = "", pour = ""] = ids;
  const next = async () => titles((await bench.value("task_list", { next: true })).items);
  await bench.value("task_dependency_manage", { action: "add", task: bricks, needs: dig });
  const added = await bench.value("task_dependency_manage", { action: "add", task: bricks, needs: pour });
  expect(added).toMatchObject({ changed: true, task: { blocked: true }, needed_by: [] });
  expect(titles(added.needs)).toEqual(["Dig", "Pour"]);
  expect(await next()).toEqual(["Dig", "Pour"]);
  const started = await bench.value("task_manage", { action: "start", task: bricks });
  expect(started).toMatchObject({ status: "in_progress", blocked: true });
  await bench.value("task_manage", { action: "stop", task: bricks });

  await bench.value("task_manage", { action: "complete", task: dig });
  expect(await bench.value("task_get", { task: bricks })).toMatchObject({ task: { blocked: true } });
  await bench.value("task_manage", { action: "archive", task: pour });
  expect(await bench.value("task_get", { task: bricks })).toMatchObject({ task: { blocked: false } });
  await bench.value("task_manage", { action: "reopen", task: dig });
  expect(await bench.value("task_get", { task: bricks })).toMatchObject({ task: { blocked: true } });
  expect(titles((await bench.value("task_get", { task: dig })).needed_by)).toEqual(["Lay bricks"]);
  await bench.value("task_delete", { task: dig, confirm: true });
  expect(await bench.value("task_get", { task: bricks })).toMatchObject({
    task: { blocked: false },
    needs: [{ title: "Pour" }],
  });
});

test("what is completed or archived waits no more, and waits again once it is open", async () => {
  const { bench, ids } = await withTasks("Lay bricks", "Dig");
  const [bricks = "", dig = ""] = ids;
  const blocked = async (task: string) => (await bench.value("task_get", { task })).task;
  const { subtask } = await bench.value("task_subtask_manage", {
    action: "create",
    task: bricks,
    title: "The first row",
  });
  const row = String((subtask as JsonObject).id);
  await bench.value("task_dependency_manage", { action: "add", task: bricks, needs: dig });
  const manage = (action: string) => bench.value("task_manage", { action, task: bricks });
  for (const [action, expected] of [
    ["complete", false],
    ["reopen", true],
    ["archive", false],
    ["restore", true],
  ] as const) {
    expect(await manage(action)).toMatchObject({ blocked: expected });
    if (action === "reopen") await bench.value("task_manage", { action: "reopen", task: row });
    expect(await blocked(row)).toMatchObject({ blocked: expected });
  }
});

test("a task that would wait for what it is a part of names that alone, and what would have to change", async () => {
  const { bench, ids } = await withTasks("whole");
  const [whole = ""] = ids;
  const part = async (task: string, title: string) => {
    const { subtask } = await bench.value("task_subtask_manage", { action: "create", task, title });
    return String((subtask as JsonObject).id);
  };
  const lower = await part(whole, "part");
  await part(lower, "grandpart");
  expect(await bench.error("task_dependency_manage", { action: "add", task: lower, needs: whole })).toMatchObject({
    code: "DEPENDENCY_CYCLE",
    data: { path: "'part' → 'whole' → 'part'" },
    hint: expect.stringMatching(/becomes a task of its own$/),
  });
});

test("a circle is refused, and the answer shows it", async () => {
  const { bench, ids } = await withTasks("a", "b", "c");
  const [a = "", b = "", c = ""] = ids;
  await bench.value("task_dependency_manage", { action: "add", task: a, needs: b });
  await bench.value("task_dependency_manage", { action: "add", task: b, needs: c });
  const refused = await bench.error("task_dependency_manage", { action: "add", task: c, needs: a });
  expect(refused).toMatchObject({ code: "DEPENDENCY_CYCLE", data: { path: "'c' → 'a' → 'b' → 'c'" } });
  const itself = await bench.error("task_dependency_manage", { action: "add", task: a, needs: a });
  expect(itself).toMatchObject({ code: "DEPENDENCY_CYCLE", data: { path: "'a' → 'a'" } });
  expect(await bench.value("task_dependency_manage", { action: "list", task: c })).toMatchObject({ needs: [] });
});

test("adding twice and removing what is not there change nothing, and leave no line in the history", async () => {
  const { bench, ids } = await withTasks("a", "b");
  const [task = "", needs = ""] = ids;
  const change = (action: string) => bench.value("task_dependency_manage", { action, task, needs });
  expect(await change("remove")).toMatchObject({ changed: false });
  expect(await change("add")).toMatchObject({ changed: true });
  expect(await change("add")).toMatchObject({ changed: false });
  expect(await change("remove")).toMatchObject({ changed: true, needs: [] });
  const { history } = await bench.value("task_get", { task });
  expect((history as readonly JsonObject[]).map(({ event }) => event)).toEqual([
    "dependency_removed",
    "dependency_added",
    "task_created",
  ]);
});

test("a moved task keeps its notes, edges and memories, and is listed where it went", async () => {
  const { bench, ids } = await withTasks("a", "b");
  const [task = "", needs = ""] = ids;
  await bench.value("task_note_add", { task, note: "kept" });
  await bench.value("task_dependency_manage", { action: "add", task, needs });
  await bench.value("task_manage", { action: "start", task });
  await bench.value("memory_store", { project: "Atlas", content: "Written while a was worked on." });
  expect(await bench.value("task_move", { task, project: "borealis" })).toMatchObject({
    project: "Borealis",
    active: true,
  });
  expect(titles((await bench.value("task_list", { project: "Borealis" })).items)).toEqual(["a"]);
  expect(titles((await bench.value("task_list", { project: "Atlas" })).items)).toEqual(["b"]);
  expect(await bench.value("task_get", { task })).toMatchObject({
    notes: [{ note: "kept" }],
    needs: [{ title: "b", project: "Atlas" }],
    memories: [{ namespace: "project/atlas" }],
  });
  // Again: nothing happens.
  await bench.value("task_move", { task, project: "borealis" });
  const { history } = await bench.value("task_get", { task });
  expect((history as readonly JsonObject[]).filter(({ event }) => event === "task_moved")).toHaveLength(1);
});
