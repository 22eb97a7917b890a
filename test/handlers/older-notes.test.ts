import { expect, test } from "vitest";
import { openWorkbench } from "./open-workbench.ts";

test("a task says that it has more notes than are shown", async () => {
  const bench = await openWorkbench();
  await bench.value("session_open", { agent: "claude" });
  await bench.value("project_create", { name: "Atlas" });
  const { id = null } = await bench.value("task_create", { project: "Atlas", title: "Build it" });
  const add = (at: number) => bench.value("task_note_add", { task: id, note: `Note ${at}` });
  const shown = async () => JSON.stringify((await bench.result("task_get", { task: id })).content);
  for (let at = 1; at <= 20; at += 1) await add(at);
  expect(await shown()).not.toContain("older ones");
  await add(21);
  expect(await shown()).toContain("the newest 20 notes are shown; there are older ones");
  expect((await bench.value("task_get", { task: id, notes_limit: 21 })).notes).toHaveLength(21);
  expect((await bench.value("get_task", { taskId: id })).annotations).toHaveLength(21);
});
