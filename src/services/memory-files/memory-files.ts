import { randomUUID } from "node:crypto";
import type { Writer } from "../../store/activity-rows.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import { higherTier, isLive } from "../memories/lifetime.ts";
import { updateIn } from "../memories/update-memory.ts";
import type { ServiceOptions } from "../service-options.ts";
import type { ForeignSource, ImportForeign } from "./import/import-memories.ts";
import {
  type MemoryFile,
  type MemoryParts,
  memoryFileName,
  partNames,
  readMemoryFile,
  samePart,
  writeMemoryFile,
} from "./memory-file.ts";

// Memories as files that people edit. Nothing here touches the disk: texts come in, texts to write go out. The file names the version
// that was exported, and the archive keeps that version: so what changed on which side is known without any other record.

export type MemoryFiles = ReturnType<typeof memoryFiles>;

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

export interface ImportMemories {
  readonly files: readonly FolderFile[];
  /** Where a file and the store have both changed, the file counts. */
  readonly force: boolean;
  /** undefined: a dry run, which writes nothing. */
  readonly writer: Writer | undefined;
}

export function memoryFiles({ store, clock }: ServiceOptions) {
  return {
    /**
     * What an export writes, by name: every live memory that is not private. A file that was edited is in conflict until it is imported.
     * @param force replaces edited files too
     */
    exported: (files: readonly FolderFile[], force: boolean) =>
      store.read((rows) => exportFiles(rows, { files, force, now: clock() })),
    /** Takes over what people edited, in one transaction, by the rules of `memory_update`. */
    import: async ({ writer, ...request }: ImportMemories): Promise<readonly MemoryFileOutcome[]> => {
      const now = clock();
      if (writer === undefined) return await store.read((rows) => importFiles(rows, { ...request, now }, undefined));
      return await store.write((rows) =>
        importFiles(rows, { ...request, now }, (memory, changes) => change(rows, memory, { changes, writer, now })),
      );
    },
    /** Takes over what another program remembers. */
    importFrom: async (source: ForeignSource, request: ImportForeign) => {
      const { importForeign, readForeign } = await import("./import/import-memories.ts");
      const foreign = await readForeign(source);
      return "problem" in foreign ? foreign : await importForeign(store, foreign, request, clock());
    },
  };
}

type Changes = Partial<MemoryParts>;
type Change = (memory: MemoryRow, changes: Changes) => Promise<MemoryRow | { readonly problem: string }>;

/** How many are read at once. */
const chunk = 500;

async function exportFiles(
  rows: ReadableRows,
  { files, force, now }: { readonly files: readonly FolderFile[]; readonly force: boolean; readonly now: number },
): Promise<readonly MemoryFileOutcome[]> {
  const { found, outcomes } = readAll(files);
  const names = new Set(files.map(({ name }) => name.toLowerCase()));
  const made = new Set<string>();
  const ids = (await rows.archive.matching({}, now)).map(({ id }) => id).toSorted();
  for (let from = 0; from < ids.length; from += chunk) {
    for (const memory of await rows.memories.byIds(ids.slice(from, from + chunk))) {
      if (memory.scope === "private") continue;
      const existing = found.get(memory.id);
      found.delete(memory.id);
      if (existing === undefined) outcomes.push(newFile(memory, names, made));
      else outcomes.push(await exportOver(rows, memory, existing, force));
    }
  }
  for (const { name } of found.values()) {
    outcomes.push({ name, outcome: "ended", detail: "its memory is archived, private or deleted; the file stays" });
  }
  return sorted(outcomes);
}

function newFile(memory: MemoryRow, names: ReadonlySet<string>, made: Set<string>): MemoryFileOutcome {
  const short = memoryFileName(memory);
  const name = made.has(short) ? memoryFileName(memory, memory.id.length) : short;
  if (names.has(name)) return { name, outcome: "conflict", detail: "another file has its name" };
  made.add(name);
  return { name, outcome: "created", text: writeMemoryFile(undefined, memory) };
}

async function exportOver(rows: ReadableRows, memory: MemoryRow, { name, text, file }: Found, force: boolean) {
  const written = writeMemoryFile(text, memory);
  if (written === text) return { name, outcome: "unchanged" } as const;
  const base = await versionOf(rows, memory, file.version);
  const { changes, conflicts } = merged(file, memory, base, false);
  const isEdited = Object.keys(changes).length > 0 || conflicts.length > 0;
  if (force || !isEdited) return { name, outcome: "updated", text: written } as const;
  const detail = "was edited; import it first, or export with --force";
  return { name, outcome: "conflict", detail } as const;
}

async function importFiles(
  rows: ReadableRows,
  { files, force, now }: Omit<ImportMemories, "writer"> & { readonly now: number },
  change: Change | undefined,
): Promise<readonly MemoryFileOutcome[]> {
  const { found, outcomes } = readAll(files);
  for (const { name, text, file } of found.values()) {
    const [memory] = await rows.memories.byIds([file.id]);
    if (memory === undefined || !isLive(memory, now)) {
      const detail = memory === undefined ? "its memory is not there" : "its memory is archived";
      outcomes.push({ name, outcome: "ended", detail });
      continue;
    }
    const base = await versionOf(rows, memory, file.version);
    const { changes, conflicts } = merged(file, memory, base, force);
    if (conflicts.length > 0) {
      outcomes.push({ name, outcome: "conflict", detail: `both changed: ${conflicts.join(", ")}` });
    } else if (Object.keys(changes).length === 0) {
      const isBehind = editedParts(file, memory).length > 0;
      const current = isBehind || change === undefined ? text : writeMemoryFile(text, memory);
      const outcome = isBehind ? "behind" : "unchanged";
      outcomes.push({ name, outcome, ...(current === text ? {} : { text: current }) });
    } else {
      outcomes.push({ name, ...(await takenOver(rows, { memory, changes, text }, change)) });
    }
  }
  return sorted(outcomes);
}

async function takenOver(
  rows: ReadableRows,
  { memory, changes, text }: { readonly memory: MemoryRow; readonly changes: Changes; readonly text: string },
  change: Change | undefined,
): Promise<Omit<MemoryFileOutcome, "name">> {
  const { namespace = memory.namespace, title = memory.title } = changes;
  const other = await rows.memories.byTitle(namespace, title, memory.scope);
  if (other !== undefined && other.id !== memory.id) {
    return { outcome: "refused", detail: `another memory of ${namespace} has its title` };
  }
  const detail = Object.keys(changes).join(", ");
  if (change === undefined) return { outcome: "updated", detail };
  const written = await change(memory, changes);
  if ("problem" in written) return { outcome: "refused", detail: written.problem };
  return { outcome: "updated", detail, text: writeMemoryFile(text, written) };
}

async function change(
  rows: WritableRows,
  { id, version }: MemoryRow,
  { changes, writer, now }: { readonly changes: Changes; readonly writer: Writer; readonly now: number },
): Promise<MemoryRow | { readonly problem: string }> {
  const request = { id, changes, expectedVersion: version, editSource: "human", writer } as const;
  const outcome = await updateIn(rows, request, { now, newId: randomUUID });
  return outcome.status === "updated" || outcome.status === "unchanged"
    ? outcome.memory
    : { problem: `it can't be changed: ${outcome.status.replaceAll("_", " ")}` };
}

/** Each part by itself: the side that changed it counts. @param base the memory as it was exported; undefined: not kept any more */
function merged(file: MemoryFile, ours: MemoryRow, base: MemoryRow | undefined, force: boolean) {
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
function editedParts({ parts: said }: MemoryFile, memory: MemoryRow): readonly (keyof MemoryParts)[] {
  return partNames.filter((part) => {
    if (said[part] === undefined || samePart(part, said[part], memory[part])) return false;
    return part !== "tier" || said.tier === undefined || higherTier(memory.tier, said.tier) !== memory.tier;
  });
}

async function versionOf(rows: ReadableRows, memory: MemoryRow, version: number): Promise<MemoryRow | undefined> {
  if (memory.version === version) return memory;
  const versions = await rows.memories.byIds(await rows.archive.versionsOf(memory.id));
  return versions.find((one) => one.version === version);
}

interface Found {
  readonly name: string;
  readonly text: string;
  readonly file: MemoryFile;
}

/** Files of memories by id; those that can't be read, and two of one memory, are outcomes already. Other files are left alone. */
function readAll(files: readonly FolderFile[]) {
  const found = new Map<string, Found>();
  const outcomes: MemoryFileOutcome[] = [];
  for (const { name, text, problem = "" } of files) {
    const file = text === undefined ? { problem } : readMemoryFile(text);
    if (file === undefined) continue;
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

function sorted(outcomes: readonly MemoryFileOutcome[]): readonly MemoryFileOutcome[] {
  return outcomes.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
