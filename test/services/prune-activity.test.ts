import { expect, test, vi } from "vitest";
import { activityLifetime, activityPruning } from "../../src/services/activity/prune-activity.ts";
import { workbench } from "./workbench.ts";

const dayMs = 86_400_000;
const log = { warn: vi.fn() };

async function filled(old: number, recent: number) {
  const bench = await workbench();
  const now = bench.clock();
  await bench.store.write(async ({ activity }) => {
    const line = { event: "task_created", agent: "a", session: null } as const;
    for (let index = 0; index < old; index++) {
      await activity.append({ ...line, at: now - 8 * dayMs, subject: `old-${index}` });
    }
    for (let index = 0; index < recent; index++)
      await activity.append({ ...line, at: now - 6 * dayMs, subject: "new" });
  });
  const subjects = () => bench.store.read(({ activity }) => activity.subjectsSince(0));
  return { bench, subjects };
}

test("old lines go in bounded steps in the background, the others stay", async () => {
  const { bench, subjects } = await filled(1_200, 3);
  const steps: number[] = [];
  const store = {
    ...bench.store,
    write: vi.fn(async (work, options) => {
      const result = await bench.store.write(work, options);
      steps.push(result as number);
      return result;
    }) as typeof bench.store.write,
  };
  const pruning = activityPruning({ store, clock: bench.clock }, log, 7 * dayMs);
  pruning.start();
  pruning.start();
  await vi.waitFor(async () => expect(await subjects()).toEqual(["new"]), 5_000);
  await vi.waitFor(() => expect(steps).toEqual([500, 500, 200]));
  // Again only after an hour.
  pruning.start();
  bench.clock.advance(2 * dayMs);
  pruning.start();
  await vi.waitFor(async () => expect(await subjects()).toEqual([]), 5_000);
  await pruning.close();
  expect(log.warn).not.toHaveBeenCalled();
});

test("once it is closed it removes nothing more", async () => {
  const { bench, subjects } = await filled(5, 0);
  const pruning = activityPruning(bench, log, 7 * dayMs);
  pruning.start();
  await pruning.close();
  pruning.start();
  await pruning.close();
  expect((await subjects()).length).toBe(5);
});

test("for ever is for ever", async () => {
  const { bench, subjects } = await filled(5, 0);
  const pruning = activityPruning(bench, log, activityLifetime("forever"));
  pruning.start();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await pruning.close();
  expect((await subjects()).length).toBe(5);
});

test.each([
  [undefined, 365],
  ["", 365],
  [" 30 ", 30],
])("%j is %i days", (setting, days) => {
  expect(activityLifetime(setting)).toBe(days * dayMs);
});

test.each(["0", "-1", "1.5", "a year", "1000000", "1e3"])("%j is refused", (setting) => {
  expect(() => activityLifetime(setting)).toThrow("PEGBOARD_ACTIVITY_DAYS is neither");
});
