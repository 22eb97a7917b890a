import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../src/services/plans/plan.ts";
import { type PlanAction, type PlannedTask, phaseNames, tasksProblem } from "../../../src/services/plans/plan-state.ts";
import { newProject, type Workbench, workbench, writer } from "../workbench.ts";

async function newPlan({ plans }: Workbench, over: { projectId?: string; budgetUsd?: number } = {}): Promise<Plan> {
  const facts = { title: "Import", requirements: "Import the old maps.", type: "feature", consensus: 0.75 } as const;
  return await plans.create({ ...facts, budgetUsd: null, projectId: null, writer, ...over });
}

const task = (key: string, needs: readonly string[] = []): PlannedTask => {
  return { key, title: `Task ${key}`, description: "", priority: "high", tags: ["plan"], needs };
};
const decision = { title: "Use SQLite", description: "One file.", context: "", consequences: "", area: "Database" };

/** A plan that is through, with these artifacts. */
async function completed(
  bench: Workbench,
  projectId: string | undefined,
  tasks: readonly PlannedTask[],
): Promise<string> {
  const { id: planId } = await newPlan(bench, projectId === undefined ? {} : { projectId });
  const take = async (action: PlanAction) => {
    const changed = await bench.plans.change({ planId, writer, ...action });
    expect(changed.status).toBe("done");
  };
  await take({ action: "start" });
  await take({ action: "record", report: { tasks, decisions: [decision], score: 0.9 } });
  for (const _phase of phaseNames) await take({ action: "complete" });
  return planId;
}

const apply = {
  tasks: true,
  decisions: true,
  taskStatus: "todo",
  decisionStatus: "draft",
  projectId: null,
  writer,
} as const;

describe("a plan", () => {
  const amount = fc.constantFrom(0, 0.1, 0.2, 1.5, 3);
  const action: fc.Arbitrary<PlanAction> = fc.oneof(
    { weight: 2, arbitrary: fc.constant({ action: "start" as const }) },
    { weight: 6, arbitrary: fc.constant({ action: "complete" as const }) },
    fc.constant({ action: "cancel" as const }),
    fc.record({ action: fc.constant("fail" as const), reason: fc.constant("no agent answered") }),
    {
      weight: 2,
      arbitrary: fc.record({
        action: fc.constant("resume" as const),
        budgetUsd: fc.option(amount, { nil: undefined }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        action: fc.constant("record" as const),
        report: fc.record(
          {
            score: fc.constantFrom(0.5, 0.75, 1),
            costUsd: amount,
            tokens: fc.nat(9),
            document: fc.constantFrom("a", "b"),
          },
          { requiredKeys: [] },
        ),
      }),
    },
  );

  /** The same as a few counters and flags; money in tenths, so that nothing is rounded. */
  interface Model {
    status: string;
    done: number;
    started: boolean;
    scores: (number | undefined)[];
    cost: number;
    tokens: number;
    budget: number | undefined;
    document: string;
  }
  const tenths = (usd: number) => Math.round(usd * 10);
  /** Of a completed plan. */
  const lowestScore = ({ status, scores }: Model) => {
    const reported = scores.filter((score) => score !== undefined);
    return status === "completed" && reported.length > 0 ? Math.min(...reported) : null;
  };

  function take(model: Model, given: PlanAction): boolean {
    const isOver = (budget = model.budget) => budget !== undefined && model.cost > budget;
    switch (given.action) {
      case "start":
        if (model.status !== "pending") return false;
        Object.assign(model, { status: "running", started: true });
        return true;
      case "cancel":
        if (model.status !== "pending" && model.status !== "running") return false;
        model.status = "cancelled";
        return true;
      case "fail":
        if (model.status !== "running") return false;
        model.status = "failed";
        return true;
      case "complete": {
        if (model.status !== "running" || (model.scores[model.done] ?? 1) < 0.75) return false;
        model.done += 1;
        if (model.done === 5) model.status = "completed";
        return true;
      }
      case "resume": {
        const budget = given.budgetUsd === undefined ? model.budget : tenths(given.budgetUsd);
        if ((model.status !== "failed" && model.status !== "cancelled") || isOver(budget)) return false;
        Object.assign(model, { budget, status: model.started ? "running" : "pending" });
        return true;
      }
      case "record": {
        if (model.status !== "running") return false;
        const { score, costUsd = 0, tokens = 0, document } = given.report;
        model.scores[model.done] = score ?? model.scores[model.done];
        model.cost += tenths(costUsd);
        model.tokens += tokens;
        model.document = document ?? model.document;
        if (isOver()) model.status = "failed";
        return true;
      }
    }
  }

  it("any history of actions agrees with a model, and leaves a line for each that was done", async () => {
    const bench = await workbench();
    const percent = [10, 30, 50, 70, 90];
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        // Short ones, which are the default, never complete a plan.
        fc.array(action, { maxLength: 40, size: "max" }),
        fc.option(amount, { nil: undefined }),
        async (actions, budgetUsd) => {
          const { id: planId } = await newPlan(bench, budgetUsd === undefined ? {} : { budgetUsd });
          const budget = budgetUsd === undefined ? undefined : tenths(budgetUsd);
          const model: Model = {
            ...{ status: "pending", done: 0, started: false, scores: [], cost: 0, tokens: 0, budget, document: "" },
          };
          let lines = 1;
          for (const given of actions) {
            seen.add(`${given.action} while ${model.status}`);
            const isDone = take(model, given);
            if (isDone) lines += 1;
            const { status } = await bench.plans.change({ planId, writer, ...given });
            expect(status).toBe(isDone ? "done" : "refused");
            const found = await bench.plans.find(planId);
            if (found.status !== "found") throw new Error("the plan is there");
            const plan = found.thing;
            const isThrough = model.status === "completed";
            expect({ status: plan.state.status, progress: plan.progress, phase: plan.phase }).toEqual({
              status: model.status,
              progress: isThrough ? 100 : model.started ? percent[model.done] : 0,
              phase: isThrough || !model.started ? null : phaseNames[model.done],
            });
            expect(plan).toMatchObject({
              spentUsd: model.cost / 10,
              tokens: model.tokens,
              finalConsensus: lowestScore(model),
              state: { document: model.document },
            });
            expect(plan.state.phases.filter((phase) => phase.status === "completed")).toHaveLength(model.done);
            expect(plan.state.phases.filter((phase) => phase.status === "running")).toHaveLength(
              Number(model.status === "running"),
            );
            expect(plan.state.error === null).toBe(model.status !== "failed");
          }
          const logged = await bench.store.read(({ activity }) => activity.ofSubject(planId, 99));
          expect(logged).toHaveLength(lines);
        },
      ),
      { numRuns: 80 },
    );
    const statuses = ["pending", "running", "completed", "failed", "cancelled"];
    const actions: readonly PlanAction["action"][] = ["start", "record", "complete", "fail", "cancel", "resume"];
    expect([...seen].toSorted()).toEqual(
      statuses.flatMap((one) => actions.map((word) => `${word} while ${one}`)).toSorted(),
    );
  });

  it("is not applied while it runs, nor in a project that is archived or gone", async () => {
    const bench = await workbench();
    const { plans, projects } = bench;
    const { id: projectId } = await newProject(bench, "Atlas");
    const { id: running } = await newPlan(bench, { projectId });
    await plans.change({ planId: running, writer, action: "start" });
    const problem = async (planId: string, place: string | null = null) => {
      const applied = await plans.apply({ ...apply, planId, projectId: place });
      return applied.status === "refused" ? applied.problem : applied.status;
    };
    expect(await problem(running)).toBe("it is running");
    const planId = await completed(bench, projectId, [task("a")]);
    await projects.manage({ projectId, action: "archive", writer });
    expect(await problem(planId)).toBe("its project is archived");
    await projects.manage({ projectId, action: "restore", writer });
    await projects.remove(projectId, writer);
    // The plans of a project go with it; one that belongs to none needs a project that exists.
    expect(await problem(planId)).toBe("not_found");
    expect(await problem(await completed(bench, undefined, [task("a")]), projectId)).toBe("its project was deleted");
    expect(await bench.decisions.list({ limit: 9 })).toMatchObject({ items: [] });
  });

  it("is applied once, however often and by however many at once", async () => {
    const bench = await workbench();
    const { id: projectId } = await newProject(bench, "Atlas");
    const planId = await completed(bench, projectId, [task("b", ["a"]), task("a"), task("c", ["a", "b"])]);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => bench.plans.apply({ ...apply, planId })));
    const made = outcomes.flatMap((one) => (one.status === "applied" ? one.taskIds : []));
    expect(made).toHaveLength(3);
    expect(outcomes.map((one) => (one.status === "applied" ? one.plan.state.taskIds : one.status))).toEqual(
      outcomes.map(() => made),
    );
    const list = await bench.tasks.list({ projectId, next: false, agent: undefined, limit: 9 });
    expect(list).toMatchObject({
      items: [
        { title: "Task c", blocked: true },
        { title: "Task a", blocked: false },
        { title: "Task b", blocked: true },
      ],
    });
    const needs = await bench.tasks.dependencies(made[2] ?? "", undefined);
    expect(needs?.needs.map(({ title }) => title).toSorted()).toEqual(["Task a", "Task b"]);
    expect(await bench.decisions.all(projectId)).toMatchObject([{ title: "Use SQLite", number: 1, status: "draft" }]);
  });

  it("makes tasks now and decisions later, each once", async () => {
    const bench = await workbench();
    const { id: projectId } = await newProject(bench, "Atlas");
    const planId = await completed(bench, undefined, [task("a")]);
    expect(await bench.plans.apply({ ...apply, planId })).toMatchObject({
      status: "refused",
      problem: "its tasks need a project",
    });
    const first = await bench.plans.apply({ ...apply, planId, projectId, decisions: false, taskStatus: "in_progress" });
    expect(first).toMatchObject({
      taskIds: [expect.any(String)],
      decisionIds: [],
      plan: { state: { decisionIds: null } },
    });
    const second = await bench.plans.apply({ ...apply, planId, decisionStatus: "proposed" });
    expect(second).toMatchObject({ taskIds: [], decisionIds: [expect.any(String)] });
    expect(await bench.decisions.all(null)).toMatchObject([{ status: "proposed" }]);
    const list = await bench.tasks.list({ projectId, next: false, agent: undefined, limit: 9 });
    expect(list).toMatchObject({ items: [{ status: "in_progress" }] });
  });

  it("is applied as a whole or not at all", async () => {
    const bench = await workbench();
    const { id: projectId } = await newProject(bench, "Atlas");
    const planId = await completed(bench, projectId, [task("a"), task("b")]);
    // The last thing that is written fails.
    const failing = {
      ...bench.store,
      write: (work: Parameters<typeof bench.store.write>[0]) =>
        bench.store.write(async (rows) => {
          const plans = { ...rows.plans, update: () => Promise.reject(new Error("the disk is full")) };
          return await work({ ...rows, plans });
        }),
    } as typeof bench.store;
    const { storedPlans } = await import("../../../src/services/plans/plans.ts");
    const broken = storedPlans({ store: failing, clock: bench.clock });
    await expect(broken.apply({ ...apply, planId })).rejects.toThrow("the disk is full");
    expect(await bench.tasks.list({ projectId, next: false, agent: undefined, limit: 9 })).toMatchObject({ items: [] });
    expect(await bench.decisions.all(projectId)).toEqual([]);
    expect(await bench.plans.apply({ ...apply, planId })).toMatchObject({
      taskIds: [expect.any(String), expect.any(String)],
    });
  });

  it.each<[readonly PlannedTask[], string | undefined]>([
    [[], undefined],
    [[task("a"), task("b", ["a"])], undefined],
    [[task("a"), task("a")], "two tasks have the key 'a'"],
    [[task("a", ["x"])], "'a' needs 'x', which is not among the tasks"],
    [[task("a", ["a"])], "these tasks wait for each other: a"],
    [[task("c", ["b"]), task("a", ["b"]), task("b", ["a"])], "these tasks wait for each other: c, a, b"],
  ])("takes only tasks that can be made: %#", (tasks, problem) => {
    expect(tasksProblem(tasks)).toBe(problem);
  });
});
