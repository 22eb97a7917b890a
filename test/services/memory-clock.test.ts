import { expect, test, vi } from "vitest";
import { activityPruning } from "../../src/services/activity/prune-activity.ts";
import { storeRequest, workbench } from "./workbench.ts";

// A clock that is wrong for a while: nothing that it ended too early is lost when it is right again.

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;

test("what a clock ten years ahead has archived lives again when the clock is right", async () => {
  const { memories, store, clock } = await workbench();
  const ids = new Map<string, string>();
  for (const [title, tier] of [
    ["soon", "short"],
    ["later", "mid"],
    ["kept", "long"],
  ] as const) {
    const outcome = await memories.store(storeRequest({ title, content: `about ${title}`, tier }));
    if (outcome.status !== "created") throw new Error(outcome.status);
    ids.set(title, outcome.memory.id);
  }
  clock.advance(10 * yearMs);
  await memories.store(storeRequest({ title: "ahead", content: "stored by a wrong clock", tier: "long" }));
  const archived = await store.read((rows) => rows.archive.list({ now: clock(), offset: 0, limit: 9 }));
  expect(archived.map(({ memory }) => memory.title).sort()).toEqual(["later", "soon"]);

  clock.advance(-10 * yearMs);
  await memories.store(storeRequest({ title: "back", content: "stored by a right clock", tier: "long" }));
  const live = await store.read((rows) => rows.memories.byIds([...ids.values()]));
  expect(live.map(({ title, archivedAt }) => [title, archivedAt])).toEqual([
    ["soon", null],
    ["later", null],
    ["kept", null],
  ]);
  const { events, subjects } = await store.read(async ({ activity }) => {
    const lines = (await activity.latest(20)).filter(({ agent }) => agent === "pegboard").toReversed();
    return { events: lines.map(({ event }) => event), subjects: new Set(lines.map(({ subject }) => subject)) };
  });
  expect(events).toEqual(["memory_archived", "memory_archived", "memory_restored", "memory_restored"]);
  expect(subjects).toEqual(new Set([ids.get("soon"), ids.get("later")]));

  // Their time is over when it would have been.
  clock.advance(dayMs);
  await memories.store(storeRequest({ title: "next day", content: "a day later", tier: "long" }));
  const after = await store.read((rows) => rows.memories.byIds([...ids.values()]));
  expect(after.map(({ title, archivedAt }) => [title, archivedAt === null])).toEqual([
    ["soon", false],
    ["later", true],
    ["kept", true],
  ]);
});

test("a title that was taken meanwhile stays with the memory that has it", async () => {
  const { memories, store, clock } = await workbench();
  const first = await memories.store(storeRequest({ title: "Ports", content: "7179", tier: "mid" }));
  clock.advance(yearMs);
  const second = await memories.store(storeRequest({ title: "Ports", content: "8080", tier: "long" }));
  clock.advance(-yearMs);
  await memories.store(storeRequest({ title: "other", content: "something else", tier: "long" }));
  if (first.status !== "created" || second.status !== "created") throw new Error("not stored");
  const [old, taken] = await store.read((rows) => rows.memories.byIds([first.memory.id, second.memory.id]));
  expect([old?.archivedAt === null, taken?.archivedAt === null]).toEqual([false, true]);
});

test("what a caller archived does not come back", async () => {
  const { memories, store, clock } = await workbench();
  const stored = await memories.store(storeRequest({ title: "Ports", content: "7179", tier: "mid" }));
  if (stored.status !== "created") throw new Error(stored.status);
  await store.write(({ archive }) => archive.archive([stored.memory.id], "forgotten", clock() + yearMs));
  await memories.store(storeRequest({ title: "other", content: "something else", tier: "long" }));
  const [kept] = await store.read((rows) => rows.memories.byIds([stored.memory.id]));
  expect(kept?.archivedAt).toBe(clock() + yearMs);
});

test("a clock ten years ahead removes no line of the activity log, and after a day of use old lines go", async () => {
  const { store, clock } = await workbench();
  const log = { warn: vi.fn() };
  const line = { event: "task_created", agent: "a", session: null } as const;
  const append = (subject: string) => store.write(({ activity }) => activity.append({ ...line, at: clock(), subject }));
  const subjects = () => store.read(({ activity }) => activity.subjectsSince(0));
  const prune = async () => {
    const steps = vi.fn();
    const watched = {
      ...store,
      write: async (...given: Parameters<typeof store.write>) => {
        const result = await store.write(...given);
        steps(result);
        return result;
      },
    } as typeof store;
    const pruning = activityPruning({ store: watched, clock }, log, 7 * dayMs);
    pruning.start();
    await vi.waitFor(() => expect(steps).toHaveBeenCalled());
    await pruning.close();
  };
  await append("old");
  clock.advance(10 * yearMs);
  await append("ahead");
  await prune();
  expect(await subjects()).toEqual(["old", "ahead"]);
  clock.advance(2 * dayMs);
  await append("two days on");
  await prune();
  expect(await subjects()).toEqual(["ahead", "two days on"]);
  expect(log.warn).not.toHaveBeenCalled();
});
