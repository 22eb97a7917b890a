import { describe, expect, test } from "vitest";
import type { CallContext } from "../../src/runtime/ports.ts";
import { type HandlerResult, ok } from "../../src/runtime/result.ts";
import { handlers, notesRegistry, openNotes } from "./notes-catalog.ts";
import { errorOf, valueOfAnswer } from "./read-answer.ts";

// How much runs at once, and what becomes of the rest.

interface Run {
  readonly limit: number;
  readonly signal: AbortSignal;
  end(): void;
  fail(): void;
}

/** A world whose note_list runs until the test ends it. */
function gated(options: Parameters<typeof openNotes>[0]) {
  const runs: Run[] = [];
  const note_list = (input: { readonly limit: never }, _deps: unknown, call: CallContext<"optional">) =>
    new Promise<HandlerResult<unknown, string>>((resolve, reject) => {
      const { signal } = call;
      runs.push({
        limit: input.limit,
        signal,
        end: () => resolve(ok([])),
        fail: () => reject(new Error("broken")),
      });
    });
  const world = openNotes({ registry: notesRegistry({}, { ...handlers, note_list }), ...options });
  const soon = () => new Promise((resolve) => setTimeout(resolve, 1));
  return {
    ...world,
    runs,
    list: (limit: number, extras = {}) => {
      const { signal } = new AbortController();
      return world.call("note_list", { limit }, { signal: () => signal, ...extras });
    },
    /** The run of that number, once it has begun. */
    async run(number: number): Promise<Run> {
      for (;;) {
        const run = runs[number - 1];
        if (run !== undefined) return run;
        await soon();
      }
    },
  };
}

/** Long enough for what must not happen to happen, and for calls that were sent together to come where they wait. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

describe("calls", () => {
  test("run up to the limit; others wait and come in the order they came", async () => {
    const world = gated({ maxCalls: 2 });
    const calls = [1, 2, 3, 4].map((limit) => world.list(limit));
    await world.run(2);
    await settled();
    expect(world.runs.map(({ limit }) => limit)).toEqual([1, 2]);
    (await world.run(2)).end();
    await world.run(3);
    await settled();
    expect(world.runs.map(({ limit }) => limit)).toEqual([1, 2, 3]);
    // The next call waits behind it.
    calls.push(world.list(5));
    (await world.run(1)).end();
    await world.run(4);
    await settled();
    expect(world.runs.map(({ limit }) => limit)).toEqual([1, 2, 3, 4]);
    for (const number of [3, 4]) (await world.run(number)).end();
    (await world.run(5)).end();
    expect((await Promise.all(calls)).map(valueOfAnswer)).toEqual(calls.map(() => ({ items: [], count: 0 })));
  });

  test("beyond the line are answered OVERLOADED, and accepted when the limit allows it again", async () => {
    const world = gated({ maxCalls: 1, maxWaiting: 2 });
    const calls = [1, 2, 3].map((limit) => world.list(limit));
    await world.run(1);
    await settled();
    expect(errorOf(await world.list(4))).toEqual({
      code: "OVERLOADED",
      message: "the server is busy; calls running: 1, waiting: 2",
      hint: "nothing was done; send the same call again later",
      retry: "later",
    });
    (await world.run(1)).end();
    await world.run(2);
    calls.push(world.list(5));
    for (const number of [2, 3, 4]) (await world.run(number)).end();
    await Promise.all(calls);
    expect(world.runs.map(({ limit }) => limit)).toEqual([1, 2, 3, 5]);
  });

  test("give up their place however they end", async () => {
    const world = gated({ maxCalls: 1 });
    for (const [at, end] of (["fail", "end", "fail"] as const).entries()) {
      const answer = world.list(1);
      (await world.run(at + 1))[end]();
      await answer;
    }
    const last = world.list(2);
    (await world.run(4)).end();
    expect(valueOfAnswer(await last)).toEqual({ items: [], count: 0 });
  });

  test("that never come to their tool need no place", async () => {
    const world = gated({ maxCalls: 1, maxWaiting: 0 });
    const running = world.list(1);
    await world.run(1);
    expect(errorOf(await world.list(0)).code).toBe("INVALID_ARGUMENTS");
    expect((await world.call("nope")).kind).toBe("protocol-error");
    expect(errorOf(await world.call("note_manage", { action: "delete", title: "x" })).code).toBe(
      "CONFIRMATION_REQUIRED",
    );
    expect(errorOf(await world.list(2)).code).toBe("OVERLOADED");
    (await world.run(1)).end();
    await running;
  });

  test("by default 64 run and 1,000 wait", async () => {
    const world = gated({});
    const calls = Array.from({ length: 1_064 }, () => world.list(1));
    await world.run(64);
    await settled();
    expect(world.runs).toHaveLength(64);
    expect(errorOf(await world.list(1)).message).toBe("the server is busy; calls running: 64, waiting: 1000");
    for (let number = 1; number <= calls.length; number++) (await world.run(number)).end();
    expect((await Promise.all(calls)).filter(({ kind }) => kind === "result")).toHaveLength(1_064);
  });
});

describe("a waiting call", () => {
  test("that is cancelled leaves the line and never begins", async () => {
    const world = gated({ maxCalls: 1, maxWaiting: 1 });
    const running = world.list(1);
    const controller = new AbortController();
    const waiting = world.list(2, { signal: () => controller.signal });
    await world.run(1);
    await settled();
    controller.abort();
    expect(errorOf(await waiting).code).toBe("CANCELLED");
    // Its place in the line is free at once.
    const next = world.list(3);
    await settled();
    (await world.run(1)).end();
    (await world.run(2)).end();
    await Promise.all([running, next]);
    expect(world.runs.map(({ limit }) => limit)).toEqual([1, 3]);
  });

  test("that was cancelled before it came never stands in the line", async () => {
    const world = gated({ maxCalls: 1 });
    const running = world.list(1);
    await world.run(1);
    expect(errorOf(await world.list(2, { signal: () => AbortSignal.abort() })).code).toBe("CANCELLED");
    (await world.run(1)).end();
    await running;
    expect(world.runs).toHaveLength(1);
  });

  test("whose deadline passes leaves the line and never begins", async () => {
    const world = gated({ maxCalls: 1, maxWaiting: 1, deadlineMs: 250 });
    const running = world.list(1);
    await world.run(1);
    expect(errorOf(await world.list(2)).code).toBe("DEADLINE_EXCEEDED");
    expect(errorOf(await running).code).toBe("DEADLINE_EXCEEDED");
    // The first was answered, and its tool still works: its place is not free.
    expect(world.runs[0]?.signal.aborted).toBe(true);
    const next = world.list(3);
    await settled();
    expect(world.runs).toHaveLength(1);
    (await world.run(1)).end();
    (await world.run(2)).end();
    await next;
    expect(world.runs.map(({ limit }) => limit)).toEqual([1, 3]);
  });
});

describe("a proxy tool", () => {
  const through = { tool: "note_list", arguments: { limit: 1 } };

  test("holds no place of its own, so the call behind it gets the only one", async () => {
    const world = gated({ maxCalls: 1, maxWaiting: 0 });
    const answer = world.call("call_read", through);
    (await world.run(1)).end();
    expect(valueOfAnswer(await answer)).toEqual({ items: [], count: 0 });
  });

  test("lets the call behind it stand in line like any other", async () => {
    const world = gated({ maxCalls: 1, maxWaiting: 3 });
    // The code of the proxy tool is loaded when it is first used; then all four take the same time.
    await world.call("call_read", { tool: "nope" });
    const calls = [world.call("call_read", through), world.list(2), world.call("call_read", through), world.list(4)];
    await world.run(1);
    await settled();
    expect(errorOf(await world.call("call_read", through)).code).toBe("OVERLOADED");
    for (const number of [1, 2, 3, 4]) (await world.run(number)).end();
    await Promise.all(calls);
    expect(world.runs).toHaveLength(4);
  });
});

test("a call that asks the user holds no place while they think", async () => {
  const world = gated({ maxCalls: 1, maxWaiting: 0 });
  let answer: (reply: "accepted") => void = () => undefined;
  const asked = world.call(
    "note_manage",
    { action: "delete", title: "x" },
    { ask: () => new Promise((resolve) => (answer = resolve)) },
  );
  const running = world.list(1);
  (await world.run(1)).end();
  expect(valueOfAnswer(await running)).toEqual({ items: [], count: 0 });
  answer("accepted");
  expect(errorOf(await asked).code).toBe("NOTE_NOT_FOUND");
});
