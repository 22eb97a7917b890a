import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  memoryKinds,
  type PackedTask,
  type PackFile,
  readPackFile,
  writePackFile,
} from "../../src/services/context/pack-file.ts";
import { lawCases } from "../law-cases.ts";
import { newProject, newTask, storeRequest, type Workbench, workbench, writer } from "./workbench.ts";

// A pack goes into one file and comes back: into another workbench, and beside itself.

/** Names that a file has to carry unchanged. */
const line = fc.constantFrom(
  ...["Ports", "Élan", "a, b", '"quoted"', "$HOME", "汉字", "__proto__", "-x", "e\u0301", "😀 smile"],
);
const tags = fc.uniqueArray(line, { maxLength: 3 });
const memory = fc.record({
  namespace: fc.constantFrom("global", "project/atlas", "project/atlas/ports"),
  title: line,
  content: fc.oneof(line, fc.string({ minLength: 1, maxLength: 30, unit: "grapheme" })),
  tier: fc.constantFrom("short" as const, "mid" as const, "long" as const),
  kind: fc.constantFrom("observation", "decision"),
  scope: fc.constantFrom("team" as const, "collective" as const),
  source: fc.constantFrom("nhi", "user"),
  priority: fc.integer({ min: 1, max: 10 }),
  confidence: fc.constantFrom(0, 0.25, 1),
  tags,
  sourceUri: fc.constantFrom(null, "https://example.com/a"),
  metadata: fc.constantFrom({}, { a: [1, { b: null }] }),
});
const task = fc
  .record({
    project: fc.constantFrom("Atlas", "Borealis"),
    title: line,
    description: fc.string({ maxLength: 20, unit: "grapheme" }),
    status: fc.constantFrom("todo" as const, "in_progress" as const, "completed" as const),
    progress: fc.integer({ min: 1, max: 100 }),
    priority: fc.constantFrom("high" as const, "medium" as const, "low" as const),
    tags,
    due: fc.constantFrom(null, "2026-12-31"),
    assignee: fc.constantFrom(null, "ann"),
  })
  .map((one) => ({ ...one, progress: { todo: 0, in_progress: one.progress, completed: 100 }[one.status] }));
/** Tasks with links to earlier ones, so that there is no circle; only those that are to do are parts of others. */
const tasks: fc.Arbitrary<readonly PackedTask[]> = fc
  .tuple(
    fc.uniqueArray(task, { selector: ({ project, title }) => `${project} ${title}`, maxLength: 6 }),
    fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.boolean()), { maxLength: 8 }),
  )
  .map(([all, links]) => {
    const linked = all.map((one) => ({ ...one, partOf: null as number | null, needs: [] as number[] }));
    for (const [one, other, isPart] of links) {
      const [to, from] = [linked[Math.min(one, other)], linked[Math.max(one, other)]];
      if (to === undefined || from === undefined || to === from) continue;
      const number = Math.min(one, other) + 1;
      const isOpen = to.status === "todo" && from.status === "todo" && to.project === from.project;
      // What waits for a task is not part of it.
      if (isPart && isOpen && from.needs.length === 0 && to.needs.length === 0) from.partOf ??= number;
      else if (!isPart && linked.every(({ partOf }) => partOf === null)) from.needs.push(number);
    }
    return linked.map((one) => ({ ...one, needs: [...new Set(one.needs)].toSorted((a, b) => a - b) }));
  });
const pack: fc.Arbitrary<PackFile> = fc.record({
  name: line,
  type: fc.constantFrom("project" as const, "integration" as const, "decision" as const, "custom" as const),
  status: fc.constantFrom("draft" as const, "published" as const),
  description: fc.string({ maxLength: 20 }),
  tags,
  contexts: fc.uniqueArray(fc.record({ name: line, text: fc.string({ maxLength: 30, unit: "grapheme" }) }), {
    selector: ({ name }) => name,
    maxLength: 3,
  }),
  memories: fc.uniqueArray(
    memory.filter(({ content }) => content.trim() !== ""),
    { selector: ({ namespace, title }) => `${namespace} ${title}`, maxLength: 4 },
  ),
  tasks,
});

async function exported({ packs }: Workbench, name: string): Promise<string> {
  const found = await packs.find(name);
  if (found.status !== "found") throw new Error(`expected the pack '${name}', got ${found.status}`);
  return (await packs.export(found.thing)).text;
}

test("what a file holds comes back the same, in an empty workbench and beside itself", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(pack, async (file) => {
      const text = writePackFile(file);
      expect(readPackFile(text)).toEqual(file);
      const bench = await workbench();
      const before = await bench.store.read(({ activity }) => activity.mark());
      const dry = await bench.packs.import({ text, writer, dryRun: true });
      expect(await bench.store.read(({ activity }) => activity.mark())).toBe(before);
      expect(await bench.packs.import({ text, writer, dryRun: false })).toEqual(dry);
      expect(await exported(bench, file.name)).toBe(text);

      const again = await bench.packs.import({ text, name: "Beside it", writer, dryRun: false });
      expect(again).toMatchObject({
        ...{ projects: [], memories: { created: 0, known: file.memories.length } },
        tasks: { created: 0, known: file.tasks.length },
      });
      expect(await exported(bench, "Beside it")).toBe(writePackFile({ ...file, name: "Beside it" }));
    }),
    { numRuns: lawCases(25) },
  );
});

test("private and archived memories stay behind, and another memory of the same title gets a number", async () => {
  const bench = await workbench();
  const project = await newProject(bench, "Atlas");
  const part = await newTask(bench, { projectId: project.id, title: "Read" });
  const made = await bench.packs.create({
    ...{ name: "Bridge", type: "project", status: "draft", description: "", tags: [], writer },
  });
  for (const [title, scope] of [
    ["Ports", "collective"],
    ["Mine", "private"],
  ] as const) {
    const stored = await bench.memories.store(storeRequest({ title, scope, content: `The ${title} are 7179.` }));
    if (stored.status !== "created") throw new Error(`expected a new memory, got ${stored.status}`);
    await bench.packs.addMemory(made.pack.id, stored.memory.id, writer);
  }
  await bench.packs.addTask(made.pack.id, part.id, writer);
  const { file, leftOut, text } = await bench.packs.export(made.pack);
  expect(leftOut).toBe(1);
  expect(file.memories.map(({ title }) => title)).toEqual(["Ports"]);
  expect(text).not.toContain("Mine");

  const other = await workbench();
  await other.memories.store(storeRequest({ title: "Ports", content: "Something else" }));
  expect(await other.packs.import({ text, writer, dryRun: false })).toMatchObject({
    ...{ memories: { created: 1, known: 0 }, tasks: { created: 1, known: 0 }, projects: ["Atlas"] },
  });
  const { memories } = JSON.parse(await exported(other, "Bridge")) as PackFile;
  expect(memories.map(({ title }) => title)).toEqual(["Ports (2)"]);
});

test("subtasks and what waits for what come along, whatever their order and status", async () => {
  const bench = await workbench();
  const project = await newProject(bench, "Atlas");
  const whole = await newTask(bench, { projectId: project.id, title: "Write the importer" });
  const read = await newTask(bench, { parentId: whole.id, title: "Read" });
  const written = await newTask(bench, { parentId: whole.id, title: "Write" });
  const outside = await newTask(bench, { projectId: project.id, title: "Not in the pack" });
  for (const needsId of [read.id, outside.id]) {
    await bench.tasks.changeDependency({ action: "add", taskId: written.id, needsId, writer });
  }
  await bench.tasks.manage({ action: "update", taskId: read.id, change: { status: "completed" }, writer });
  const made = await bench.packs.create({
    ...{ name: "Bridge", type: "project", status: "draft", description: "", tags: [], writer },
  });
  // The parts come before the whole.
  for (const { id } of [written, read, whole]) await bench.packs.addTask(made.pack.id, id, writer);
  const { text, file } = await bench.packs.export(made.pack);
  expect(file.tasks.map(({ title, partOf, needs }) => ({ title, partOf, needs }))).toEqual([
    { title: "Write", partOf: 3, needs: [2] },
    { title: "Read", partOf: 3, needs: [] },
    { title: "Write the importer", partOf: null, needs: [] },
  ]);

  const other = await workbench();
  expect(await other.packs.import({ text, writer, dryRun: false })).toMatchObject({ tasks: { created: 3, known: 0 } });
  expect(await exported(other, "Bridge")).toBe(text);
  expect(file.tasks[2]).toMatchObject({ progress: 50 });
});

const whole: PackFile = {
  ...{ name: "Bridge", type: "project", status: "draft", description: "", tags: [], contexts: [], memories: [] },
  tasks: [],
};
/** Two tasks, a and b. */
function withTasks(...over: readonly Partial<PackedTask>[]): string {
  const facts = { description: "", priority: "low", tags: [], due: null, assignee: null, project: "Atlas" } as const;
  const state = { status: "todo", progress: 0, partOf: null, needs: [] } as const;
  return writePackFile({
    ...whole,
    tasks: ["a", "b"].map((title, index) => ({ ...facts, ...state, title, ...over[index] })),
  });
}

const bad: readonly (readonly [problem: string, text: string])[] = [
  ["it is not JSON", "{"],
  ["the file is not an object", "[]"],
  ["it has no 'pegboard_pack': 1", "{}"],
  ["'name' of the file is blank", writePackFile({ ...whole, name: " " })],
  ["'name' of the file has the control character U+202E", writePackFile({ ...whole, name: "a\u202eb" })],
  ["'contexts' of the file is not a list", writePackFile(whole).replace('"contexts": []', '"contexts": {}')],
  ["entry 1 of 'tasks' is not an object", writePackFile(whole).replace('"tasks": []', '"tasks": [1]')],
  ["'tags' of the file is not a list of at most 50 texts", writePackFile(whole).replace('"tags": []', '"tags": 1')],
  [
    "'description' of the file takes more than 65536 bytes",
    writePackFile({ ...whole, description: "ü".repeat(40_000) }),
  ],
  [
    "'scope' of entry 1 of 'memories' is none of team, unit, org, collective",
    writePackFile(whole).replace(
      '"memories": []',
      '"memories": [{"namespace":"a","title":"t","content":"c","tier":"mid","kind":"claim","scope":"private"}]',
    ),
  ],
  ["'partOf' of entry 1 of 'tasks' is the task itself", withTasks({ partOf: 1 })],
  ["'partOf' of entry 1 of 'tasks' is not a whole number from 1 to 2", withTasks({ partOf: 3 })],
  ["'partOf' of entry 1 of 'tasks' is a task of another project", withTasks({ partOf: 2 }, { project: "Borealis" })],
  ["'needs' of entry 1 of 'tasks' has the task itself", withTasks({ needs: [1] })],
  ["'needs' of entry 1 of 'tasks' has what is not a number from 1 to 2", withTasks({ needs: [0] })],
  ["'b' can't wait for 'a': neither could be done first", withTasks({ needs: [2] }, { needs: [1] })],
  ["'b' can't be a part of 'a': neither could be done first", withTasks({ partOf: 2 }, { partOf: 1 })],
  ["'a' can't wait for 'b': neither could be done first", withTasks({ partOf: 2, needs: [2] })],
  [
    "'namespace' of entry 1 of 'memories' can't be one: '.' and '..' are not words",
    writePackFile(whole).replace('"memories": []', '"memories": [{"namespace":"../x","title":"t","content":"c"}]'),
  ],
];

test.each(bad)("a file that does not fit is refused, and nothing is written: %s", async (problem, text) => {
  const bench = await workbench();
  const outcome = await bench.packs.import({ text, writer, dryRun: false });
  const said = "problem" in outcome ? outcome.problem : "";
  expect(said).toBe(problem);
  expect(await bench.store.read(({ activity }) => activity.mark())).toBe(0);
});

test("a name that is taken, and a project that is archived, are refused as a whole", async () => {
  const bench = await workbench();
  const task = { title: "Read", description: "", priority: "low", tags: [], due: null, assignee: null } as const;
  const text = writePackFile({
    ...whole,
    tasks: [{ ...task, project: "Atlas", status: "todo", progress: 0, partOf: null, needs: [] }],
  });
  const project = await newProject(bench, "Atlas");
  await bench.projects.manage({ projectId: project.id, action: "archive", writer });
  const before = await bench.store.read(({ activity }) => activity.mark());
  const import_ = () => bench.packs.import({ text, writer, dryRun: false });
  expect(await import_()).toEqual({ problem: "the project 'Atlas' is archived" });
  expect(await bench.packs.find("Bridge")).toMatchObject({ status: "not_found" });
  expect(await bench.store.read(({ activity }) => activity.mark())).toBe(before);
  await bench.projects.manage({ projectId: project.id, action: "restore", writer });
  expect(await import_()).toMatchObject({ tasks: { created: 1 } });
  expect(await import_()).toEqual({ problem: "a pack called 'Bridge' is here already" });
});

test("the kinds are those of the tools", () => {
  const params = readFileSync(join(import.meta.dirname, "../../schema/params.yaml"), "utf8");
  expect(params).toContain(`values: [${memoryKinds.join(", ")}]`);
});
