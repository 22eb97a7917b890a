import type { MemoryRow } from "../../store/memory-rows.ts";
import type { ReadableRows } from "../../store/store.ts";
import { higherTier } from "../memories/lifetime.ts";
import { type FileLink, type linkEdits, markOf, sameLink, wikilinkText } from "./file-links.ts";
import type { LinkedFiles } from "./linked-files.ts";
import {
  type MemoryFile,
  type MemoryParts,
  partNames,
  readMemoryFile,
  type SaidOfMemory,
  samePart,
} from "./memory-file.ts";

// What a file says beside what the store has, and the version that was exported.

export interface FolderFile {
  /** Its path in the folder, with `/`. */
  readonly name: string;
  /** Absent: it can't be read, and `problem` says why. */
  readonly text?: string;
  readonly problem?: string;
}

export interface MemoryFileOutcome {
  readonly name: string;
  /** `behind`: only the store has changed. `ended`: a file whose memory is archived or deleted. */
  readonly outcome: "created" | "updated" | "unchanged" | "behind" | "conflict" | "ended" | "refused";
  readonly detail?: string;
  /** The file as it is to be written; absent: it stays as it is. */
  readonly text?: string;
}

/** Each part by itself: the side that changed it counts. @param base the memory as it was exported; undefined: not kept any more */
export function merged(file: MemoryFile, ours: MemoryRow, base: MemoryRow | undefined, force: boolean) {
  const changes: { -readonly [Part in keyof MemoryParts]?: MemoryParts[Part] } = {};
  const conflicts: string[] = [];
  const take = <Part extends keyof MemoryParts>(part: Part) => {
    const said = file.parts[part];
    if (said !== undefined) changes[part] = said;
  };
  for (const part of editedParts(file, ours)) {
    const said = file.parts[part];
    const isOursOld = base !== undefined && samePart(part, base[part], ours[part]);
    const isFileOld = base !== undefined && samePart(part, said, base[part]);
    if (isFileOld && !isOursOld) continue;
    if (isOursOld || force) take(part);
    else
      conflicts.push(
        part === "content" ? part : `${part} (${JSON.stringify(ours[part])} here, ${JSON.stringify(said)} in the file)`,
      );
  }
  return { changes, conflicts };
}

/** In which parts the file says something else. A lower tier does not count: a tier is never lowered. */
export function editedParts({ parts: said }: MemoryFile, memory: MemoryRow): readonly (keyof MemoryParts)[] {
  return partNames.filter((part) => {
    if (said[part] === undefined || samePart(part, said[part], memory[part])) return false;
    return part !== "tier" || said.tier === undefined || higherTier(memory.tier, said.tier) !== memory.tier;
  });
}

export async function versionOf(
  rows: ReadableRows,
  memory: MemoryRow,
  version: number,
): Promise<MemoryRow | undefined> {
  if (memory.version === version) return memory;
  const versions = await rows.memories.byIds(await rows.archive.versionsOf(memory.id));
  return versions.find((one) => one.version === version);
}

export interface Found {
  readonly name: string;
  readonly text: string;
  readonly file: MemoryFile;
}

/** Files of memories by id; those that can't be read, and two of one memory, are outcomes already. Other files are left alone. */
export async function readAll({ memories }: ReadableRows, files: readonly FolderFile[]) {
  const found = new Map<string, Found>();
  const outcomes: MemoryFileOutcome[] = [];
  for (const { name, text, problem = "" } of files) {
    const file = text === undefined ? { problem } : readMemoryFile(text);
    if (file === undefined) continue;
    if ("unversioned" in file && file.unversioned !== undefined) {
      const [memory] = await memories.byIds([file.unversioned]);
      const detail = `${file.problem}; the stored memory has version ${memory?.version}`;
      if (memory !== undefined) outcomes.push({ name, outcome: "refused", detail });
      continue;
    }
    if ("problem" in file || text === undefined) {
      outcomes.push({ name, outcome: "refused", detail: "problem" in file ? file.problem : problem });
      continue;
    }
    const other = found.get(file.id);
    if (other === undefined) found.set(file.id, { name, text, file });
    else outcomes.push({ name, outcome: "refused", detail: `${other.name} is of the same memory` });
  }
  return { found, outcomes };
}

export function sorted(outcomes: readonly MemoryFileOutcome[]): readonly MemoryFileOutcome[] {
  return outcomes.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
export type StoredLink = FileLink & { readonly memory: MemoryRow };
type SaidLink = FileLink & { readonly text: string };

/** A link that the file says already stands there as it did. */
export function saidOf(
  memory: MemoryRow,
  said: readonly SaidLink[],
  stored: readonly StoredLink[],
  { nameOf }: LinkedFiles,
): SaidOfMemory {
  const kept = said.filter((link) => stored.some((other) => sameLink(link, other)));
  const added = stored.filter((link) => !said.some((other) => sameLink(link, other)));
  const links = [
    ...kept.map(({ text }) => text),
    ...added.map(({ memory: target, relation }) => wikilinkText(nameOf(target), relation)).toSorted(),
  ];
  return { memory, links, exported: stored.map(markOf).toSorted() };
}

export const noEdits = { added: [], removed: [] } satisfies ReturnType<typeof linkEdits>;
