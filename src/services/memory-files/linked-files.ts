import type { MemoryRow } from "../../store/memory-rows.ts";
import type { ReadableRows } from "../../store/store.ts";
import { isLive } from "../memories/lifetime.ts";
import type { FileLink, Wikilink } from "./file-links.ts";
import { memoryFileName } from "./memory-file.ts";

/** What names a memory in a wikilink: the files of a folder, as programs that keep notes read them. */
export interface LinkedFiles {
  /** The name by which a link leads to the file of a memory: the shortest that no other file has. */
  nameOf(memory: Pick<MemoryRow, "id" | "title">): string;
  /** Ids of the memories that a name may mean. */
  idsOf(name: string): readonly string[];
}

/** @param files names of files with the ids and titles of their memories */
export function linkedFiles(
  files: readonly { readonly name: string; readonly id: string; readonly title: string | undefined }[],
): LinkedFiles {
  const ids = new Map<string, Set<string>>();
  const paths = new Map<string, string>();
  for (const { name, id, title } of files) {
    const path = name.replace(/\.md$/i, "");
    paths.set(id, path);
    for (const each of [path, baseOf(path), title]) {
      if (each !== undefined) ids.set(keyOf(each), (ids.get(keyOf(each)) ?? new Set()).add(id));
    }
  }
  return {
    nameOf(memory) {
      const path = paths.get(memory.id) ?? memoryFileName(memory).replace(/\.md$/, "");
      const base = baseOf(path);
      return (ids.get(keyOf(base))?.size ?? 1) === 1 ? base : path;
    },
    idsOf: (name) => [...(ids.get(keyOf(name)) ?? [])],
  };
}

function keyOf(name: string): string {
  return name.replace(/\.md$/i, "").normalize("NFC").toLowerCase();
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The links of memories that their files show, by id: those that hold, to live memories that are neither private nor encrypted. */
export async function shownLinks(
  rows: ReadableRows,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, readonly (FileLink & { readonly memory: MemoryRow })[]>> {
  const links = await rows.graph.links({ ids, direction: "out", at: now, limit: Number.MAX_SAFE_INTEGER });
  const targets = await rows.memories.byIds([...new Set(links.map(({ targetId }) => targetId))]);
  const shown = new Map(
    targets
      .filter((memory) => memory.scope !== "private" && !memory.encrypted && isLive(memory, now))
      .map((memory) => [memory.id, memory]),
  );
  const found = new Map<string, (FileLink & { readonly memory: MemoryRow })[]>();
  for (const { sourceId, targetId, relation } of links) {
    const memory = shown.get(targetId);
    if (memory === undefined) continue;
    const others = found.get(sourceId) ?? [];
    found.set(sourceId, [...others, { target: targetId, relation, memory }]);
  }
  return found;
}

/** The live memories that wikilinks lead to. @returns what is wrong with one of them, in words */
export async function linksSaid(
  rows: ReadableRows,
  wikilinks: readonly Wikilink[],
  { idsOf }: LinkedFiles,
  now: number,
): Promise<readonly (FileLink & { readonly text: string })[] | { readonly problem: string }> {
  const links: (FileLink & { readonly text: string })[] = [];
  for (const { text, name, relation } of wikilinks) {
    const named = await rows.memories.byIds(idsOf(name));
    const found = (named.length > 0 ? named : await byIdIn(rows, name)).filter((memory) => isLive(memory, now));
    const [memory, ...others] = found;
    if (memory === undefined) return { problem: `its link ${text} leads to no memory` };
    if (others.length > 0) return { problem: `its link ${text} may mean several memories` };
    links.push({ target: memory.id, relation, text });
  }
  return links;
}

/** A name that an export would give ends in the beginning of an id. */
async function byIdIn(rows: ReadableRows, name: string): Promise<readonly MemoryRow[]> {
  const [, id] = /(?:^|[-/])([0-9a-f]{8}(?:-[0-9a-f-]{27})?)(?:\.md)?$/.exec(name) ?? [];
  return id === undefined ? [] : await rows.memories.byIdPrefix(id, 2);
}
