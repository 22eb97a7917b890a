import { expect, test } from "vitest";
import { startOfTests } from "./clock.ts";
import { logged, newProject, newTask, storeRequest, type Workbench, workbench, writer } from "./workbench.ts";

const other = { session: "o", agent: "other" };

async function withTask(): Promise<{ readonly bench: Workbench; readonly projectId: string; readonly taskId: string }> {
  const bench = await workbench();
  const { id: projectId } = await newProject(bench, "Atlas");
  const { id: taskId } = await newTask(bench, { projectId });
  return { bench, projectId, taskId };
}

async function taskAt(bench: Workbench, taskId: string, agent = "tester") {
  const found = await bench.tasks.find(taskId, agent);
  if (found.status !== "found") throw new Error(`expected the task, got ${found.status}`);
  return found.thing;
}

test("a task comes back as it was created, todo with 0 percent", async () => {
  const bench = await workbench();
  const { id: projectId } = await newProject(bench, "Atlas");
  const facts = { title: "Write it", description: " all\n of it ", tags: ["b", "a", "b"], priority: "high" as const };
  const task = await newTask(bench, { projectId, ...facts });
  expect(task).toEqual({
    ...facts,
    ...{ due: null, assignee: null, parentId: null, parts: 0, partsCompleted: 0 },
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    projectId,
    project: "Atlas",
    tags: ["b", "a"],
    status: "todo",
    progress: 0,
    active: false,
    createdBy: "tester",
    createdAt: startOfTests,
    updatedAt: startOfTests,
    completedAt: null,
    archivedAt: null,
    projectArchived: false,
    blocked: false,
    encrypted: false,
    locked: false,
  });
  expect(await taskAt(bench, task.id)).toEqual(task);
  expect(await logged(bench)).toEqual(["project_created", "task_created"]);
});

test("starting makes it in progress and the one that the agent works on, in place of another", async () => {
  const { bench, projectId, taskId } = await withTask();
  const second = await newTask(bench, { projectId });
  bench.clock.advance(5);
  expect(await bench.tasks.manage({ taskId, action: "start", writer })).toMatchObject({
    status: "done",
    task: { status: "in_progress", active: true, progress: 0, updatedAt: startOfTests + 5 },
  });
  await bench.tasks.manage({ taskId: second.id, action: "start", writer });
  expect(await taskAt(bench, taskId)).toMatchObject({ status: "in_progress", active: false });
  expect(await taskAt(bench, second.id)).toMatchObject({ status: "in_progress", active: true });
  expect((await taskAt(bench, second.id, "other")).active).toBe(false);
});

test("two agents may work on one task, and stopping takes it out of the hands of one", async () => {
  const { bench, taskId } = await withTask();
  await bench.tasks.manage({ taskId, action: "start", writer });
  await bench.tasks.manage({ taskId, action: "start", writer: other });
  expect(await bench.tasks.manage({ taskId, action: "stop", writer })).toMatchObject({
    status: "done",
    task: { status: "in_progress", active: false },
  });
  expect((await taskAt(bench, taskId, "other")).active).toBe(true);
});

test("completing sets 100 percent and the time, and it is active for no agent any longer", async () => {
  const { bench, taskId } = await withTask();
  await bench.tasks.manage({ taskId, action: "start", writer: other });
  bench.clock.advance(7);
  expect(await bench.tasks.manage({ taskId, action: "complete", writer })).toMatchObject({
    status: "done",
    task: { status: "completed", progress: 100, completedAt: startOfTests + 7, active: false },
  });
  expect((await taskAt(bench, taskId, "other")).active).toBe(false);
  expect(await bench.tasks.workOf("other", 3)).toEqual({ active: undefined, inProgress: [] });
});

test("progress sets the number and begins a task that was to do", async () => {
  const { bench, taskId } = await withTask();
  const progress = (percent: number) => bench.tasks.manage({ taskId, action: "progress", progress: percent, writer });
  expect(await progress(0)).toMatchObject({ task: { status: "in_progress", progress: 0, active: false } });
  expect(await progress(40)).toMatchObject({ task: { status: "in_progress", progress: 40 } });
  expect(await progress(100)).toMatchObject({ task: { status: "in_progress", progress: 100, completedAt: null } });
  expect(await progress(30)).toMatchObject({ task: { progress: 30 } });
});

test("a completed task can't be started or report progress, and nothing changes", async () => {
  const { bench, taskId } = await withTask();
  await bench.tasks.manage({ taskId, action: "complete", writer });
  const before = await taskAt(bench, taskId);
  const lines = await logged(bench);
  bench.clock.advance(9);
  expect(await bench.tasks.manage({ taskId, action: "start", writer })).toEqual({ status: "completed", task: before });
  expect(await bench.tasks.manage({ taskId, action: "progress", progress: 1, writer })).toEqual({
    status: "completed",
    task: before,
  });
  expect(await logged(bench)).toEqual(lines);
});

test("an action that finds everything as it should be changes nothing and leaves no line", async () => {
  const { bench, taskId } = await withTask();
  const twice = async (action: "start" | "stop" | "complete") => {
    const first = await bench.tasks.manage({ taskId, action, writer });
    bench.clock.advance(1000);
    expect(await bench.tasks.manage({ taskId, action, writer })).toEqual(first);
  };
  await twice("start");
  await twice("stop");
  await bench.tasks.manage({ taskId, action: "progress", progress: 5, writer });
  await bench.tasks.manage({ taskId, action: "progress", progress: 5, writer });
  await twice("complete");
  await bench.tasks.manage({ taskId, action: "stop", writer });
  const history = await bench.tasks.history(taskId, 20);
  expect(history.map(({ event }) => event)).toEqual([
    "task_completed",
    "task_progress_updated",
    "task_stopped",
    "task_started",
    "task_created",
  ]);
  expect(history[0]).toEqual({ event: "task_completed", agent: "tester", at: startOfTests + 2000 });
  expect(await bench.tasks.history(taskId, 2)).toHaveLength(2);
});

test("a task that is not there is not found", async () => {
  const { bench } = await withTask();
  expect(await bench.tasks.manage({ taskId: "none", action: "start", writer })).toEqual({ status: "not_found" });
  expect(await bench.tasks.find("none", undefined)).toEqual({ status: "not_found" });
  expect(await bench.tasks.byIds(["none"], undefined)).toEqual([]);
});

test("a task is found by its id in any letter case or four characters of it; more than one is ambiguous", async () => {
  const { bench, projectId, taskId } = await withTask();
  for (const text of [taskId.toUpperCase(), taskId.slice(0, 4)])
    expect((await bench.tasks.find(text, "x")).status).toBe("found");
  expect(await bench.tasks.find(taskId.slice(0, 3), "x")).toEqual({ status: "not_found" });
  await bench.store.write(async ({ tasks }) => {
    for (let index = 0; index < 7; index++) {
      const facts = { projectId, title: "T", description: "", priority: "low" as const, tags: [], createdBy: "a" };
      const none = { due: null, assignee: null, parentId: null };
      await tasks.insert({ ...facts, ...none, id: `beef000${index}`, session: "s", createdAt: 0 });
    }
  });
  expect(await bench.tasks.find("beef", undefined)).toEqual({
    status: "ambiguous",
    candidates: [0, 1, 2, 3, 4].map((index) => `T (beef000${index})`),
  });
});

test("what to do next is most important first, then oldest first, and todo unless a status is given", async () => {
  const { bench, projectId, taskId } = await withTask();
  const low = await newTask(bench, { projectId, priority: "low" });
  const high = await newTask(bench, { projectId, priority: "high" });
  const medium = await newTask(bench, { projectId });
  await bench.tasks.manage({ taskId: medium.id, action: "start", writer });
  const ids = async (over: object) => {
    const page = await bench.tasks.list({ next: true, limit: 10, agent: "tester", ...over });
    return "status" in page ? page : page.items.map(({ id }) => id);
  };
  expect(await ids({})).toEqual([high.id, taskId, low.id]);
  expect(await ids({ limit: 1 })).toEqual([high.id]);
  expect(await ids({ status: "in_progress" })).toEqual([medium.id]);
  expect(await ids({ priority: "low" })).toEqual([low.id]);
  expect(await ids({ next: false })).toEqual([medium.id, high.id, low.id, taskId]);
});

test("filters act together and before the limit", async () => {
  const bench = await workbench();
  const [atlas, borealis] = [await newProject(bench, "Atlas"), await newProject(bench, "Borealis")];
  const wanted = await newTask(bench, { projectId: atlas.id, title: "Fix the ÉLAN", priority: "high" });
  for (const project of [atlas, borealis]) {
    for (const priority of ["high", "low"] as const) {
      for (let index = 0; index < 3; index++)
        await newTask(bench, { projectId: project.id, priority, title: `No ${index}` });
    }
  }
  const filter = { projectId: atlas.id, priority: "high", status: "todo", query: "élan", agent: undefined } as const;
  for (const next of [true, false]) {
    const page = await bench.tasks.list({ ...filter, next, limit: 1 });
    expect(page).toMatchObject({ items: [wanted], nextCursor: undefined });
  }
  expect(await bench.tasks.list({ next: false, limit: 9, agent: undefined, projectId: "none" })).toMatchObject({
    items: [],
    nextCursor: undefined,
  });
});

test("the work of an agent is its own task and the others in progress, last touched first", async () => {
  const { bench, projectId, taskId } = await withTask();
  const [second, third, fourth] = [
    await newTask(bench, { projectId }),
    await newTask(bench, { projectId }),
    await newTask(bench, { projectId }),
  ];
  for (const id of [second.id, third.id, fourth.id, taskId]) {
    bench.clock.advance(1);
    await bench.tasks.manage({ taskId: id, action: "start", writer: id === taskId ? writer : other });
  }
  const work = await bench.tasks.workOf("tester", 2);
  expect(work.active?.id).toBe(taskId);
  expect(work.inProgress.map(({ id }) => id)).toEqual([fourth.id, third.id]);
});

test("memories that are stored while an agent works on a task belong to it", async () => {
  const { bench, taskId } = await withTask();
  const stored = async (content: string, by = writer) => {
    const outcome = await bench.memories.store(storeRequest({ content, force: true, writer: by }));
    if (outcome.status !== "created") throw new Error(`expected a new memory, got ${outcome.status}`);
    return outcome.memory;
  };
  const before = await stored("before");
  await bench.tasks.manage({ taskId, action: "start", writer });
  const during = await stored("during");
  const elsewhere = await stored("elsewhere", other);
  await bench.tasks.manage({ taskId, action: "stop", writer });
  const after = await stored("after");
  expect([before, during, elsewhere, after].map((memory) => memory.taskId)).toEqual([null, taskId, null, null]);
  expect(during).toMatchObject({ writtenBy: "tester", session: "s" });
  expect((await bench.memories.ofTask(taskId, 20)).map(({ title }) => title)).toEqual(["during"]);
});
