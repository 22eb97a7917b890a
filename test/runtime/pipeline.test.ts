import { describe, expect, test } from "vitest";
import { contractFailure, success } from "../../src/runtime/answers.ts";
import type { CallInProgress, Stage } from "../../src/runtime/call-state.ts";
import { createPipeline } from "../../src/runtime/pipeline.ts";

// The order of the stages alone; the call is only passed on.

type AnyStage = Stage<unknown>;
const call = { notices: [] } as unknown as CallInProgress<unknown>; // no stage here reads it
const answered = success({ by: "end" }, undefined);

function named(seen: string[], name: string, stage: AnyStage = {}): AnyStage {
  return {
    enter(entered, rest) {
      seen.push(`> ${name}`);
      return stage.enter?.(entered, rest);
    },
    leave(left, answer) {
      seen.push(`< ${name}`);
      return stage.leave?.(left, answer) ?? answer;
    },
    release: () => void seen.push(`- ${name}`),
    ...(stage.caught && { caught: stage.caught }),
  };
}

describe("a call", () => {
  test("goes inwards in order, and its answer outwards; nothing is waited for", () => {
    const seen: string[] = [];
    const run = createPipeline([named(seen, "a"), named(seen, "b")], () => answered);
    expect(run(call)).toBe(answered);
    expect(seen).toEqual(["> a", "> b", "- b", "< b", "- a", "< a"]);
  });

  test("waits only for a promise, and goes on where it stopped", async () => {
    const seen: string[] = [];
    const waiting: AnyStage = { enter: async () => undefined };
    const run = createPipeline([named(seen, "a"), named(seen, "b", waiting), named(seen, "c")], async () => answered);
    expect(await run(call)).toBe(answered);
    expect(seen).toEqual(["> a", "> b", "> c", "- c", "< c", "- b", "< b", "- a", "< a"]);
  });

  test.each([["at once", () => answered] as const, ["later", async () => answered] as const])(
    "that a stage answers %s reaches no further one, and that stage does not see its own answer",
    async (_when, enter) => {
      const seen: string[] = [];
      const run = createPipeline([named(seen, "a"), named(seen, "b", { enter }), named(seen, "c")], () => {
        throw new Error("it is not reached");
      });
      expect(await run(call)).toBe(answered);
      expect(seen).toEqual(["> a", "> b", "- a", "< a"]);
    },
  );

  test("can be answered by a stage with the answer of the rest, as often as it asks", async () => {
    const seen: string[] = [];
    const twice: AnyStage = {
      async enter(entered, rest) {
        await rest(entered);
        return rest(entered);
      },
    };
    const run = createPipeline([named(seen, "a"), named(seen, "b", twice), named(seen, "c")], () => answered);
    expect(await run(call)).toBe(answered);
    expect(seen).toEqual(["> a", "> b", "> c", "- c", "< c", "> c", "- c", "< c", "- a", "< a"]);
  });
});

describe("what is thrown", () => {
  const failure = contractFailure({ code: "INTERNAL", message: "caught" });
  const broken = new Error("broken");

  test.each([
    ["a stage at once", { enter: () => throwing() }, () => answered],
    ["a stage later", { enter: async () => throwing() }, () => answered],
    ["the end at once", {}, () => throwing()],
    ["the end later", {}, async () => throwing()],
  ] as const)("by %s is answered by the nearest stage outside that catches it", async (_who, stage, end) => {
    const seen: string[] = [];
    const caught: AnyStage = { caught: (_call, error) => (error === broken ? failure : answered) };
    const run = createPipeline([named(seen, "a"), named(seen, "b", caught), named(seen, "c"), stage], end);
    expect(await run(call)).toBe(failure);
    expect(seen).toEqual(["> a", "> b", "> c", "- c", "- b", "- a", "< a"]);
  });

  test("and not caught is thrown, and every stage is released once", () => {
    const seen: string[] = [];
    const run = createPipeline([named(seen, "a"), named(seen, "b")], throwing);
    expect(() => run(call)).toThrow(broken);
    expect(seen).toEqual(["> a", "> b", "- b", "- a"]);
  });

  function throwing(): never {
    throw broken;
  }
});
