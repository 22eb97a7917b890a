import { expect, it } from "vitest";
import { clientOfList } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// A client of the profile that everybody gets who chooses none.

const serve = serversOfTest();

it("is enough for a day's work", async () => {
  const workbench = await serve({ client: "claude-code" });
  const client = await clientOfList(workbench);
  // Hosts that did not read the guide are led to it: this profile opens no sessions by itself.
  const refused = await client.answer("memory_store", { content: "The build needs Node 20." });
  expect(refused.isError).toBe(true);
  expect(refused.texts.join()).toContain("'memory_store' needs an open session");
  expect(refused.texts.join()).toContain("session_open");

  expect(await client.call("session_open", { agent: "claude" })).toMatchObject({ agent: "claude" });
  expect(await client.call("memory_store", { content: "The build needs Node 20." })).toMatchObject({
    status: "created",
    agent_id: "claude",
  });
  const recalled = await client.answer("memory_recall", { context: "which node does the build need?" });
  expect(recalled.texts.join()).toContain("The build needs Node 20.");
  expect(titles(recalled.structuredContent?.memories, "content")).toEqual(["The build needs Node 20."]);

  await client.call("project_create", { name: "Atlas" });
  expect(titles((await client.call("project_list")).items, "name")).toEqual(["Atlas"]);
  const task = await client.call("task_create", { project: "Atlas", title: "Fix the build" });
  const id = task.id ?? null;
  expect(titles((await client.call("task_list")).items)).toEqual(["Fix the build"]);
  const subtask = { action: "create", task: id, title: "Pin the version" };
  const made = await client.reach("task_subtask_manage", "split a task into subtasks", subtask);
  expect(made).toMatchObject({ subtask: { title: "Pin the version" } });
  await client.reach("task_subtask_manage", "complete a subtask", { action: "complete", subtask: "Pin the version" });
  await client.call("task_manage", { action: "start", task: id });
  expect(await client.call("task_manage", { action: "complete", task: id })).toMatchObject({ status: "completed" });
  expect(await client.call("task_get", { task: id })).toMatchObject({ task: { status: "completed" } });
  // What is not listed is found, and called by a proxy tool that is.
  expect(await client.reach("focus_manage", "the pack in focus", { action: "get" })).toMatchObject({ focus: null });
  // What the list leaves out is found by words and described before it is called.
  expect(titles((await client.call("tool_search", { query: "close the session" })).tools, "name")).toContain(
    "session_close",
  );
});
