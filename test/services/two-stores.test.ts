import fc from "fast-check";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { lawCases } from "../law-cases.ts";
import { emptyDatabase } from "../store/empty-database.ts";
import { stoppedClock } from "./clock.ts";
import { newTask, servicesOn, storeRequest, type Workbench } from "./workbench.ts";

// Any history of projects, tasks, memories, packs and focus, each step done through one of two openings of one file, beside
// a plain model: each step answers as the model does, and in the end both openings show what the model holds.

const projectNames = ["Atlas", "Borealis", "Cassini"] as const;
const packNames = ["Bridge", "Tunnel"] as const;
const agents = ["ann", "bob"] as const;
const priorities = ["high", "medium", "low"] as const;

const actor = { opening: fc.constantFrom(0, 1), agent: fc.constantFrom(...agents) };
const which = fc.nat(3);
const step = fc.oneof(
  fc.record({ ...actor, kind: fc.constant("project" as const), name: fc.constantFrom(...projectNames) }),
  fc.record({ ...actor, kind: fc.constant("task" as const), which, priority: fc.constantFrom(...priorities) }),
  fc.record({
    ...actor,
    kind: fc.constant("manage" as const),
    which,
    action: fc.constantFrom("start" as const, "stop" as const, "complete" as const),
  }),
  fc.record({ ...actor, kind: fc.constant("progress" as const), which, percent: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ ...actor, kind: fc.constant("memory" as const) }),
  fc.record({ ...actor, kind: fc.constant("pack" as const), name: fc.constantFrom(...packNames) }),
  fc.record({
    ...actor,
    kind: fc.constant("add" as const),
    which,
    pack: fc.nat(1),
    what: fc.constantFrom("memory", "task"),
  }),
  fc.record({ ...actor, kind: fc.constant("focus" as const), pack: fc.option(fc.nat(1)) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface KnownTask {
  readonly id: string;
  readonly project: string;
  readonly priority: (typeof priorities)[number];
  status: "todo" | "in_progress" | "completed";
  progress: number;
}

interface KnownPack {
  readonly id: string;
  readonly name: string;
  memoryIds: readonly string[];
  taskIds: readonly string[];
}

/** In the order of making. */
class Model {
  readonly projects: { readonly id: string; readonly name: string }[] = [];
  readonly tasks: KnownTask[] = [];
  readonly memories: { readonly id: string; readonly taskId: string | null }[] = [];
  readonly packs: KnownPack[] = [];
  readonly active = new Map<string, string>();
  readonly focus = new Map<string, string>();
}

test("any history over two openings of one file gives what a plain model gives", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80, size: "max" }), async (steps) => {
      const path = await emptyDatabase();
      const clock = stoppedClock();
      const stores = [await openStore(path), await openStore(path)];
      const benches = stores.map((store) => servicesOn(store, clock));
      const model = new Model();
      for (const each of steps) {
        clock.advance(1);
        const bench = benches[each.opening];
        if (bench !== undefined) await take(each, bench, model);
      }
      for (const bench of benches) await compare(bench, model);
      for (const store of stores) await store.close();
    }),
    { numRuns: lawCases(60) },
  );
});

async function take(each: Step, bench: Workbench, model: Model): Promise<void> {
  const { projects, tasks, memories, packs } = bench;
  const writer = { session: `session of ${each.agent}`, agent: each.agent };
  switch (each.kind) {
    case "project": {
      const known = model.projects.find(({ name }) => name === each.name);
      const outcome = await projects.create({ name: each.name, description: "", force: false, writer });
      if (outcome.status !== "created" && outcome.status !== "exists") throw new Error(outcome.status);
      expect(outcome.status).toBe(known === undefined ? "created" : "exists");
      if (known === undefined) model.projects.push({ id: outcome.project.id, name: each.name });
      return;
    }
    case "task": {
      const project = pick(model.projects, each.which);
      if (project === undefined) return;
      const { priority } = each;
      const task = await newTask(bench, { projectId: project.id, priority, writer });
      model.tasks.push({ id: task.id, project: project.name, priority, status: "todo", progress: 0 });
      return;
    }
    case "manage":
    case "progress": {
      const known = pick(model.tasks, each.which);
      if (known === undefined) return;
      const asked = { taskId: known.id, writer };
      const outcome = await (each.kind === "progress"
        ? tasks.manage({ ...asked, action: "progress", progress: each.percent })
        : tasks.manage({ ...asked, action: each.action }));
      expect(outcome.status).toBe(manageInModel(model, known, each) ? "done" : "completed");
      return;
    }
    case "memory": {
      const content = `number ${model.memories.length}`;
      const outcome = await memories.store(
        storeRequest({ content, title: content, force: true, tier: "long", writer }),
      );
      if (outcome.status !== "created") throw new Error(outcome.status);
      model.memories.push({ id: outcome.memory.id, taskId: model.active.get(each.agent) ?? null });
      return;
    }
    case "pack": {
      const known = model.packs.find(({ name }) => name === each.name);
      const facts = { type: "custom", status: "draft", description: "", tags: [] } as const;
      const outcome = await packs.create({ ...facts, name: each.name, writer });
      expect(outcome.status).toBe(known === undefined ? "created" : "name_taken");
      if (known === undefined) model.packs.push({ id: outcome.pack.id, name: each.name, memoryIds: [], taskIds: [] });
      return;
    }
    case "add": {
      const pack = pick(model.packs, each.pack);
      const thing = pick<{ readonly id: string }>(each.what === "memory" ? model.memories : model.tasks, each.which);
      if (pack === undefined || thing === undefined) return;
      if (each.what === "memory") {
        await packs.addMemory(pack.id, thing.id, writer);
        pack.memoryIds = pack.memoryIds.includes(thing.id) ? pack.memoryIds : [thing.id, ...pack.memoryIds];
      } else {
        await packs.addTask(pack.id, thing.id, writer);
        pack.taskIds = pack.taskIds.includes(thing.id) ? pack.taskIds : [thing.id, ...pack.taskIds];
      }
      return;
    }
    case "focus": {
      const pack = each.pack === null ? undefined : pick(model.packs, each.pack);
      await packs.setFocus(pack?.id, writer);
      if (pack === undefined) model.focus.delete(each.agent);
      else model.focus.set(each.agent, pack.id);
    }
  }
}

/** @returns false when the task is completed and the action needs one that is not */
function manageInModel(
  { active }: Model,
  task: KnownTask,
  each: Extract<Step, { readonly kind: "manage" | "progress" }>,
): boolean {
  const action = each.kind === "progress" ? "progress" : each.action;
  if (task.status === "completed" && (action === "start" || action === "progress")) return false;
  if (action === "start") active.set(each.agent, task.id);
  if (action === "stop" && active.get(each.agent) === task.id) active.delete(each.agent);
  if (action === "start" || action === "progress") task.status = "in_progress";
  if (each.kind === "progress") task.progress = each.percent;
  if (action === "complete") {
    task.status = "completed";
    task.progress = 100;
    for (const [agent, id] of active) if (id === task.id) active.delete(agent);
  }
  return true;
}

async function compare({ projects, tasks, memories, packs }: Workbench, model: Model): Promise<void> {
  const listed = await projects.list({ limit: 100 });
  expect(listed).toMatchObject({
    items: model.projects.toReversed().map(({ name }) => ({
      name,
      openTasks: model.tasks.filter((task) => task.project === name && task.status !== "completed").length,
    })),
  });
  for (const agent of agents) {
    const all = await tasks.list({ limit: 100, next: false, agent });
    const expected = model.tasks.map((task) => ({ ...task, active: model.active.get(agent) === task.id }));
    expect(all).toMatchObject({ items: expected.toReversed() });
    const next = await tasks.list({ limit: 100, next: true, agent });
    const todo = priorities.flatMap((priority) =>
      model.tasks.filter((task) => task.status === "todo" && task.priority === priority).map(({ id }) => ({ id })),
    );
    expect(next).toMatchObject({ items: todo });
    expect((await tasks.workOf(agent, 3)).active?.id).toBe(model.active.get(agent));
    expect((await packs.focusOf(agent))?.id).toBe(model.focus.get(agent));
  }
  const stored = await memories.list({ limit: 100 });
  expect(stored).toMatchObject({ items: model.memories.toReversed() });
  for (const { id, memoryIds, taskIds } of model.packs) {
    expect(await packs.contents(id, 100)).toEqual({ memoryIds, taskIds });
  }
}

function pick<Thing>(things: readonly Thing[], which: number): Thing | undefined {
  return things[which % Math.max(1, things.length)];
}
