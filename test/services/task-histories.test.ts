import fc from "fast-check";
import { expect, test } from "vitest";
import { newProject, type Workbench, workbench, writer } from "./workbench.ts";

// Any history of a few tasks beside a plain model: each step answers as the model does, and in the end every list shows what
// the model holds: nothing is lost that was not deleted, and nothing that was deleted is found.

const which = fc.nat(2);
const step = fc.oneof(
  fc.record({
    kind: fc.constant("create" as const),
    word: fc.constantFrom("kelp", "reef", "sand"),
    tagged: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("edit" as const), which, word: fc.constantFrom("kelp", "reef", "sand") }),
  fc.record({
    kind: fc.constantFrom("start" as const, "stop" as const, "complete" as const, "reopen" as const),
    which,
  }),
  fc.record({ kind: fc.constantFrom("archive" as const, "restore" as const, "delete" as const), which }),
  fc.record({ kind: fc.constant("progress" as const), which, percent: fc.integer({ min: 0, max: 100 }) }),
  fc.record({
    kind: fc.constantFrom("archive project" as const, "restore project" as const, "delete project" as const),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Known {
  readonly id: string;
  title: string;
  tags: readonly string[];
  status: "todo" | "in_progress" | "completed";
  progress: number;
  archived: boolean;
}

interface Model {
  project: { readonly id: string; archived: boolean } | undefined;
  tasks: Known[];
  active: string | undefined;
}

test("any history of tasks agrees with a model", { timeout: 120_000 }, async () => {
  const bench = await workbench();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: "max" }), async (steps) => {
      const { id } = await newProject(bench, `Project ${run++}`);
      const model: Model = { project: { id, archived: false }, tasks: [], active: undefined };
      for (const each of steps) await take(each, bench, model);
      await compare(bench, model, id);
      if (model.project !== undefined) await bench.projects.remove(id, writer);
    }),
    { numRuns: 60 },
  );
});

async function take(each: Step, bench: Workbench, model: Model): Promise<void> {
  const { project } = model;
  if (project === undefined) return;
  switch (each.kind) {
    case "create": {
      const facts = { title: `the ${each.word}`, tags: each.tagged ? [each.word] : [] };
      const request = { ...facts, projectId: project.id, description: "", priority: "low", writer } as const;
      const created = await bench.tasks.create(request);
      expect(created.status).toBe(project.archived ? "project_archived" : "created");
      if (created.status !== "created") return;
      model.tasks.push({ ...facts, id: created.task.id, status: "todo", progress: 0, archived: false });
      return;
    }
    case "archive project":
    case "restore project": {
      project.archived = each.kind === "archive project";
      await bench.projects.manage({ projectId: project.id, action: project.archived ? "archive" : "restore", writer });
      if (project.archived) model.active = undefined;
      return;
    }
    case "delete project":
      expect(await bench.projects.remove(project.id, writer)).toMatchObject({ tasks: model.tasks.length, memories: 0 });
      Object.assign(model, { project: undefined, tasks: [], active: undefined });
      return;
    default: {
      const known = model.tasks[each.which % Math.max(1, model.tasks.length)];
      if (known !== undefined) await change(each, known, bench, model);
    }
  }
}

type Change = Exclude<Step, { readonly kind: `${string} project` | "create" }>;

async function change(each: Change, known: Known, bench: Workbench, model: Model): Promise<void> {
  const asked = { taskId: known.id, writer };
  if (each.kind === "delete") {
    expect(await bench.tasks.remove(known.id, writer)).toEqual({ isErased: true });
    model.tasks = model.tasks.filter((task) => task !== known);
    if (model.active === known.id) model.active = undefined;
    return;
  }
  const edited = each.kind === "edit" ? { title: `a ${each.word}`, tags: [each.word] } : {};
  const managed = await (each.kind === "progress"
    ? bench.tasks.manage({ ...asked, action: each.kind, progress: each.percent })
    : each.kind === "edit"
      ? bench.tasks.manage({ ...asked, action: "update", change: edited })
      : bench.tasks.manage({ ...asked, action: each.kind }));
  const expected = changeInModel(each, known, model);
  expect(managed.status).toBe(expected);
  if (expected === "done") Object.assign(known, edited);
}

function changeInModel(each: Change, task: Known, model: Model): string {
  const { kind } = each;
  if (model.project?.archived === true) return "project_archived";
  if (task.archived && kind !== "archive" && kind !== "restore") return "archived";
  if (task.status === "completed" && (kind === "start" || kind === "progress")) return "completed";
  if (kind === "archive" || kind === "restore") task.archived = kind === "archive";
  if (kind === "start" || kind === "progress") task.status = "in_progress";
  if (each.kind === "progress") task.progress = each.percent;
  if (kind === "reopen" && task.status === "completed") task.status = task.progress === 0 ? "todo" : "in_progress";
  if (kind === "complete") task.status = "completed";
  if (kind === "start") model.active = task.id;
  const released = kind === "stop" || kind === "complete" || kind === "archive";
  if (released && model.active === task.id) model.active = undefined;
  return "done";
}

async function compare(bench: Workbench, model: Model, projectId: string): Promise<void> {
  const isListed = model.project?.archived === false;
  const shown = model.tasks.map(({ progress, ...task }) => ({
    ...task,
    progress: task.status === "completed" ? 100 : progress,
    active: model.active === task.id,
  }));
  const page = async (over: object) => {
    const listed = await bench.tasks.list({ next: false, limit: 100, agent: "tester", ...over });
    if ("status" in listed) throw new Error("expected a page");
    return listed.items.map(({ id, title, tags, status, progress, active, archivedAt }) => {
      return { id, title, tags, status, progress, active, archived: archivedAt !== null };
    });
  };
  const live = shown.filter(({ archived }) => !archived).toReversed();
  const archived = shown.filter((task) => task.archived).toReversed();
  expect(await page({ projectId })).toEqual(live);
  expect(await page({})).toEqual(isListed ? live : []);
  expect(await page({ archived: true })).toEqual(archived);
  for (const word of ["kelp", "reef", "sand"]) {
    expect(await page({ projectId, query: word })).toEqual(live.filter(({ title }) => title.includes(word)));
    expect(await page({ projectId, tag: word })).toEqual(live.filter(({ tags }) => tags.includes(word)));
    expect(await page({ archived: true, tag: word })).toEqual(archived.filter(({ tags }) => tags.includes(word)));
  }
  const work = await bench.tasks.workOf("tester", 100);
  expect(work.active?.id).toBe(model.active);
  const inProgress = live.filter(({ id, status }) => isListed && status === "in_progress" && id !== model.active);
  expect(work.inProgress.map(({ id }) => id).toSorted()).toEqual(inProgress.map(({ id }) => id).toSorted());
}
