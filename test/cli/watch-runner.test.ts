import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isWatched, relevantFile } from "../../src/cli/commands/watch.ts";
import { openRunner } from "../../src/cli/watch/runner.ts";

describe("the runner of a watch", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** A runner whose runs last until they are released. */
  function slowRunner() {
    const runs: (readonly string[])[] = [];
    const failures: unknown[] = [];
    let release: () => void = () => {};
    let fail: (error: Error) => void = () => {};
    const runner = openRunner({
      settleMs: 30,
      patienceMs: 500,
      run: (paths) => {
        runs.push(paths);
        return new Promise((resolve, reject) => {
          release = resolve;
          fail = reject;
        });
      },
      onFailure: (error) => failures.push(error),
    });
    return { runner, runs, failures, release: () => release(), fail: (error: Error) => fail(error) };
  }

  test("waits until it is quiet, then runs once with every path once, sorted", async () => {
    const { runner, runs } = slowRunner();
    for (const path of ["b", "a", "b"]) {
      runner.touch(path);
      await vi.advanceTimersByTimeAsync(29);
    }
    expect(runs).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toEqual([["a", "b"]]);
  });

  test("whatever changes during a run makes exactly one more, after it", async () => {
    const { runner, runs, release } = slowRunner();
    runner.touch("a");
    await vi.advanceTimersByTimeAsync(30);
    for (const path of ["a", "c", "b"]) {
      runner.touch(path);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(runs).toEqual([["a"]]);
    release();
    await vi.advanceTimersByTimeAsync(30);
    expect(runs).toEqual([["a"], ["a", "b", "c"]]);
    release();
    await vi.advanceTimersByTimeAsync(1000);
    expect(runs.length).toBe(2);
  });

  test("who never pauses gets a run after half a second", async () => {
    const { runner, runs } = slowRunner();
    for (let at = 0; at < 500; at += 20) {
      expect(runs).toEqual([]);
      runner.touch("a");
      await vi.advanceTimersByTimeAsync(20);
    }
    expect(runs).toEqual([["a"]]);
  });

  test("a run that throws is reported, and is the last one", async () => {
    const { runner, runs, failures, fail } = slowRunner();
    runner.touch("a");
    await vi.advanceTimersByTimeAsync(30);
    const error = new Error("no");
    fail(error);
    runner.touch("b");
    await vi.advanceTimersByTimeAsync(1000);
    expect({ runs, failures }).toEqual({ runs: [["a"]], failures: [error] });
  });

  test("closing waits for the run under way and lets no other begin", async () => {
    const { runner, runs, release } = slowRunner();
    runner.touch("a");
    await vi.advanceTimersByTimeAsync(30);
    runner.touch("b");
    let closed = false;
    const closing = runner.close().then(() => {
      closed = true;
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(closed).toBe(false);
    release();
    await closing;
    await vi.advanceTimersByTimeAsync(1000);
    expect(runs).toEqual([["a"]]);
  });
});

test.each([
  ["schema/catalog.yaml", true, true],
  ["schema/guide.md", true, true],
  ["schema/tools/note/note_create.yml", true, true],
  ["src/handlers/note/note_create.ts", true, true],
  ["schema", true, false],
  ["src", true, false],
  ["", true, false],
  ["schema/tools/note/.note_create.yaml.swp", false, false],
  ["schema/tools/note/note_create.yaml~", true, false],
  ["src/host.ts", false, false],
  ["schemas/catalog.yaml", false, false],
  ["generated/registry.ts", false, false],
  ["node_modules/x/schema/catalog.yaml", false, false],
])("'%s' is watched: %s, and worth a run: %s", (path, watched, relevant) => {
  const absolute = path === "" ? "/project" : `/project/${path}`;
  expect(isWatched("/project", absolute)).toBe(watched);
  expect(relevantFile("/project", absolute)).toBe(relevant ? path : undefined);
});
