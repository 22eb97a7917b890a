import { expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { type OpenWorkbench, openWorkbench } from "./open-workbench.ts";

async function withHistory() {
  const bench = await openWorkbench();
  await bench.value("session_open", { agent: "claude" });
  await bench.value("project_create", { name: "Atlas" });
  await bench.value("project_create", { name: "Borealis" });
  const task = String((await bench.value("task_create", { project: "Atlas", title: "Write it" })).id);
  await bench.value("task_manage", { action: "complete", task });
  await bench.value("memory_store", { project: "Borealis", title: "Ports", content: "It listens on 8040." });
  await bench.value("memory_store", { title: "Secret", content: "Mine alone.", scope: "private" });
  await bench.value("session_open", { agent: "ada" });
  await bench.value("task_create", { project: "Atlas", title: "Read it" });
  return { bench, task };
}

const lines = async (bench: OpenWorkbench, given: JsonObject) => {
  const { items } = await bench.value("activity_list", given);
  return (items as readonly JsonObject[]).map(({ event, title }) => `${event} ${title}`);
};

test("the log is listed newest first, with titles, and without private memories of others", async () => {
  const { bench } = await withHistory();
  expect(await lines(bench, {})).toEqual([
    "task_created Read it",
    "session_opened null",
    "memory_created Ports",
    "task_completed Write it",
    "task_created Write it",
    "project_created Borealis",
    "project_created Atlas",
    "session_opened null",
  ]);
  await bench.value("session_open", { agent: "claude" });
  expect(await lines(bench, { kind: "memory" })).toEqual(["memory_created Secret", "memory_created Ports"]);
});

test.each([
  [
    { project: "Atlas" },
    ["task_created Read it", "task_completed Write it", "task_created Write it", "project_created Atlas"],
  ],
  [{ project: "Borealis" }, ["memory_created Ports", "project_created Borealis"]],
  [{ project: "Atlas", agent: "ada" }, ["task_created Read it"]],
  [{ event: "TASK_COMPLETED" }, ["task_completed Write it"]],
  [{ kind: "project" }, ["project_created Borealis", "project_created Atlas"]],
  [{ kind: "project", event: "task_created" }, []],
  [{ agent: "nobody" }, []],
])("%j", async (given, expected) => {
  const { bench } = await withHistory();
  expect(await lines(bench, given)).toEqual(expected);
});

test("pages go on where the last one ended, and a cursor belongs to its filters", async () => {
  const { bench } = await withHistory();
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: JsonObject = await bench.value("activity_list", { limit: 3, ...(cursor === null ? {} : { cursor }) });
    seen.push(...(page.items as readonly JsonObject[]).map(({ event, title }) => `${event} ${title}`));
    cursor = typeof page.next_cursor === "string" ? page.next_cursor : null;
    if (cursor !== null) {
      expect(await bench.error("activity_list", { kind: "task", cursor })).toMatchObject({ code: "CURSOR_INVALID" });
    }
  } while (cursor !== null);
  expect(seen).toEqual(await lines(bench, {}));
});

test("what was deleted keeps its lines, without a title", async () => {
  const { bench, task } = await withHistory();
  await bench.value("task_delete", { task, confirm: true });
  expect(await lines(bench, { kind: "task" })).toEqual([
    "task_deleted null",
    "task_created Read it",
    "task_completed null",
    "task_created null",
  ]);
});

test("an unknown event is an error that names near ones", async () => {
  const { bench } = await withHistory();
  const refused = await bench.error("activity_list", { event: "issue_created" });
  expect(refused).toMatchObject({
    code: "EVENT_UNKNOWN",
    data: { candidates: expect.arrayContaining(["task_created"]) },
  });
});

test("a project is counted: tasks by status, blocked and archived ones, and the memories that one may see", async () => {
  const { bench, task } = await withHistory();
  const [other = "", third = ""] = await Promise.all(
    ["Wait", "Put away"].map(async (title) =>
      String((await bench.value("task_create", { project: "Atlas", title })).id),
    ),
  );
  const needed = String((await bench.value("task_create", { project: "Atlas", title: "First" })).id);
  await bench.value("task_dependency_manage", { action: "add", task: other, needs: needed });
  await bench.value("task_dependency_manage", { action: "add", task, needs: needed });
  await bench.value("task_manage", { action: "archive", task: third });
  await bench.value("task_manage", { action: "start", task: needed });
  await bench.value("memory_store", { project: "Atlas", content: "Shared." });
  await bench.value("memory_store", { project: "Atlas", content: "Of ada alone.", scope: "private" });
  const counted = { total: 4, todo: 2, in_progress: 1, completed: 1, blocked: 1, archived: 1 };
  expect(await bench.value("project_stats", { project: "atlas" })).toMatchObject({
    project: "Atlas",
    tasks: counted,
    memories: 2,
    last_activity_at: "2026-01-01T00:00:00.000Z",
  });
  await bench.value("session_open", { agent: "bob" });
  expect(await bench.value("project_stats", { project: "Atlas" })).toMatchObject({ tasks: counted, memories: 1 });
});
