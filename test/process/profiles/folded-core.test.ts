import { afterAll, beforeAll, expect, it } from "vitest";
import { objects, type ServedWorkbench, serveWorkbenchHere } from "../served-workbench.ts";
import { clientOfList, type ListClient } from "./client-of-list.ts";

// The default profile lists tools without their rarer params. A client that sends only what is listed can do a day's work.

let workbench: ServedWorkbench;
let client: ListClient;
beforeAll(async () => {
  workbench = await serveWorkbenchHere();
  client = await clientOfList(workbench);
  await client.call("session_open", { agent: "claude" });
  await client.call("project_create", { name: "Atlas", description: "The map service" });
});
afterAll(() => workbench.close());

it("plans and finds tasks of one project", async () => {
  for (const [title, priority] of [
    ["Tidy up", "low"],
    ["Fix the build", "high"],
    ["Write the guide", "medium"],
  ] as const) {
    await client.call("task_create", { project: "Atlas", title, priority, tags: ["release"], description: "Soon." });
  }
  const next = await client.call("task_list", { project: "Atlas", next: true, limit: 1 });
  expect(objects(next.items).map(({ title }) => title)).toEqual(["Fix the build"]);
  const rest = await client.call("task_list", {
    project: "Atlas",
    next: true,
    limit: 5,
    cursor: next.next_cursor ?? null,
  });
  expect(objects(rest.items).map(({ title }) => title)).toEqual(["Write the guide", "Tidy up"]);
  const found = await client.call("task_list", { query: "guide", status: "todo", priority: "medium" });
  expect(found.count).toBe(1);
});

it("reports progress, which one action needs", async () => {
  const { items } = await client.call("task_list", { project: "Atlas", query: "build" });
  const [task] = objects(items);
  const moved = await client.call("task_manage", { action: "progress", task: task?.id ?? null, progress: 40 });
  expect(moved).toMatchObject({ progress: 40, status: "in_progress" });
});

it("stores a memory where it belongs and recalls it from there", async () => {
  await client.call("memory_store", {
    project: "Atlas",
    title: "Port of the bridge",
    content: "The bridge listens on 7179.",
    tags: ["net"],
    kind: "decision",
    tier: "long",
  });
  await client.call("memory_store", { content: "The bridge to Borealis is closed.", tags: ["sea"] });
  const { memories } = await client.call("memory_recall", {
    context: "bridge",
    project: "Atlas",
    tags: ["net"],
    limit: 5,
  });
  expect(objects(memories)).toMatchObject([{ title: "Port of the bridge", content: "The bridge listens on 7179." }]);
  const { id = null } = objects(memories)[0] ?? {};
  expect(await client.reach("memory_get", "one memory in full", { id })).toMatchObject({
    namespace: "project/atlas",
    tier: "long",
    kind: "decision",
    tags: ["net"],
  });
});

it("lists every param that an action needs", () => {
  expect(client.params("task_manage")).toEqual(["action", "task", "progress"]);
  expect(client.params("memory_update")).toEqual(["id", "title", "content", "tags"]);
  expect(client.params("memory_forget")).toEqual(["pattern", "project", "tag", "ids", "dry_run", "session"]);
});
