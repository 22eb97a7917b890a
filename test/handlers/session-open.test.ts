import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { startOfTests } from "../services/clock.ts";
import { temporaryFolder } from "../store/temporary-folder.ts";
import { openWorkbench } from "./open-workbench.ts";

const dayMs = 86_400_000;

test("a session opens with handle, end and briefing, and the connection keeps it", async () => {
  const bench = await openWorkbench();
  const opened = await bench.value("session_open", { agent: "claude", model: "opus" });
  expect(opened).toEqual({
    session: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
    agent: "claude",
    expires_at: new Date(startOfTests + dayMs).toISOString(),
    briefing: {
      projects_count: 0,
      memories_count: 0,
      ended_count: 0,
      recent_memories: [],
      active_task: null,
      tasks_in_progress: [],
      focus: null,
      next_steps: [
        "Nothing is stored yet: store what you learn with memory_store",
        "No project exists yet: create one with project_create",
        "Over stdio this connection keeps the session; elsewhere send the handle as 'session'. It ends after 24 hours without a call",
      ],
    },
  });
  expect((await bench.value("memory_store", { content: "kept" })).agent_id).toBe("claude");
});

test("the briefing shows the five memories that were written last, each on one line", async () => {
  const bench = await openWorkbench();
  await bench.value("session_open", { agent: "claude" });
  for (let number = 1; number <= 6; number++) {
    bench.clock.advance(1_000);
    await bench.value("memory_store", {
      title: `t${number}`,
      content: `n${number}\n\n ${`word${number} `.repeat(90)}`,
    });
  }
  const { briefing } = await bench.value("session_open", { agent: "other" });
  expect(briefing).toMatchObject({
    memories_count: 6,
    recent_memories: [6, 5, 4, 3, 2].map((number) => ({
      title: `t${number}`,
      namespace: "global",
      preview: `n${number} ${`word${number} `.repeat(32).trim()}…`,
      updated_at: new Date(startOfTests + number * 1_000).toISOString(),
    })),
  });
});

test("the briefing names what this agent works on, what else is in progress, and the pack in focus", async () => {
  const bench = await openWorkbench();
  await bench.value("session_open", { agent: "claude" });
  await bench.value("project_create", { name: "Atlas" });
  for (const title of ["a", "b", "c"]) {
    const { id } = await bench.value("task_create", { project: "Atlas", title });
    bench.clock.advance(1_000);
    await bench.value("task_manage", { action: "start", task: id ?? null });
  }
  await bench.value("pack_manage", { action: "create", name: "Bridge", type: "project" });
  await bench.value("focus_manage", { action: "set", pack: "Bridge" });
  const { briefing } = await bench.value("session_open", { agent: "claude" });
  expect(briefing).toMatchObject({
    projects_count: 1,
    active_task: { title: "c", project: "Atlas", status: "in_progress", priority: "medium", progress: 0 },
    tasks_in_progress: [{ title: "b" }, { title: "a" }],
    focus: { name: "Bridge", type: "project", memories_count: 0, tasks_count: 0 },
    next_steps: [
      expect.stringMatching(/^Continue with 'c' \(task_get [0-9a-f-]{36}\)/),
      expect.stringMatching(/^Read the pack in focus with pack_get [0-9a-f-]{36}$/),
      "Nothing is stored yet: store what you learn with memory_store",
      expect.any(String),
    ],
  });
  const { briefing: others } = await bench.value("session_open", { agent: "another" });
  expect(others).toMatchObject({ active_task: null, focus: null });
});

test("a session that was not used for 24 hours is unknown, and the answer says what to do", async () => {
  const bench = await openWorkbench();
  await bench.value("session_open", { agent: "claude" });
  bench.clock.advance(dayMs);
  expect((await bench.error("memory_store", { content: "late" })).code).toBe("SESSION_UNKNOWN");
});

test("nothing is made on the disk before a call needs it", async () => {
  const bench = await openWorkbench(join(await temporaryFolder(), "workbench.db"));
  expect((await bench.error("memory_recall", {})).code).toBe("INVALID_ARGUMENTS");
  await expect(stat(bench.databasePath)).rejects.toThrow("ENOENT");
});

test("the old name needs no agent", async () => {
  const bench = await openWorkbench();
  const opened = async (given: JsonObject) => (await bench.value("setup_agent", given)).session;
  expect(await opened({})).toMatchObject({ agent_name: "unknown-agent", initialized: true });
  expect(await opened({ agent_name: " " })).toMatchObject({ agent_name: "unknown-agent" });
  expect(await opened({ agent_name: "x", agent_model: "y" })).toMatchObject({ agent_name: "x", agent_model: "y" });
});
