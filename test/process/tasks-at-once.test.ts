import { expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { notices, type ServedOptions, type ServedWorkbench, serveWorkbench } from "./served-workbench.ts";

// Agents that work on one task learn of one another: each in a process of its own, on one database.

async function served(options: ServedOptions = {}): Promise<ServedWorkbench> {
  const server = await serveWorkbench({ profile: "full", ...options });
  onTestFinished(() => server.close());
  return server;
}

/** Who is named as being at work too. */
async function others(server: ServedWorkbench, tool: string, given: JsonObject): Promise<readonly string[]> {
  const texts = notices(await server.result(tool, given)).map(({ text }) => String(text));
  const [, named = ""] = texts.map((text) => /^also at work on this task: (.*)$/.exec(text)).find(Boolean) ?? [];
  return named === "" ? [] : named.split(", ").map((one) => one.replace(/ \(since [\d-]{10}T[\d:.]+Z\)$/, ""));
}

it("six agents that start one task at once are informed who else works on it", async () => {
  const first = await served();
  const { databasePath } = first;
  const servers = [first, ...(await Promise.all([2, 3, 4, 5, 6].map(() => served({ databasePath }))))];
  const agents = servers.map((_, index) => `agent-${index + 1}`);
  await Promise.all(servers.map((server, index) => server.value("session_open", { agent: agents[index] ?? "" })));
  await first.value("project_create", { name: "Atlas" });
  const { id: task = null } = await first.value("task_create", { project: "Atlas", title: "Draw the map" });

  const start = { action: "start", task };
  const named = await Promise.all(servers.map((server) => others(server, "task_manage", start)));
  expect(named.map(({ length }) => length).toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
  for (const [index, server] of servers.entries()) {
    const rest = agents.filter((_, at) => at !== index);
    const seen = await others(server, "task_manage", { action: "progress", task, progress: 10 * (index + 1) });
    expect(seen.toSorted()).toEqual(rest);
    expect((await others(server, "task_get", { task })).toSorted()).toEqual(rest);
  }
  await Promise.all(servers.slice(1).map((server) => server.value("task_manage", { action: "stop", task })));
  expect(await others(first, "task_get", { task })).toEqual([]);
}, 60_000);

it("a second session of the same agent is informed of the first, also under Ramorie's name", async () => {
  const first = await served();
  await first.value("session_open", { agent: "claude" });
  await first.value("project_create", { name: "Atlas" });
  const { id: task = null } = await first.value("task_create", { project: "Atlas", title: "Draw the map" });
  await first.value("task_manage", { action: "start", task });
  const second = await served({ databasePath: first.databasePath, profile: "ramorie" });
  await second.value("setup_agent", { agent_name: "claude" });
  const start = { action: "start", taskId: task };
  expect(await others(second, "manage_task", start)).toEqual(["another session of claude"]);
  expect(await others(first, "task_manage", { action: "start", task })).toEqual([]);
});
