import fc from "fast-check";
import { expect, test } from "vitest";
import { lawCases } from "../law-cases.ts";
import {
  above,
  attach,
  below,
  brokenLaws,
  change,
  detach,
  isPutAway,
  type Known,
  liveParts,
  type Model,
  place,
  remove,
  shownProgress,
} from "./task-model.ts";
import { newProject, type Workbench, workbench, writer } from "./workbench.ts";

// Any history of a few tasks in two projects beside a plain model: each step answers as the model does, and in the end every list
// shows what the model holds: nothing is lost that was not deleted, and nothing that was deleted is found.

const which = fc.nat(4);
const word = fc.constantFrom("kelp", "reef", "sand");
const position = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined });
const step = fc.oneof(
  fc.record({ kind: fc.constant("create" as const), word, tagged: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("create part" as const), word, which, position }) },
  fc.record({ kind: fc.constant("edit" as const), which, word }),
  fc.record({
    kind: fc.constantFrom("start" as const, "stop" as const, "complete" as const, "reopen" as const),
    which,
  }),
  fc.record({ kind: fc.constantFrom("archive" as const, "restore" as const), which }),
  fc.record({ kind: fc.constant("delete" as const), which }),
  fc.record({ kind: fc.constant("progress" as const), which, percent: fc.integer({ min: 0, max: 100 }) }),
  fc.record({
    kind: fc.constant("status" as const),
    which,
    status: fc.constantFrom("todo" as const, "in_progress" as const, "completed" as const),
  }),
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("place" as const), which, under: fc.option(which), position }),
  },
  fc.record({ kind: fc.constant("move" as const), which, home: fc.constantFrom(0 as const, 1 as const) }),
  fc.record({
    kind: fc.constantFrom("archive project" as const, "restore project" as const, "delete project" as const),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

type Homes = readonly [string, string];

test("any history of tasks agrees with a model", { timeout: 240_000 }, async () => {
  const bench = await workbench();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: "max" }), async (steps) => {
      const homes: Homes = [
        (await newProject(bench, `First ${run}`)).id,
        (await newProject(bench, `Second ${run++}`)).id,
      ];
      const model: Model = { first: { archived: false }, tasks: [], active: undefined };
      try {
        for (const each of steps) {
          await take(each, bench, model, homes);
          expect(brokenLaws(model)).toEqual([]);
        }
        await compare(bench, model, homes);
      } finally {
        for (const id of homes) await bench.projects.remove(id, writer);
      }
    }),
    { numRuns: lawCases(60) },
  );
});

async function take(each: Step, bench: Workbench, model: Model, homes: Homes): Promise<void> {
  const { first } = model;
  switch (each.kind) {
    case "create": {
      if (first === undefined) return;
      const facts = { title: `the ${each.word}`, tags: each.tagged ? [each.word] : [] };
      const request = { ...facts, projectId: homes[0], description: "", priority: "low", writer } as const;
      const created = await bench.tasks.create(request);
      expect(created.status).toBe(first.archived ? "project_archived" : "created");
      if (created.status === "created") add(model, created.task.id, facts, undefined, undefined);
      return;
    }
    case "archive project":
    case "restore project":
      if (first === undefined) return;
      first.archived = each.kind === "archive project";
      await bench.projects.manage({ projectId: homes[0], action: first.archived ? "archive" : "restore", writer });
      if (first.archived && model.active?.home === 0) model.active = undefined;
      return;
    case "delete project": {
      if (first === undefined) return;
      const gone = model.tasks.filter(({ home }) => home === 0);
      expect(await bench.projects.remove(homes[0], writer)).toMatchObject({ tasks: gone.length, memories: 0 });
      model.first = undefined;
      for (const task of gone) if (task.parent === undefined) remove(model, task);
      return;
    }
    default: {
      const known = nth(model, each.which);
      if (known !== undefined) await takeOn(each, known, bench, model, homes);
    }
  }
}

type StepOnTask = Exclude<Step, { readonly kind: `${string} project` | "create" }>;

async function takeOn(each: StepOnTask, known: Known, bench: Workbench, model: Model, homes: Homes): Promise<void> {
  const asked = { taskId: known.id, writer };
  switch (each.kind) {
    case "create part": {
      const facts = { title: `a part of ${each.word}`, tags: [each.word] };
      const request = { ...facts, parentId: known.id, description: "", priority: "low", writer } as const;
      const created = await bench.tasks.create({ ...request, position: each.position });
      const refusal = isPutAway(model, known) ?? (known.status === "completed" ? "completed" : undefined);
      expect(created).toMatchObject(refusal === undefined ? { status: "created" } : { status: "refused", refusal });
      if (created.status === "created") add(model, created.task.id, facts, known, each.position);
      return;
    }
    case "place": {
      const parent = each.under === null ? undefined : nth(model, each.under);
      const placed = await bench.tasks.place({ ...asked, parentId: parent?.id ?? null, position: each.position });
      expect(placed.status).toBe(place(model, known, parent, each.position));
      return;
    }
    case "move": {
      if (each.home === 0 && model.first === undefined) return;
      const isInto = each.home === 0 && model.first?.archived === true;
      const refusal = isPutAway(model, known) ?? (isInto ? "project_archived" : undefined);
      const moved = await bench.tasks.move({ ...asked, projectId: homes[each.home] });
      // Which of two reasons comes first does not matter.
      if (refusal !== undefined) expect(["archived", "project_archived"]).toContain(moved.status);
      else expect(moved.status).toBe("moved");
      if (refusal !== undefined || known.home === each.home) return;
      detach(known);
      for (const task of [known, ...below(known)]) task.home = each.home;
      return;
    }
    case "delete":
      expect(await bench.tasks.remove(known.id, writer)).toEqual({ isErased: true, parts: below(known).length });
      remove(model, known);
      return;
    default: {
      const edited = each.kind === "edit" ? { title: `a ${each.word}`, tags: [each.word] } : {};
      const managed = await (each.kind === "progress"
        ? bench.tasks.manage({ ...asked, action: each.kind, progress: each.percent })
        : each.kind === "edit" || each.kind === "status"
          ? bench.tasks.manage({
              ...asked,
              action: "update",
              change: each.kind === "status" ? { status: each.status } : edited,
            })
          : bench.tasks.manage({ ...asked, action: each.kind }));
      const expected = change(model, known, each);
      expect(managed.status).toBe(expected);
      if (expected === "done") Object.assign(known, edited);
    }
  }
}

function nth({ tasks }: Model, index: number): Known | undefined {
  return tasks[index % Math.max(1, tasks.length)];
}

function add(
  model: Model,
  id: string,
  facts: Pick<Known, "title" | "tags">,
  parent: Known | undefined,
  at: number | undefined,
): void {
  const number = (model.tasks.at(-1)?.number ?? 0) + 1;
  const task: Known = {
    ...{ ...facts, id, number, status: "todo", progress: 0, archived: false },
    ...{ home: parent?.home ?? 0, parent: undefined, parts: [] },
  };
  attach(task, parent, at);
  model.tasks.push(task);
}

async function compare(bench: Workbench, model: Model, homes: Homes): Promise<void> {
  const shown = model.tasks.map((task) => ({
    ...{ id: task.id, title: task.title, tags: task.tags, status: task.status, archived: task.archived },
    ...{ home: task.home, parent: task.parent?.id ?? null, progress: shownProgress(task) },
    parts: liveParts(task).length,
    completed: liveParts(task).filter(({ status }) => status === "completed").length,
    active: model.active === task,
  }));
  const page = async (over: object) => {
    const listed = await bench.tasks.list({ next: false, limit: 100, agent: "tester", ...over });
    if ("status" in listed) throw new Error("expected a page");
    return listed.items.map(({ id, title, tags, status, progress, active, archivedAt, parts, ...task }) => ({
      ...{ id, title, tags, status, progress, active, parts, archived: archivedAt !== null },
      ...{ home: task.projectId === homes[0] ? 0 : 1, parent: task.parentId, completed: task.partsCompleted },
    }));
  };
  const live = shown.filter(({ archived }) => !archived).toReversed();
  const archived = shown.filter((task) => task.archived).toReversed();
  const listed = live.filter(({ home }) => home === 1 || model.first?.archived === false);
  expect(await page({})).toEqual(listed);
  expect(await page({ archived: true })).toEqual(archived);
  for (const home of model.first === undefined ? ([1] as const) : ([0, 1] as const)) {
    const here = live.filter((task) => task.home === home);
    const projectId = homes[home];
    expect(await page({ projectId })).toEqual(here);
    expect(await page({ projectId, isWhole: true })).toEqual(here.filter(({ parent }) => parent === null));
    for (const text of ["kelp", "reef", "sand"]) {
      expect(await page({ projectId, query: text })).toEqual(
        here.filter(({ title, tags }) => title.includes(text) || tags.includes(text)),
      );
      expect(await page({ projectId, tag: text })).toEqual(here.filter(({ tags }) => tags.includes(text)));
    }
  }
  for (const task of model.tasks) {
    const parts = await bench.tasks.subtasks(task.id, "tester");
    const expected = below(task).filter((part) => task.archived || !part.archived);
    expect(parts?.subtasks.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(await bench.tasks.above(task.id)).toEqual(above(task).map(({ id }) => id));
  }
  const next = await page({ next: true });
  const open = (task: { readonly id: string }) =>
    model.tasks.find(({ id }) => id === task.id)?.parts.some((part) => !part.archived && part.status !== "completed");
  const expectedNext = listed.filter((task) => task.status === "todo" && open(task) === false).toReversed();
  expect(next.map(({ id }) => id)).toEqual(expectedNext.map(({ id }) => id));
  const work = await bench.tasks.workOf("tester", 100);
  expect(work.active?.id).toBe(model.active?.id);
  const inProgress = listed.filter(({ id, status }) => status === "in_progress" && id !== model.active?.id);
  expect(work.inProgress.map(({ id }) => id).toSorted()).toEqual(inProgress.map(({ id }) => id).toSorted());
}
