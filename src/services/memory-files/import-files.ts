import { randomUUID } from "node:crypto";
import type { Writer } from "../../store/activity-rows.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import { closesCycle, endLink, linkMemories } from "../graph/link.ts";
import { isLive } from "../memories/lifetime.ts";
import { updateIn } from "../memories/update-memory.ts";
import {
  editedParts,
  type FolderFile,
  type Found,
  type MemoryFileOutcome,
  merged,
  noEdits,
  readAll,
  saidOf,
  sorted,
  versionOf,
} from "./both-sides.ts";
import { type FileLink, linkEdits, sameLink } from "./file-links.ts";
import { type LinkedFiles, linkedFiles, linksSaid, shownLinks } from "./linked-files.ts";
import { type MemoryParts, writeMemoryFile } from "./memory-file.ts";

type Changes = Partial<MemoryParts>;

interface Importing {
  readonly force: boolean;
  readonly writer: Writer;
  readonly now: number;
  readonly named: LinkedFiles;
}

export async function importFiles(
  rows: WritableRows,
  { files, ...given }: { readonly files: readonly FolderFile[] } & Omit<Importing, "named">,
): Promise<readonly MemoryFileOutcome[]> {
  const { found, outcomes } = await readAll(rows, files);
  const named = linkedFiles([...found].map(([id, { name, file }]) => ({ id, name, title: file.parts.title })));
  for (const one of found.values()) {
    outcomes.push({ name: one.name, ...(await importFile(rows, one, { ...given, named })) });
  }
  return sorted(outcomes);
}

async function importFile(
  rows: WritableRows,
  { text, file }: Found,
  { force, writer, now, named }: Importing,
): Promise<Omit<MemoryFileOutcome, "name">> {
  const [memory] = await rows.memories.byIds([file.id]);
  if (memory === undefined || !isLive(memory, now)) {
    return { outcome: "ended", detail: memory === undefined ? "its memory is not there" : "its memory is archived" };
  }
  if (memory.encrypted) return { outcome: "refused", detail: "its memory is encrypted; a file of it would be plain" };
  const stored = async () => (await shownLinks(rows, [memory.id], now)).get(memory.id) ?? [];
  const links = await stored();
  const said = await linksSaid(rows, file.links ?? [], named, now);
  if ("problem" in said) return { outcome: "refused", detail: said.problem };
  const edits = file.links === undefined ? noEdits : linkEdits(said, links, file.exported);
  const { changes, conflicts } = merged(file, memory, await versionOf(rows, memory, file.version), force);
  if (conflicts.length > 0) return { outcome: "conflict", detail: `both changed: ${conflicts.join(", ")}` };
  const hasLinkEdits = edits.added.length + edits.removed.length > 0;
  if (Object.keys(changes).length === 0 && !hasLinkEdits) {
    const isIn = (link: FileLink, some: readonly FileLink[]) => some.some((other) => sameLink(link, other));
    const isSame = said.every((link) => isIn(link, links)) && links.every((link) => isIn(link, said));
    const isBehind = editedParts(file, memory).length > 0 || !isSame;
    const current = isBehind ? text : writeMemoryFile(text, saidOf(memory, said, links, named));
    return { outcome: isBehind ? "behind" : "unchanged", ...(current === text ? {} : { text: current }) };
  }
  const problem = await linkProblem(rows, memory, edits.added);
  if (problem !== undefined) return { outcome: "refused", detail: problem };
  const taken = await takenOver(rows, memory, { changes, writer, now });
  if ("problem" in taken) return { outcome: "refused", detail: taken.problem };
  await editLinks(rows, memory.id, { ...edits, writer, now });
  const detail = [...Object.keys(changes), ...(hasLinkEdits ? ["links"] : [])].join(", ");
  return { outcome: "updated", detail, text: writeMemoryFile(text, saidOf(taken, said, await stored(), named)) };
}

async function linkProblem(rows: WritableRows, { id }: MemoryRow, added: readonly FileLink[]) {
  for (const { target, relation } of added) {
    if (target === id) return "one of its links leads to itself";
    if (relation === "reflects_on" && (await closesCycle(rows, id, target))) {
      return "one of its links would let it reflect on itself";
    }
  }
  return undefined;
}

async function editLinks(
  rows: WritableRows,
  sourceId: string,
  { added, removed, writer, now }: ReturnType<typeof linkEdits> & Pick<Importing, "writer" | "now">,
): Promise<void> {
  const circumstances = { now, newId: randomUUID };
  for (const { target: targetId, relation } of added) {
    const { status } = await linkMemories(rows, { sourceId, targetId, relation, writer }, circumstances);
    if (status !== "created" && status !== "exists") throw new Error(`invariant: the link was looked at: ${status}`);
  }
  for (const { target: targetId, relation } of removed) {
    await endLink(rows, { sourceId, targetId, relation, validUntil: now, writer }, now);
  }
}

async function takenOver(
  rows: WritableRows,
  memory: MemoryRow,
  { changes, writer, now }: { readonly changes: Changes; readonly writer: Writer; readonly now: number },
): Promise<MemoryRow | { readonly problem: string }> {
  const { id, version: expectedVersion } = memory;
  if (Object.keys(changes).length === 0) return memory;
  const { namespace = memory.namespace, title = memory.title } = changes;
  const other = await rows.memories.byTitle(namespace, title, memory.scope);
  if (other !== undefined && other.id !== id) return { problem: `another memory of ${namespace} has its title` };
  const request = { id, changes, expectedVersion, editSource: "human", writer } as const;
  const outcome = await updateIn(rows, request, { now, newId: randomUUID });
  return outcome.status === "updated" || outcome.status === "unchanged"
    ? outcome.memory
    : { problem: `it can't be changed: ${outcome.status.replaceAll("_", " ")}` };
}
