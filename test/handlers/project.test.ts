import { expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { startOfTests } from "../services/clock.ts";
import { openWorkbench } from "./open-workbench.ts";

async function withSession() {
  const bench = await openWorkbench();
  await bench.value("session_open", { agent: "claude", model: "opus" });
  return bench;
}

test("a new project, the same name again, and one that is almost the same", async () => {
  const bench = await withSession();
  const created = await bench.value("project_create", { name: "Map Service", description: " Tiles\n" });
  const project = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: "Map Service",
    slug: "map-service",
    description: " Tiles\n",
    open_tasks: 0,
    archived: false,
    encrypted: false,
    created_by: "claude",
    created_at: new Date(startOfTests).toISOString(),
  };
  const _context = "claude (opus), in project Map Service";
  expect(created).toEqual({ status: "created", project, similar: [], _context });
  expect(await bench.value("project_create", { name: "map service" })).toEqual({ ...created, status: "exists" });

  const similar = await bench.value("project_create", { name: "Map Services" });
  expect(similar).toMatchObject({
    status: "similar_exists",
    project: null,
    similar: [{ name: "Map Service" }],
    _context: "claude (opus), in all projects",
  });
  const forced = await bench.value("project_create", { name: "Map Services", force: true });
  expect(forced).toMatchObject({ status: "created", project: { slug: "map-services" } });
  expect((await bench.value("project_list", {})).count).toBe(2);
});

test("the list counts what is open, filters by text and pages", async () => {
  const bench = await withSession();
  for (const name of ["Atlas", "Borealis", "Cygnus"]) await bench.value("project_create", { name });
  const { id } = await bench.value("task_create", { project: "Atlas", title: "a" });
  await bench.value("task_create", { project: "Atlas", title: "b" });
  await bench.value("task_manage", { action: "complete", task: id ?? null });
  expect(await bench.value("project_list", { query: "ATL" })).toMatchObject({
    items: [{ name: "Atlas", open_tasks: 1 }],
    count: 1,
    next_cursor: null,
  });
  const first = await bench.value("project_list", { limit: 2 });
  expect(first).toMatchObject({ items: [{ name: "Cygnus" }, { name: "Borealis" }] });
  expect(await bench.value("project_list", { limit: 2, cursor: first.next_cursor ?? null })).toMatchObject({
    items: [{ name: "Atlas" }],
    next_cursor: null,
  });
});

test("a name that can't name a project is refused in words about names of projects", async () => {
  const bench = await withSession();
  expect(await bench.error("project_create", { name: "!!!" })).toMatchObject({
    code: "PROJECT_NAME_INVALID",
    message: "'!!!' can't name a project: it contains no letter or digit",
    data: { name: "!!!" },
  });
  expect(await bench.error("project_create", { name: "At\u202elas" })).toMatchObject({
    data: { problem: "it contains the control character U+202E" },
  });
});

test("a renamed project is found by both names, and its memories are where they were", async () => {
  const bench = await withSession();
  await bench.value("project_create", { name: "Atlas" });
  const stored = await bench.value("memory_store", { project: "Atlas", content: "The bridge listens on 7179." });
  const update = (given: JsonObject) => bench.value("project_manage", { action: "update", project: "Atlas", ...given });
  expect(await update({ description: "Maps\n" })).toMatchObject({ name: "Atlas", description: "Maps\n" });
  expect(await update({ name: " Sea Maps " })).toMatchObject({
    name: "Sea Maps",
    slug: "atlas",
    description: "Maps\n",
  });
  for (const project of ["sea maps", "ATLAS"]) {
    expect(await bench.value("memory_list", { project })).toMatchObject({ items: [{ id: stored.id }] });
  }
  expect(await bench.value("memory_store", { project: "Sea Maps", content: "Tides are hourly." })).toMatchObject({
    namespace: "project/atlas",
  });
  await bench.value("project_create", { name: "Borealis" });
  expect(await bench.error("project_manage", { action: "update", project: "Borealis", name: "Atlas" })).toMatchObject({
    code: "PROJECT_NAME_TAKEN",
    message: expect.stringContaining("the project 'Sea Maps' ("),
  });
  expect(await bench.error("project_manage", { action: "update", project: "Borealis", name: "?" })).toMatchObject({
    code: "PROJECT_NAME_INVALID",
  });
  expect(await bench.error("project_manage", { action: "update", project: "Borealis" })).toMatchObject({
    code: "NOTHING_TO_CHANGE",
    data: { params: ["name", "description", "encrypted"] },
  });
  expect(await bench.error("project_manage", { action: "archive", project: "Nowhere" })).toMatchObject({
    code: "PROJECT_NOT_FOUND",
  });
});

test("an archived project takes no writes and is read all the same", async () => {
  const bench = await withSession();
  await bench.value("project_create", { name: "Atlas" });
  await bench.value("memory_store", { project: "Atlas", content: "The bridge listens on 7179." });
  const { id: task } = await bench.value("task_create", { project: "Atlas", title: "Chart", priority: "high" });
  await bench.value("task_manage", { action: "start", task: task ?? null });
  const archive = { action: "archive", project: "atlas" };
  const archived = await bench.value("project_manage", archive);
  expect(archived).toMatchObject({ name: "Atlas", archived: true, open_tasks: 1 });
  expect(await bench.value("project_manage", archive)).toEqual(archived);
  expect(await bench.value("project_list", {})).toMatchObject({ count: 0 });
  expect(await bench.value("project_list", { archived: true })).toMatchObject({ items: [{ name: "Atlas" }] });
  expect(await bench.value("task_list", {})).toMatchObject({ count: 0 });
  expect(await bench.value("session_open", { agent: "claude" })).toMatchObject({
    briefing: { projects_count: 0, active_task: null, tasks_in_progress: [] },
  });
  expect(await bench.value("task_list", { project: "Atlas" })).toMatchObject({ items: [{ title: "Chart" }] });
  expect(await bench.value("memory_list", { project: "Atlas" })).toMatchObject({ count: 1 });
  expect(await bench.value("project_create", { name: "Atlas" })).toMatchObject({
    status: "exists",
    project: { archived: true },
  });
  const writes: readonly (readonly [string, JsonObject])[] = [
    ["task_create", { project: "Atlas", title: "More" }],
    ["memory_store", { project: "Atlas", content: "More" }],
    ["task_manage", { action: "complete", task: task ?? null }],
    ["project_manage", { action: "update", project: "Atlas", name: "Maps" }],
  ];
  for (const [tool, given] of writes) {
    expect(await bench.error(tool, given)).toMatchObject({
      code: "PROJECT_ARCHIVED",
      message: "project 'Atlas' is archived, so nothing is added to it by its name",
      hint: expect.stringContaining("project_manage with the action restore"),
    });
  }
  expect(await bench.value("project_manage", { action: "restore", project: "Atlas" })).toMatchObject({
    archived: false,
  });
  for (const [tool, given] of writes) await bench.value(tool, given);
});

test("a project is deleted when it is confirmed; before, the answer says what would go with it", async () => {
  const bench = await withSession();
  await bench.value("project_create", { name: "Atlas" });
  await bench.value("task_create", { project: "Atlas", title: "Chart" });
  for (const content of ["one", "two"]) await bench.value("memory_store", { project: "Atlas", content, force: true });
  expect(await bench.error("project_delete", { project: "Atlas" })).toMatchObject({
    code: "CONFIRMATION_REQUIRED",
    effect: "delete the project 'Atlas' for good, with 1 task and 2 memories (in project/atlas and below)",
  });
  await bench.value("decision_create", { project: "Atlas", title: "Use SQLite" });
  for (const requirements of ["one", "two"]) {
    await bench.value("plan_manage", { action: "create", project: "Atlas", requirements });
  }
  expect(await bench.error("project_delete", { project: "Atlas" })).toMatchObject({
    effect: expect.stringMatching(/ \(in project\/atlas and below\), and 1 decision and 2 plans$/) as unknown,
  });
  expect(await bench.value("project_list", {})).toMatchObject({ count: 1 });
  expect(await bench.error("project_delete", { project: "Nowhere" })).toMatchObject({ code: "PROJECT_NOT_FOUND" });
  expect(await bench.value("project_delete", { project: "Atlas", confirm: true })).toMatchObject({
    deleted: { name: "Atlas" },
    tasks_count: 1,
    memories_count: 2,
  });
  for (const list of ["project_list", "task_list", "memory_list"]) {
    expect(await bench.value(list, {})).toMatchObject({ count: 0 });
  }
  expect(await bench.error("project_delete", { project: "Atlas", confirm: true })).toMatchObject({
    code: "PROJECT_NOT_FOUND",
  });
});
