import { stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { startOfTests } from "../services/clock.ts";
import { openWorkbench } from "./open-workbench.ts";

const dayMs = 86_400_000;

test("a session opens with handle, end and briefing, and the connection keeps it", async () => {
  const bench = await openWorkbench();
  const opened = await bench.value("session_open", { agent: "claude", model: "opus" });
  expect(opened).toEqual({
    session: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
    agent: "claude",
    expires_at: new Date(startOfTests + dayMs).toISOString(),
    briefing: { memories_count: 0, recent_memories: [], next_steps: [expect.any(String), expect.any(String)] },
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

test("a session that was not used for 24 hours is unknown, and the answer says what to do", async () => {
  const bench = await openWorkbench();
  await bench.value("session_open", { agent: "claude" });
  bench.clock.advance(dayMs);
  expect((await bench.error("memory_store", { content: "late" })).code).toBe("SESSION_UNKNOWN");
});

test("nothing is made on the disk before a call needs it", async () => {
  const bench = await openWorkbench();
  expect((await bench.error("memory_recall", {})).code).toBe("INVALID_ARGUMENTS");
  await expect(stat(bench.databasePath)).rejects.toThrow("ENOENT");
});

test("the old name needs no agent", async () => {
  const bench = await openWorkbench();
  expect((await bench.value("setup_agent", {})).agent).toBe("unknown-agent");
  expect((await bench.value("setup_agent", { agent_name: "x", agent_model: "y" })).agent).toBe("x");
});
