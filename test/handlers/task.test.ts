import { describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { startOfTests } from "../services/clock.ts";
import { type OpenWorkbench, openWorkbench } from "./open-workbench.ts";

async function withTasks(...titles: readonly string[]): Promise<{ bench: OpenWorkbench; ids: readonly string[] }> {
  const bench = await openWorkbench();
  await bench.value("session_open", { agent: "claude" });
  await bench.value("project_create", { name: "Atlas" });
  await bench.value("project_create", { name: "Borealis" });
  const ids: string[] = [];
  for (const title of titles) {
    ids.push(String((await bench.value("task_create", { project: "Atlas", title })).id));
    bench.clock.advance(1_000);
  }
  return { bench, ids };
}

test("a task comes back with everything that was given, and its defaults", async () => {
  const { bench } = await withTasks();
  const given = { project: "atlas", title: " Write it ", description: " as is \n", priority: "H", tags: ["a", " b "] };
  const task = await bench.value("task_create", given);
  expect(task).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    title: "Write it",
    description: " as is \n",
    project: "Atlas",
    project_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    status: "todo",
    priority: "high",
    progress: 0,
    tags: ["a", "b"],
    due: null,
    assignee: null,
    parent: null,
    subtasks: 0,
    subtasks_completed: 0,
    active: false,
    blocked: false,
    archived: false,
    created_by: "claude",
    created_at: new Date(startOfTests).toISOString(),
    updated_at: new Date(startOfTests).toISOString(),
    completed_at: null,
    _context: "claude, in project Atlas",
  });
  const { _context, ...bare } = task;
  expect(await bench.value("task_get", { task: String(task.id).slice(0, 8) })).toEqual({
    task: bare,
    history: [{ event: "task_created", agent: "claude", at: new Date(startOfTests).toISOString() }],
    notes: [],
    comments: [],
    needs: [],
    needed_by: [],
    memories: [],
    _context,
  });
});

describe("task_list", () => {
  const lists: readonly (readonly [string, JsonObject, readonly string[], string])[] = [
    ["everything, newest first", {}, ["else", "c", "b", "a"], "claude, in all projects"],
    ["one project", { project: "Atlas" }, ["c", "b", "a"], "claude, in project Atlas"],
    ["a status", { status: "completed" }, ["a"], "claude, in all projects"],
    ["a priority and a limit", { priority: "L", limit: 1 }, ["else"], "claude, in all projects"],
    ["a text that is blank", { project: "Atlas", query: "  " }, ["c", "b", "a"], "claude, in project Atlas"],
    ["next, most important and then oldest first", { next: true }, ["c", "b", "else"], "claude, in all projects"],
  ];
  test.each(lists)("%s", async (_name, given, expected, context) => {
    const { bench, ids } = await withTasks("a", "b");
    await bench.value("task_manage", { action: "complete", task: ids[0] ?? "" });
    await bench.value("task_create", { project: "Atlas", title: "c", priority: "high" });
    await bench.value("task_create", { project: "Borealis", title: "else", priority: "low" });
    const list = await bench.value("task_list", given);
    expect([titles(list), list.count, list._context]).toEqual([expected, expected.length, context]);
  });

  test("pages follow each other without a gap", async () => {
    const { bench } = await withTasks("a", "b", "c");
    const first = await bench.value("task_list", { limit: 2 });
    const second = await bench.value("task_list", { limit: 2, cursor: first.next_cursor ?? null });
    expect([titles(first), titles(second), second.next_cursor]).toEqual([["c", "b"], ["a"], null]);
    expect((await bench.error("task_list", { status: "todo", cursor: first.next_cursor ?? null })).code).toBe(
      "CURSOR_INVALID",
    );
  });
});

test("what an agent works on is marked for it alone, and gets the memories that it stores meanwhile", async () => {
  const { bench, ids } = await withTasks("a", "b");
  const [a = "", b = ""] = ids;
  await bench.value("task_manage", { action: "start", task: a });
  const { id } = await bench.value("memory_store", { content: "found while at a" });
  expect(await bench.value("task_manage", { action: "start", task: b })).toMatchObject({ title: "b", active: true });
  expect(await bench.value("task_get", { task: a })).toMatchObject({
    task: { active: false, status: "in_progress" },
    memories: [{ id, preview: "found while at a" }],
  });
  expect(await bench.value("memory_get", { id: id ?? null })).toMatchObject({ task_id: a });
  await bench.value("session_open", { agent: "another" });
  expect(await bench.value("task_get", { task: b })).toMatchObject({ task: { active: false }, memories: [] });
});

test("a completed task is not started again, and completing it twice is fine", async () => {
  const { bench, ids } = await withTasks("a");
  const [task = ""] = ids;
  const manage = (action: string, more: JsonObject = {}) => ({ action, task, ...more });
  await bench.value("task_manage", manage("complete"));
  bench.clock.advance(60_000);
  expect(await bench.value("task_manage", manage("complete"))).toMatchObject({
    status: "completed",
    progress: 100,
    completed_at: new Date(startOfTests + 1_000).toISOString(),
  });
  for (const refused of [manage("start"), manage("progress", { progress: 5 })]) {
    expect(await bench.error("task_manage", refused)).toMatchObject({
      code: "TASK_COMPLETED",
      data: { task, title: "a" },
      retry: "never",
      hint: expect.stringContaining("task_manage and the action reopen"),
    });
  }
  expect(await bench.value("task_manage", manage("reopen"))).toMatchObject({ status: "todo", completed_at: null });
  expect(await bench.value("task_manage", manage("start"))).toMatchObject({ status: "in_progress", active: true });
});

test("an update changes what it names and nothing else; texts and tags can be emptied", async () => {
  const { bench, ids } = await withTasks("a");
  const [task = ""] = ids;
  const update = (given: JsonObject) => bench.value("task_manage", { action: "update", task, ...given });
  expect(await update({ title: " Write ", tags: ["x", "y"] })).toMatchObject({ title: "Write", tags: ["x", "y"] });
  expect(await update({ description: "All\n", priority: "H" })).toMatchObject({ title: "Write", priority: "high" });
  expect(await update({ description: "", tags: [] })).toMatchObject({ description: "", tags: [], priority: "high" });
  expect(await bench.error("task_manage", { action: "update", task, title: "  " })).toMatchObject({
    code: "INVALID_ARGUMENTS",
    violations: [{ path: "/title" }],
  });
  const texts = ["title", "description"];
  expect(await bench.error("task_manage", { action: "update", task })).toMatchObject({
    code: "NOTHING_TO_CHANGE",
    data: { action: "update", params: [...texts, "priority", "tags", "status", "due", "assignee", "encryption_scope"] },
    hint: "send at least one of these: title, description, priority, tags, status, due, assignee, encryption_scope",
  });
  expect(await bench.error("task_manage", { action: "archive", task, title: "x" })).toMatchObject({
    code: "INVALID_ARGUMENTS",
    violations: [{ path: "/title" }],
  });
});

test("an archived task is listed when it is asked for, and changes only when it is restored", async () => {
  const { bench, ids } = await withTasks("a", "b");
  const [task = ""] = ids;
  const manage = (action: string) => bench.value("task_manage", { action, task });
  await manage("start");
  expect(await manage("archive")).toMatchObject({ archived: true, active: false, status: "in_progress" });
  expect(titles(await bench.value("task_list", {}))).toEqual(["b"]);
  expect(titles(await bench.value("task_list", { project: "Atlas" }))).toEqual(["b"]);
  expect(titles(await bench.value("task_list", { archived: true }))).toEqual(["a"]);
  expect(await bench.value("task_get", { task })).toMatchObject({ task: { archived: true } });
  expect(await bench.value("project_list", { query: "Atlas" })).toMatchObject({ items: [{ open_tasks: 1 }] });
  const opened = await bench.value("session_open", { agent: "claude" });
  expect(opened).toMatchObject({ briefing: { active_task: null, tasks_in_progress: [] } });
  expect(await bench.error("task_manage", { action: "complete", task })).toMatchObject({
    code: "TASK_ARCHIVED",
    data: { task, title: "a" },
    hint: expect.stringContaining("restore"),
  });
  expect(await manage("restore")).toMatchObject({ archived: false, status: "in_progress" });
});

test("a task is deleted when it is confirmed; before, the answer names it", async () => {
  const { bench, ids } = await withTasks("a", "b");
  const [task = ""] = ids;
  await bench.value("task_manage", { action: "start", task });
  const { id } = await bench.value("memory_store", { content: "found while at a" });
  const effect = "delete the task 'a' (in_progress) of the project 'Atlas' for good; memories of it stay";
  expect(await bench.error("task_delete", { task })).toMatchObject({ code: "CONFIRMATION_REQUIRED", effect });
  expect(await bench.error("task_delete", { task: "00000000" })).toMatchObject({ code: "TASK_NOT_FOUND" });
  expect(titles(await bench.value("task_list", {}))).toEqual(["b", "a"]);
  expect(await bench.value("task_delete", { task, confirm: true })).toMatchObject({
    deleted: { id: task, title: "a" },
  });
  expect(titles(await bench.value("task_list", {}))).toEqual(["b"]);
  expect(await bench.error("task_get", { task })).toMatchObject({ code: "TASK_NOT_FOUND" });
  expect(await bench.error("task_delete", { task, confirm: true })).toMatchObject({ code: "TASK_NOT_FOUND" });
  expect(await bench.value("memory_get", { id: id ?? null })).toMatchObject({ task_id: null });
});

test("a tag filters, and a text is also found in tags", async () => {
  const { bench } = await withTasks("a");
  await bench.value("task_create", { project: "Atlas", title: "b", tags: ["Kelp Forest"] });
  expect(titles(await bench.value("task_list", { tag: "kelp forest" }))).toEqual(["b"]);
  expect(titles(await bench.value("task_list", { tag: "kelp" }))).toEqual([]);
  expect(titles(await bench.value("task_list", { query: "FOR", next: true }))).toEqual(["b"]);
});

function titles({ items }: JsonObject): readonly unknown[] {
  return Array.isArray(items) ? items.filter(isJsonObject).map((item) => item.title) : [];
}
