import type { MemoryRow } from "../../store/memory-rows.ts";
import type { ReadableRows } from "../../store/store.ts";
import type { TaskRow } from "../../store/task-rows.ts";
import { taskOf } from "../tasks/task.ts";
import type { Pack } from "./pack.ts";
import { type PackedMemory, type PackedTask, type PackFile, scopes, writePackFile } from "./pack-file.ts";

const everything = Number.MAX_SAFE_INTEGER;

export interface ExportedPack {
  readonly file: PackFile;
  /** The file itself. */
  readonly text: string;
  /** Memories that are not in it: private to an agent, archived or encrypted. */
  readonly leftOut: number;
  /** Tasks that are not in it: encrypted. */
  readonly tasksLeftOut: number;
}

export async function exportPack(
  { packs, memories, tasks }: ReadableRows,
  { id, name, type, status, description, tags }: Pack,
): Promise<ExportedPack> {
  const { memoryIds, taskIds } = await packs.contents(id, everything);
  const held = await memories.byIds(memoryIds.toReversed());
  const packed = held.flatMap((memory) => memoryOf(memory) ?? []);
  const contexts = (await packs.contextsOf(id, everything)).map((context) => ({
    name: context.name,
    text: context.text,
  }));
  const tasksHeld = await tasks.byIds(taskIds.toReversed());
  const plain = tasksHeld.filter(({ encrypted }) => !encrypted);
  const file = {
    ...{ name, type, status, description, tags, contexts },
    memories: packed,
    tasks: await packedTasks(tasks, plain),
  };
  return {
    file,
    text: writePackFile(file),
    leftOut: held.length - packed.length,
    tasksLeftOut: tasksHeld.length - plain.length,
  };
}

function memoryOf({ scope, archivedAt, encrypted, ...memory }: MemoryRow): PackedMemory | undefined {
  const shared = scopes.find((one) => one === scope);
  if (shared === undefined || archivedAt !== null || encrypted) return undefined;
  const { namespace, title, content, tier, kind, source, priority, confidence, tags, sourceUri, metadata } = memory;
  return {
    ...{
      namespace,
      title,
      content,
      tier,
      kind,
      scope: shared,
      source,
      priority,
      confidence,
      tags,
      sourceUri,
      metadata,
    },
  };
}

/** Links to tasks that are not in the pack stay behind. */
async function packedTasks(tasks: ReadableRows["tasks"], rows: readonly TaskRow[]): Promise<readonly PackedTask[]> {
  const entryOf = new Map(rows.map(({ id }, index) => [id, index + 1]));
  const packed: PackedTask[] = [];
  for (const row of rows) {
    const { project, title, description, status, progress, priority, tags, due, assignee } = taskOf(row, undefined);
    const needs = (await tasks.needsOf(row.id)).flatMap((id) => entryOf.get(id) ?? []);
    packed.push({
      ...{ project, title, description, status, progress, priority, tags, due, assignee },
      partOf: entryOf.get(row.parentId ?? "") ?? null,
      needs: needs.toSorted((a, b) => a - b),
    });
  }
  return packed;
}
