import { expect, test } from "vitest";
import { startOfTests } from "./clock.ts";
import { logged, newProject, newTask, storeRequest, type Workbench, workbench, writer } from "./workbench.ts";

// Changing, archiving, restoring and deleting projects and tasks.

async function memoryIn({ memories }: Workbench, namespace: string, content: string): Promise<string> {
  const stored = await memories.store(storeRequest({ namespace, content, force: true }));
  if (stored.status !== "created") throw new Error(`expected a new memory, got ${stored.status}`);
  return stored.memory.id;
}

async function titles({ tasks }: Workbench, over: object = {}): Promise<readonly string[]> {
  const page = await tasks.list({ next: false, limit: 100, agent: "tester", ...over });
  if ("status" in page) throw new Error("expected a page");
  return page.items.map(({ title }) => title);
}

async function names({ projects }: Workbench, over: object = {}): Promise<readonly string[]> {
  const page = await projects.list({ limit: 100, ...over });
  if ("status" in page) throw new Error("expected a page");
  return page.items.map(({ name }) => name);
}

test("a renamed project keeps its slug, and both names find it", async () => {
  const bench = await workbench();
  const { id: projectId } = await newProject(bench, "Atlas");
  const renamed = await bench.projects.manage({ projectId, action: "update", name: "Sea Maps", writer });
  expect(renamed).toMatchObject({ status: "done", project: { id: projectId, name: "Sea Maps", slug: "atlas" } });
  for (const text of ["Atlas", "sea maps", "SEA-MAPS", projectId]) {
    expect(await bench.projects.find(text)).toMatchObject({ status: "found", thing: { id: projectId } });
  }
  expect(await bench.projects.find("See Maps")).toEqual({ status: "not_found", candidates: ["Sea Maps"] });
  expect(await names(bench, { query: "sea" })).toEqual(["Sea Maps"]);
  expect(await names(bench, { query: "atlas" })).toEqual([]);
  for (const name of ["atlas", "Sea maps"]) {
    const again = await bench.projects.create({ name, description: "", force: true, writer });
    expect(again).toMatchObject({ status: "exists", project: { id: projectId } });
  }
  expect(await logged(bench)).toEqual(["project_created", "project_updated"]);
});

test("a project can't take the name of another, nor one whose namespace holds memories", async () => {
  const bench = await workbench();
  const { id: projectId } = await newProject(bench, "Atlas");
  const other = await newProject(bench, "Borealis");
  await memoryIn(bench, "project/cassini/notes", "kept apart");
  const rename = (name: string) => bench.projects.manage({ projectId, action: "update", name, writer });
  expect(await rename("BOREALIS")).toEqual({
    status: "name_taken",
    name: "BOREALIS",
    owner: `the project 'Borealis' (${other.id})`,
  });
  expect(await rename("Cassini")).toMatchObject({ owner: "the namespace project/cassini, which holds memories" });
  expect(await rename("!!!")).toEqual({
    status: "name_invalid",
    name: "!!!",
    problem: "it contains no letter or digit",
  });
  expect(await rename("At\u202elas")).toMatchObject({ problem: "it contains the control character U+202E" });
  expect(await rename("ATLAS")).toMatchObject({ status: "done", project: { name: "ATLAS" } });
  expect((await logged(bench)).filter((event) => event === "project_updated")).toHaveLength(1);
});

test("an archived project and its tasks are listed only when asked for, and it comes back as it was", async () => {
  const bench = await workbench();
  const { id: projectId } = await newProject(bench, "Atlas");
  const other = await newProject(bench, "Borealis");
  const task = await newTask(bench, { projectId, title: "Chart" });
  await newTask(bench, { projectId: other.id, title: "Measure" });
  await bench.tasks.manage({ taskId: task.id, action: "start", writer });
  const before = await bench.projects.find("Atlas");
  bench.clock.advance(9);
  expect(await bench.projects.manage({ projectId, action: "archive", writer })).toMatchObject({
    project: { archivedAt: startOfTests + 9, openTasks: 1 },
  });
  expect([await names(bench), await names(bench, { archived: true })]).toEqual([["Borealis"], ["Atlas"]]);
  expect([await titles(bench), await titles(bench, { projectId })]).toEqual([["Measure"], ["Chart"]]);
  expect(await titles(bench, { status: "in_progress" })).toEqual([]);
  expect(await bench.tasks.workOf("tester", 3)).toEqual({ active: undefined, inProgress: [] });
  expect(await bench.projects.count()).toBe(1);
  const create = { projectId, title: "T", description: "", priority: "low", tags: [], writer } as const;
  expect(await bench.tasks.create(create)).toEqual({ status: "project_archived" });
  const lines = await logged(bench);
  expect(await bench.projects.manage({ projectId, action: "update", name: "X", writer })).toMatchObject({
    status: "archived",
  });
  for (const action of ["start", "complete", "archive", "restore"] as const) {
    expect(await bench.tasks.manage({ taskId: task.id, action, writer })).toMatchObject({ status: "project_archived" });
  }
  await bench.projects.manage({ projectId, action: "archive", writer });
  expect(await logged(bench)).toEqual(lines);
  await bench.projects.manage({ projectId, action: "restore", writer });
  expect(await bench.projects.find("Atlas")).toEqual(before);
  expect(await titles(bench)).toEqual(["Measure", "Chart"]);
  expect((await bench.tasks.workOf("tester", 3)).inProgress.map(({ id }) => id)).toEqual([task.id]);
});

test("a deleted project takes its tasks and the memories in its namespace with it, and nothing else", async () => {
  const bench = await workbench();
  const { id: projectId } = await newProject(bench, "Atlas");
  const other = await newProject(bench, "Atlas Two");
  const gone = await newTask(bench, { projectId, title: "Chart" });
  await newTask(bench, { projectId, title: "Draw" });
  const kept = await newTask(bench, { projectId: other.id, title: "Measure" });
  await bench.tasks.manage({ taskId: gone.id, action: "start", writer });
  const elsewhere = await memoryIn(bench, "global", "learned at the chart");
  const inside = await memoryIn(bench, "project/atlas", "inside");
  const below = await memoryIn(bench, "project/atlas/deep/er", "below");
  const beside = await memoryIn(bench, "project/atlas-two", "beside");
  const made = await bench.packs.create({
    name: "K",
    type: "custom",
    status: "draft",
    description: "",
    tags: [],
    writer,
  });
  await bench.packs.addTask(made.pack.id, gone.id, writer);
  await bench.packs.addMemory(made.pack.id, below, writer);
  await bench.packs.addMemory(made.pack.id, beside, writer);
  expect(await bench.projects.countContents(projectId, "tester")).toEqual({
    tasks: 2,
    memories: 2,
    decisions: 0,
    plans: 0,
  });
  expect(await bench.projects.remove(projectId, writer)).toEqual({ tasks: 2, memories: 2, isErased: true });

  expect(await names(bench)).toEqual(["Atlas Two"]);
  expect(await titles(bench)).toEqual(["Measure"]);
  for (const query of ["char", "dr", "measur"]) {
    expect(await titles(bench, { query })).toEqual(query === "measur" ? ["Measure"] : []);
  }
  expect((await bench.memories.byIds([elsewhere, inside, below, beside])).map(({ id }) => id)).toEqual([
    elsewhere,
    beside,
  ]);
  expect(await bench.memories.find(elsewhere)).toMatchObject({ thing: { taskId: null } });
  expect(await bench.packs.contents(made.pack.id, 9)).toEqual({ memoryIds: [beside], taskIds: [] });
  expect((await bench.tasks.find(kept.id, "tester")).status).toBe("found");
  expect(await bench.tasks.workOf("tester", 3)).toEqual({ active: undefined, inProgress: [] });
  expect((await logged(bench)).slice(-5)).toEqual([
    "task_deleted",
    "task_deleted",
    "memory_removed",
    "memory_removed",
    "project_deleted",
  ]);
  expect(await bench.projects.remove(projectId, writer)).toBe(undefined);
  expect((await newProject(bench, "Atlas")).slug).toBe("atlas");
});

test("a task is found by its tags, whatever their letter case, also after they changed", async () => {
  const bench = await workbench();
  const { id: projectId } = await newProject(bench, "Atlas");
  const { id: taskId } = await newTask(bench, { projectId, title: "One", tags: ["Kelp Forest", "reef"] });
  await newTask(bench, { projectId, title: "Two", tags: ["REEF"] });
  expect(await titles(bench, { tag: "Reef" })).toEqual(["Two", "One"]);
  expect(await titles(bench, { tag: "ree" })).toEqual([]);
  expect(await titles(bench, { query: "FOREST" })).toEqual(["One"]);
  expect(await titles(bench, { query: "p f" })).toEqual(["One"]);
  // The end of one tag and the beginning of the next.
  expect(await titles(bench, { query: "trees" })).toEqual([]);
  expect(await titles(bench, { query: "tre" })).toEqual([]);
  const change = { tags: ["Sand", "Sand"], title: "Uno" };
  expect(await bench.tasks.manage({ taskId, action: "update", change, writer })).toMatchObject({
    task: { title: "Uno", tags: ["Sand"], priority: "medium" },
  });
  expect([await titles(bench, { tag: "reef" }), await titles(bench, { query: "kelp" })]).toEqual([["Two"], []]);
  expect([await titles(bench, { tag: "SAND" }), await titles(bench, { query: "uno" })]).toEqual([["Uno"], ["Uno"]]);
});

test("a reopened task has its former progress, and is in progress where there was some", async () => {
  const bench = await workbench();
  const { id: projectId } = await newProject(bench, "Atlas");
  const { id: taskId } = await newTask(bench, { projectId });
  const manage = (action: "complete" | "reopen" | "start") => bench.tasks.manage({ taskId, action, writer });
  await manage("complete");
  expect(await manage("reopen")).toMatchObject({ task: { status: "todo", progress: 0, completedAt: null } });
  await bench.tasks.manage({ taskId, action: "progress", progress: 40, writer });
  expect(await manage("complete")).toMatchObject({ task: { progress: 100 } });
  expect(await manage("reopen")).toMatchObject({ task: { status: "in_progress", progress: 40, active: false } });
  expect(await manage("reopen")).toMatchObject({ status: "done" });
  expect((await logged(bench)).filter((event) => event === "task_reopened")).toHaveLength(2);
});

test("a task with subtasks is reopened with their mean progress, itself or through one of them", async () => {
  const bench = await workbench();
  const { id: projectId } = await newProject(bench, "Atlas");
  const { id: taskId } = await newTask(bench, { projectId });
  const { id: first } = await newTask(bench, { projectId, parentId: taskId });
  const { id: second } = await newTask(bench, { projectId, parentId: taskId });
  const manage = (action: "complete" | "reopen", id: string) => bench.tasks.manage({ taskId: id, action, writer });
  const whole = async () => (await bench.tasks.byIds([taskId], undefined))[0];
  await manage("complete", taskId);
  expect(await manage("reopen", taskId)).toMatchObject({ task: { status: "in_progress", progress: 100 } });
  await manage("complete", taskId);
  await manage("reopen", first);
  expect(await whole()).toMatchObject({ status: "in_progress", progress: 50 });
  await bench.tasks.manage({ taskId: second, action: "update", change: { status: "todo" }, writer });
  await manage("complete", taskId);
  await bench.tasks.manage({ taskId: first, action: "archive", writer });
  await manage("reopen", second);
  expect(await whole()).toMatchObject({ status: "todo", progress: 0 });
});
