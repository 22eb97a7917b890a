import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CallAnswer } from "../../src/runtime/result.ts";
import { maxTasks, maxTtlMs, openTasks, type TaskRun, type Tasks } from "../../src/server/tasks/tasks.ts";

// What tasks are bound to: their owner, their time, and a number of them.

const done: CallAnswer = { kind: "result", result: { content: [] } };
const waits = (_run: TaskRun) => new Promise<CallAnswer>(() => undefined);
const ends = async (_run: TaskRun): Promise<CallAnswer> => done;
let now = 0;
let count = 0;
let tasks: Tasks;
beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  count = 0;
  tasks = openTasks({ clock: () => now, newId: () => `t${++count}` });
});
afterEach(() => {
  tasks.close();
  vi.useRealTimers();
});
const start = (owner: string, work = ends, ttlMs?: number) => tasks.start({ owner, ttlMs }, work);
const settle = () => vi.advanceTimersByTimeAsync(0);
const idle = { signal: new AbortController().signal };

describe("tasks", () => {
  it("are only their owner's", async () => {
    start("ada", waits);
    expect(tasks.get("bob", "t1")).toBeUndefined();
    expect(tasks.cancel("bob", "t1")).toBeUndefined();
    expect(tasks.reply("bob", "t1", () => ({}))).toBe(false);
    expect(await tasks.ended("bob", "t1", idle)).toBeUndefined();
    expect(tasks.page("bob", undefined)).toEqual({ tasks: [] });
    expect(tasks.get("ada", "t1")?.state).toEqual({ kind: "working" });
  });

  it("are forgotten after their time, and those that run are stopped", async () => {
    let signal: AbortSignal | undefined;
    start(
      "ada",
      (run) => {
        signal = run.signal;
        return waits(run);
      },
      5_000,
    );
    start("ada", ends, 60_000);
    await settle();
    const waiting = tasks.ended("ada", "t1", idle);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(tasks.get("ada", "t1")).toBeDefined();
    await vi.advanceTimersByTimeAsync(2);
    expect(signal?.aborted).toBe(true);
    expect(await waiting).toMatchObject({ state: { kind: "cancelled" }, message: "its time is over" });
    expect(tasks.get("ada", "t1")).toBeUndefined();
    expect(tasks.get("ada", "t2")?.state.kind).toBe("ended");
  });

  it("have a time within bounds", () => {
    expect(start("ada", ends, 0)?.ttlMs).toBe(1_000);
    expect(start("ada", ends, Number.MAX_VALUE)?.ttlMs).toBe(maxTtlMs);
    expect(start("ada")?.ttlMs).toBe(3_600_000);
  });

  it("are at most so many for each caller: the oldest ended one is dropped, and one that runs never is", async () => {
    start("ada");
    await settle();
    for (let more = 1; more < maxTasks; more++) expect(start("ada", waits)).toBeDefined();
    expect(start("ada", waits)).toBeDefined();
    expect(tasks.get("ada", "t1")).toBeUndefined();
    expect(start("ada", waits)).toBeUndefined();
    expect(start("bob", waits)).toBeDefined();
  });

  it("are listed in pages, each once, also where some are forgotten meanwhile", async () => {
    for (let more = 0; more < 60; more++) start("ada", ends, more === 49 ? 1_000 : 60_000);
    const first = tasks.page("ada", undefined);
    await vi.advanceTimersByTimeAsync(1_001);
    const second = tasks.page("ada", first?.next);
    expect([first?.tasks.length, second?.tasks.length, second?.next]).toEqual([50, 10, undefined]);
    expect(second?.tasks[0]?.id).toBe("t51");
    expect(tasks.page("ada", "x")).toBeUndefined();
  });

  it("stay cancelled, whatever their work comes to", async () => {
    let finish: (answer: CallAnswer) => void = () => undefined;
    start("ada", () => new Promise((resolve) => (finish = resolve)));
    await settle();
    expect(tasks.cancel("ada", "t1")).toMatchObject({ state: { kind: "cancelled" } });
    finish(done);
    await settle();
    expect(tasks.get("ada", "t1")?.state.kind).toBe("cancelled");
    expect(tasks.cancel("ada", "t1")).toBe("ended");
  });

  it("are asked by one of those who wait; when that one is gone, by another", async () => {
    const question = { key: "k", method: "elicitation/create", params: {}, earlier: {} } as const;
    let reply: unknown;
    start("ada", async ({ ask }) => {
      reply = await ask(question);
      return done;
    });
    await settle();
    const gone = new AbortController();
    const asked: string[] = [];
    const first = tasks.ended("ada", "t1", {
      signal: gone.signal,
      ask: () => {
        asked.push("first");
        return new Promise((resolve) => gone.signal.addEventListener("abort", () => resolve(undefined)));
      },
    });
    const second = tasks.ended("ada", "t1", idle);
    await settle();
    gone.abort();
    expect((await first)?.state.kind).toBe("asking");
    const third = tasks.ended("ada", "t1", {
      ...idle,
      ask: async () => {
        asked.push("third");
        return { action: "accept" };
      },
    });
    expect((await third)?.state.kind).toBe("ended");
    expect((await second)?.state.kind).toBe("ended");
    expect({ asked, reply }).toEqual({ asked: ["first", "third"], reply: { action: "accept" } });
  });

  it.each([
    ["its time is over, and its question was not answered", () => vi.advanceTimersByTime(5_000)],
    ["cancelled by its caller", () => tasks.cancel("ada", "t1")],
    ["the server ended", () => tasks.close()],
  ])("end though their question is open, and who waits hears why: %s", async (reason, end) => {
    const question = { key: "k", method: "elicitation/create", params: {}, earlier: {} } as const;
    let isStopped = false;
    const asks = async ({ ask }: TaskRun) => {
      await ask(question);
      return done;
    };
    start("ada", asks, 5_000);
    await settle();
    const waiting = tasks.ended("ada", "t1", {
      ...idle,
      // A client that never answers.
      ask: (_question, stopped) =>
        new Promise((resolve) =>
          stopped.addEventListener("abort", () => {
            isStopped = true;
            resolve(undefined);
          }),
        ),
    });
    await settle();
    end();
    expect(await waiting).toMatchObject({ state: { kind: "cancelled" }, message: reason });
    expect(isStopped).toBe(true);
  });

  it("end with the server", async () => {
    start("ada", waits);
    await settle();
    const waiting = tasks.ended("ada", "t1", idle);
    tasks.close();
    expect(await waiting).toMatchObject({ state: { kind: "cancelled" }, message: "the server ended" });
  });
});
