import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkInput as checkFocus } from "../../generated/.cache/validators/focus_manage.js";
import { checkInput as checkList } from "../../generated/.cache/validators/memory_list.js";
import { checkInput as checkTask } from "../../generated/.cache/validators/task_create.js";
import { checkInput as checkTasks } from "../../generated/.cache/validators/task_list.js";
import { checkInput as checkManage } from "../../generated/.cache/validators/task_manage.js";
import { manageFocus } from "../../src/handlers/context/manage_focus.ts";
import { listMemories } from "../../src/handlers/memory/list_memories.ts";
import { createTask, firstSentence } from "../../src/handlers/task/create_task.ts";
import { listTasks } from "../../src/handlers/task/list_tasks.ts";
import { manageTask } from "../../src/handlers/task/manage_task.ts";

describe("the first sentence of a description", () => {
  test.each([
    ["Fix the build", "Fix the build"],
    ["Fix the build. It is red.", "Fix the build"],
    ["  Fix\tthe   build!  Now.", "Fix the build!"],
    ["Is it red? Yes.", "Is it red?"],
    ["\n\nFix the build\nIt is red", "Fix the build"],
    ["Use v1.2 of the parser. Then test.", "Use v1.2 of the parser"],
    ["Wait... then go.", "Wait..."],
    [".", "."],
    ["a b c d e f g", "a b c d…"],
    ["abcdefghijkl", "abcdefghi…"],
    ["😀".repeat(12), `${"😀".repeat(9)}…`],
  ])("of %j is %j", (text, expected) => {
    const maxLength = expected.endsWith("…") ? 10 : 120;
    expect(firstSentence(text, maxLength)).toBe(expected);
  });
});

describe("limits of old lists", () => {
  test.each([
    [undefined, 100, 5, 200],
    [0, 100, 5, 200],
    [-7, 100, 5, 200],
    [0.9, 100, 5, 200],
    [3.0, 3, 3, 3],
    [3.9, 3, 3, 3],
    [150, 100, 100, 150],
    [1e300, 100, 100, 200],
  ])("%j is %j tasks, %j next ones, %j memories", (limit, tasks, next, memories) => {
    const given = { project: "Atlas", ...(limit === undefined ? {} : { limit }) };
    expect([
      listTasks(given).limit,
      listTasks({ ...given, next_priority: true }).limit,
      listMemories(given).limit,
    ]).toEqual([tasks, next, memories]);
  });
});

test("progress is whole, and absent where the action takes none or none is given", () => {
  const progress = (action: "start" | "progress", given?: number) =>
    manageTask({ taskId: "t", action, ...(given === undefined ? {} : { progress: given }) });
  expect([40.9, -0.5, -1.5, 101].map((given) => progress("progress", given).progress)).toEqual([40, 0, -1, 101]);
  expect(progress("progress")).toEqual({ action: "progress", task: "t" });
  expect(progress("start", 40)).toEqual({ action: "start", task: "t" });
});

test("what is asked of the focus follows from the params; to clear wins", () => {
  expect([
    manageFocus({}),
    manageFocus({ pack_id: "" }),
    manageFocus({ clear: false }),
    manageFocus({ pack_id: "p", clear: false }),
    manageFocus({ pack_id: "p", clear: true }),
  ]).toEqual([
    { action: "get" },
    { action: "get" },
    { action: "get" },
    { action: "set", pack: "p" },
    { action: "clear" },
  ]);
});

describe("whatever an old contract accepts, the new one accepts after mapping", () => {
  const text = (maxLength: number) => fc.string({ unit: "grapheme", maxLength: Math.min(maxLength, 60) });
  const project = text(150).map((name) => `p${name.trim()}`);
  const limit = fc.double({ noNaN: true });
  const optional = { noNullPrototype: true } as const;

  test("list_tasks", () => {
    const status = fc.constantFrom("todo", "in_progress", "completed");
    const old = fc.record(
      { project, status, query: text(200), next_priority: fc.boolean(), limit, cursor: text(60) },
      { requiredKeys: ["project"], ...optional },
    );
    fc.assert(
      fc.property(old, (given) => {
        expect(checkTasks(listTasks(given))).toBe(true);
      }),
    );
  });

  test("create_task", () => {
    const blank = fc.constantFrom("", " ", "\n", "\u2028 ", ". ", "…");
    const description = fc
      .tuple(blank, text(60), fc.nat(40))
      .map(([lead, body, times]) => lead + `x${body} `.repeat(times + 1));
    const old = fc.record(
      { project, description, priority: fc.constantFrom("high", "medium", "low") },
      { requiredKeys: ["project", "description"], ...optional },
    );
    fc.assert(
      fc.property(old, (given) => {
        const task = createTask(given);
        const length = [...task.title].length;
        expect([checkTask(task), task.description, length <= 120]).toEqual([true, given.description, true]);
      }),
    );
    expect(checkTask(createTask({ project: "p", description: "." }))).toBe(true);
  });

  test("list_memories", () => {
    const old = fc.record(
      { project, term: text(200), limit, cursor: text(60) },
      { requiredKeys: ["project"], ...optional },
    );
    fc.assert(
      fc.property(old, (given) => {
        expect(checkList(listMemories(given))).toBe(true);
      }),
    );
  });

  test("manage_focus", () => {
    const old = fc.record({ pack_id: text(200), clear: fc.boolean() }, { requiredKeys: [], ...optional });
    fc.assert(
      fc.property(old, (given) => {
        expect(checkFocus(manageFocus(given))).toBe(true);
      }),
    );
  });

  test("manage_task, but for progress that is not between 0 and 100", () => {
    const action = fc.constantFrom("start", "stop", "complete", "progress");
    const old = fc.record(
      { taskId: fc.uuid(), action, progress: fc.double({ min: 0, max: 100, noNaN: true }) },
      { requiredKeys: ["taskId", "action"], ...optional },
    );
    fc.assert(
      fc.property(old, (given) => {
        expect(checkManage(manageTask(given))).toBe(true);
      }),
    );
  });
});
