import { afterEach, beforeEach, expect, it } from "vitest";
import { type ServedWorkbench, serveWorkbench } from "./served-workbench.ts";

// What a model sends that knows the list and the answers alone, and what it needs to go on without another look.

let workbench: ServedWorkbench;
beforeEach(async () => {
  workbench = await serveWorkbench();
  await workbench.value("session_open", { agent: "claude" });
});
afterEach(() => workbench.close());

const idOf = async (title: string, more = {}) =>
  String((await workbench.value("task_create", { project: "Shop", title, ...more })).id);

it("a task without a project is answered with the projects, where they are few", async () => {
  await workbench.value("project_create", { name: "Shop" });
  const { data, hint } = await workbench.error("task_create", { title: "Add OAuth login" });
  expect(data).toEqual({ project: ".", candidates: ["Shop"] });
  expect(hint).toMatch(/^nearest: Shop; /);
  await workbench.value("project_create", { name: "Atlas" });
  const other = await workbench.error("task_create", { project: "zzz", title: "Add OAuth login" });
  expect(other.data).toEqual({ project: "zzz", candidates: ["Atlas", "Shop"] });
  const like = await workbench.error("task_create", { project: "Shopp", title: "Add OAuth login" });
  expect(like.data).toEqual({ project: "Shopp", candidates: ["Shop"] });
  for (const name of ["Birch", "Cedar", "Dune", "Elm"]) await workbench.value("project_create", { name });
  const many = await workbench.error("task_create", { project: "zzz", title: "Add OAuth login" });
  expect(many.data).toEqual({ project: "zzz", candidates: [] });
});

it("a task is found by its title; several of that title are named with their ids", async () => {
  await workbench.value("project_create", { name: "Shop" });
  const id = await idOf("Add OAuth login");
  await idOf("Add OAuth login to the app");
  expect(await workbench.value("task_manage", { action: "start", task: "add oauth login" })).toMatchObject({ id });
  const found = await workbench.value("task_get", { task: "Add OAuth login" });
  expect(found.task).toMatchObject({ id });
  expect((await workbench.error("task_get", { task: "Add OAuth" })).code).toBe("TASK_NOT_FOUND");
  const second = await idOf("Add OAuth login");
  expect(await workbench.error("task_get", { task: "Add OAuth login" })).toMatchObject({
    code: "TASK_AMBIGUOUS",
    message: `'Add OAuth login' may mean several tasks: Add OAuth login (${second}), Add OAuth login (${id})`,
  });
  await workbench.value("task_manage", { action: "archive", task: second });
  expect((await workbench.value("task_get", { task: "Add OAuth login" })).task).toMatchObject({ id });
});

it("a session opens with what other agents left: tasks and the newest unread message", async () => {
  await workbench.value("project_create", { name: "Shop" });
  const low = await idOf("Write docs", { assignee: "codex", priority: "low" });
  const high = await idOf("Limit logins", { assignee: "Codex", priority: "high" });
  await idOf("Mine", { assignee: "claude" });
  await workbench.value("memory_notify", { target_agent_id: "codex", title: "First", payload: "1" });
  await workbench.value("memory_notify", { target_agent_id: "codex", title: "Over to you", payload: "2" });
  const stepsOf = async () => {
    const { briefing } = await workbench.value("session_open", { agent: "codex" });
    return JSON.stringify(briefing);
  };
  const first = await stepsOf();
  expect(first).toContain(`Assigned to you: 'Limit logins' (${high}), 'Write docs' (${low}); task_manage starts one`);
  expect(first).toContain("Unread: 'Over to you' from claude; memory_inbox shows your messages");
  await workbench.value("memory_inbox", {});
  for (const task of [low, high]) await workbench.value("task_manage", { action: "complete", task });
  const second = await stepsOf();
  expect(second).not.toContain("Assigned to you");
  expect(second).not.toContain("Unread:");
});
