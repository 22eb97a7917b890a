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
    active: false,
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
    });
  }
});

function titles({ items }: JsonObject): readonly unknown[] {
  return Array.isArray(items) ? items.filter(isJsonObject).map((item) => item.title) : [];
}
