import type { Writer } from "../../store/activity-rows.ts";
import type { PackWriter } from "../../store/pack-rows.ts";
import type { Store, WritableRows } from "../../store/store.ts";
import { writeMemory } from "../memories/store-memory.ts";
import { createProject } from "../projects/projects.ts";
import type { Circumstances } from "../service-options.ts";
import { createTask } from "../tasks/create-task.ts";
import { changeDependency } from "../tasks/dependencies.ts";
import { manageTask } from "../tasks/manage-task.ts";
import { placeTask as makePart } from "../tasks/subtasks.ts";
import { writeOrTry } from "../write-or-try.ts";
import { type PackedMemory, type PackedTask, type PackFile, readPackFile } from "./pack-file.ts";

export interface ImportPack {
  /** What the file holds. */
  readonly text: string;
  /** What the pack is called here; default as in the file. */
  readonly name?: string | undefined;
  readonly writer: Writer;
  /** Does everything and takes it back, so that what it says is what would happen. */
  readonly dryRun: boolean;
}

export interface PackImported {
  readonly name: string;
  readonly contexts: number;
  readonly memories: Counts;
  readonly tasks: Counts;
  /** Names of the projects that were made for its tasks. */
  readonly projects: readonly string[];
}

/** `known`: the very same is here already and went into the pack as it is. */
interface Counts {
  readonly created: number;
  readonly known: number;
}

/** All of it in one transaction, or, with a problem, nothing. */
export async function importPack(
  store: Store,
  { text, name, writer, dryRun }: ImportPack,
  circumstances: Circumstances,
): Promise<PackImported | { readonly problem: string }> {
  const read = readPackFile(text);
  if ("problem" in read) return read;
  try {
    return await writeOrTry(store, dryRun, (rows) =>
      write(rows, { ...read, name: name ?? read.name }, { writer, circumstances }),
    );
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message };
    throw error;
  }
}

class Refused extends Error {}

interface By {
  readonly writer: Writer;
  readonly circumstances: Circumstances;
}

async function write(rows: WritableRows, pack: PackFile, by: By): Promise<PackImported> {
  const { packs, activity } = rows;
  const { writer, circumstances } = by;
  const { now: at } = circumstances;
  const { contexts, memories, tasks, tags, ...facts } = pack;
  const taken = await packs.byName(pack.name);
  if (taken !== undefined) throw new Refused(`a pack called '${taken.name}' is here already`);
  const id = circumstances.newId();
  const own = { id, createdBy: writer.agent, session: writer.session, createdAt: at, updatedAt: at };
  await packs.insert({ ...facts, ...own, tags: [...new Set(tags)] });
  await activity.append({ ...writer, at, event: "pack_created", subject: id });
  const packWriter: PackWriter = { ...writer, at };
  for (const context of contexts) await packs.putContext(id, context, packWriter);
  const memoryIds = new Set<string>();
  for (const memory of memories) {
    const placed = await placeMemory(rows, memory, by);
    if (placed.isNew) memoryIds.add(placed.id);
    await packs.addMemory(id, placed.id, packWriter);
  }
  const projects: string[] = [];
  const placed: PlacedTask[] = [];
  for (const task of tasks) {
    const one = await placeTask(rows, task, { ...by, projects });
    placed.push({ ...one, task });
    await packs.addTask(id, one.id, packWriter);
  }
  await linkTasks(rows, placed, by);
  for (const one of placed.toReversed()) if (one.isNew) await advanceTask(rows, one, by);
  const created = placed.filter(({ isNew }) => isNew).length;
  return {
    ...{ name: pack.name, contexts: contexts.length, projects },
    memories: { created: memoryIds.size, known: memories.length - memoryIds.size },
    tasks: { created, known: tasks.length - created },
  };
}

async function placeMemory(rows: WritableRows, memory: PackedMemory, { writer, circumstances }: By) {
  const { namespace, title, content, sourceUri } = memory;
  const known = await rows.memories.byTitle(namespace, title, memory.scope);
  if (known?.content === content) return { id: known.id, isNew: false };
  const request = {
    ...{ ...memory, sourceUri: sourceUri ?? undefined, force: true, writer, leftOut: new Set<string>() },
    onConflict: "version" as const,
  };
  // Other contents under the same title are another memory: the new one gets a number.
  const stored = await writeMemory(rows, { request, title, onConflict: "version" }, undefined, circumstances);
  if (stored.status !== "created" && stored.status !== "versioned") {
    throw new Refused(`the memory '${title}' can't be stored: ${stored.status}`);
  }
  return { id: stored.memory.id, isNew: true };
}

async function placeTask(
  rows: WritableRows,
  { project: name, status: _status, progress: _progress, partOf: _partOf, needs: _needs, ...facts }: PackedTask,
  { writer, circumstances, projects }: By & { readonly projects: string[] },
): Promise<Omit<PlacedTask, "task">> {
  const { now: at } = circumstances;
  const project = await createProject(rows, { name, description: "", force: true, writer }, at);
  if (project.status === "name_invalid") throw new Refused(`'${name}' can't name a project: ${project.problem}`);
  if (project.status === "similar_exists") throw new Error("invariant: a forced project is made");
  const { id: projectId, archivedAt } = project.project;
  if (archivedAt !== null) throw new Refused(`the project '${project.project.name}' is archived`);
  if (project.status === "created") projects.push(name);
  const [known] = (await rows.tasks.list({ projectId, query: facts.title, limit: 100 })).filter(
    ({ title, description }) => title === facts.title && description === facts.description,
  );
  if (known !== undefined) return { id: known.id, isNew: false };
  const taskId = circumstances.newId();
  const made = await createTask(rows, { ...facts, projectId, writer }, { id: taskId, at });
  if (made.status !== "created") throw new Error(`invariant: the project of the task is there (${made.status})`);
  return { id: taskId, isNew: true };
}

interface PlacedTask {
  readonly id: string;
  readonly isNew: boolean;
  readonly task: PackedTask;
}

/** Links between tasks that were both here stay as they are. */
async function linkTasks(rows: WritableRows, placed: readonly PlacedTask[], { writer, circumstances }: By) {
  const { now: at } = circumstances;
  for (const { id, isNew, task } of placed) {
    const whole = task.partOf === null ? undefined : placed[task.partOf - 1];
    if (whole !== undefined && isNew) {
      const { status } = await makePart(rows, { taskId: id, parentId: whole.id, writer }, at);
      if (status !== "placed") throw notLinked(task, `can't be a part of '${whole.task.title}'`, status);
    }
    for (const number of task.needs) {
      const needed = placed[number - 1];
      if (needed === undefined || !(isNew || needed.isNew)) continue;
      const { status } = await changeDependency(rows, { action: "add", taskId: id, needsId: needed.id, writer }, at);
      if (status !== "done") throw notLinked(task, `can't wait for '${needed.task.title}'`, status);
    }
  }
}

function notLinked({ title }: PackedTask, problem: string, status: string): Refused {
  return new Refused(`'${title}' ${problem}: ${status === "cycle" ? "neither could be done first" : status}`);
}

/** How far it is. The progress of a task with subtasks is theirs. */
async function advanceTask(rows: WritableRows, { id: taskId, task }: PlacedTask, { writer, circumstances }: By) {
  const { status, progress } = task;
  const { now: at } = circumstances;
  if (status === "in_progress" && progress > 0) {
    await manageTask(rows, { action: "progress", taskId, progress, writer }, at);
  } else if (status !== "todo") {
    await manageTask(rows, { action: "update", taskId, change: { status }, writer }, at);
  }
}
