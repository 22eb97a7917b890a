import { expect, test } from "vitest";
import { startOfTests } from "../services/clock.ts";
import { openWorkbench } from "./open-workbench.ts";

test("closing reports what was written in this session, and only in this one", async () => {
  const bench = await openWorkbench();
  await bench.value("session_open", { agent: "claude" });
  await bench.value("project_create", { name: "Atlas" });
  await bench.value("session_open", { agent: "claude" });
  const { id } = await bench.value("task_create", { project: "Atlas", title: "x" });
  await bench.value("task_create", { project: "Atlas", title: "y" });
  await bench.value("task_manage", { action: "complete", task: id ?? null });
  await bench.value("memory_store", { content: "kept" });
  await bench.value("pack_manage", { action: "create", name: "Bridge", type: "project" });
  await bench.value("pack_manage", { action: "update", pack: "Bridge", status: "published" });
  bench.clock.advance(60_000);
  expect(await bench.value("session_close", {})).toEqual({
    agent: "claude",
    opened_at: new Date(startOfTests).toISOString(),
    closed_at: new Date(startOfTests + 60_000).toISOString(),
    done: { projects_created: 0, tasks_created: 2, tasks_completed: 1, memories_stored: 1, packs_changed: 1 },
  });
});

test("a closed session is gone from the connection, and its handle is worthless", async () => {
  const bench = await openWorkbench();
  const { session } = await bench.value("session_open", { agent: "claude" });
  await bench.value("session_close", {});
  expect((await bench.error("memory_store", { content: "x" })).code).toBe("SESSION_REQUIRED");
  expect((await bench.error("memory_store", { content: "x", session: session ?? null })).code).toBe("SESSION_UNKNOWN");
  expect((await bench.error("session_close", {})).code).toBe("SESSION_REQUIRED");
});
