import type { MemoryRow } from "../../store/memory-rows.ts";
import type { ReadableRows } from "../../store/store.ts";
import {
  type FolderFile,
  type Found,
  type MemoryFileOutcome,
  merged,
  noEdits,
  readAll,
  type StoredLink,
  saidOf,
  sorted,
  versionOf,
} from "./both-sides.ts";
import { linkEdits } from "./file-links.ts";
import { type LinkedFiles, linkedFiles, linksSaid, shownLinks } from "./linked-files.ts";
import { memoryFileName, writeMemoryFile } from "./memory-file.ts";

/** How many are read at once. */
const chunk = 500;

export interface ExportRequest {
  readonly files: readonly FolderFile[];
  /** Replaces edited files too. */
  readonly force: boolean;
  readonly now: number;
  /** Ids of live memories; undefined: all. */
  readonly only?: readonly string[];
}

export interface Exported {
  readonly outcomes: readonly MemoryFileOutcome[];
  /** How many live memories have no file, because they are private or encrypted. */
  readonly leftOut: number;
}

export async function exportFiles(rows: ReadableRows, { files, force, now, only }: ExportRequest): Promise<Exported> {
  const { found, outcomes } = await readAll(rows, files);
  const ids = only ?? (await rows.archive.matching({}, now)).map(({ id }) => id).toSorted();
  const memories: MemoryRow[] = [];
  for (const some of chunksOf(ids)) memories.push(...(await rows.memories.byIds(some)));
  const shown = memories.filter(({ scope, encrypted }) => scope !== "private" && !encrypted);
  // A link names the file that it leads to, so all files have their names before the first one is written.
  const taken = new Set(files.map(({ name }) => name.toLowerCase()));
  const made = new Map<string, string>();
  for (const memory of shown) if (!found.has(memory.id)) made.set(memory.id, newName(memory, new Set(made.values())));
  const named = linkedFiles(
    shown.map(({ id, title }) => ({ id, title, name: found.get(id)?.name ?? made.get(id) ?? "" })),
  );
  for (const some of chunksOf(shown)) {
    const stored = await shownLinks(
      rows,
      some.map(({ id }) => id),
      now,
    );
    for (const memory of some) {
      const links = stored.get(memory.id) ?? [];
      const existing = found.get(memory.id);
      const name = made.get(memory.id);
      found.delete(memory.id);
      if (existing !== undefined) {
        outcomes.push(await exportOver(rows, memory, { existing, links, named, force, now }));
      } else if (name !== undefined && taken.has(name)) {
        outcomes.push({ name, outcome: "conflict", detail: "another file has its name" });
      } else if (name !== undefined) {
        const text = writeMemoryFile(undefined, saidOf(memory, [], links, named));
        outcomes.push({ name, outcome: "created", text });
      }
    }
  }
  for (const { name } of found.values()) {
    outcomes.push({
      name,
      outcome: "ended",
      detail: "its memory is archived, private, encrypted or deleted; the file stays",
    });
  }
  return { outcomes: sorted(outcomes), leftOut: memories.length - shown.length };
}

function chunksOf<Value>(values: readonly Value[]): readonly (readonly Value[])[] {
  return Array.from({ length: Math.ceil(values.length / chunk) }, (_, index) =>
    values.slice(index * chunk, (index + 1) * chunk),
  );
}

function newName(memory: MemoryRow, made: ReadonlySet<string>): string {
  const short = memoryFileName(memory);
  return made.has(short) ? memoryFileName(memory, memory.id.length) : short;
}

async function exportOver(
  rows: ReadableRows,
  memory: MemoryRow,
  {
    existing: { name, text, file },
    links,
    named,
    force,
    now,
  }: {
    readonly existing: Found;
    readonly links: readonly StoredLink[];
    readonly named: LinkedFiles;
    readonly force: boolean;
    readonly now: number;
  },
): Promise<MemoryFileOutcome> {
  const said = await linksSaid(rows, file.links ?? [], named, now);
  const isOther = "problem" in said;
  const written = writeMemoryFile(text, saidOf(memory, isOther ? [] : said, links, named));
  if (written === text) return { name, outcome: "unchanged" };
  const base = await versionOf(rows, memory, file.version);
  const { changes, conflicts } = merged(file, memory, base, false);
  const { added, removed } = isOther || file.links === undefined ? noEdits : linkEdits(said, links, file.exported);
  const isEdited =
    isOther || [Object.keys(changes), conflicts, added, removed].some((edits: readonly unknown[]) => edits.length > 0);
  if (force || !isEdited) return { name, outcome: "updated", text: written };
  const detail = "was edited; import it first, or export with --force";
  return { name, outcome: "conflict", detail };
}
