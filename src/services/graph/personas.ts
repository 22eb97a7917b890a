import type { Writer } from "../../store/activity-rows.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import { archiveExpired } from "../memories/archive-expired.ts";
import { isLive } from "../memories/lifetime.ts";
import { writtenMemory } from "../memories/memory-at.ts";
import { writeMemory } from "../memories/store-memory.ts";
import { updateIn } from "../memories/update-memory.ts";
import { defaultNamespace, isAtOrBelow } from "../namespaces/namespace.ts";
import type { Circumstances } from "../service-options.ts";
import { summaryOf } from "../upkeep/summarize.ts";
import { endLink, linkMemories } from "./link.ts";

// Profiles of things: memories that are made of the reflections about them, of those alone that everybody may read: neither private nor encrypted.

const kind = "persona";
const maxSources = 100;
const maxLinks = 10_000;

export interface Persona {
  readonly memory: MemoryRow;
  /** The canonical name of what it is about. */
  readonly name: string;
  /** Ids of the reflections that it was made of. */
  readonly sourceIds: readonly string[];
}

export interface PersonaRequest {
  /** A name of it, or the id of its memory. */
  readonly entity: string;
  /** Where its reflections are, here and below, and the profile goes; undefined: everywhere, and `global`. */
  readonly namespace: string | undefined;
  readonly writer: Writer;
}

export type PersonaOutcome =
  | { readonly status: "made" | "changed" | "unchanged"; readonly persona: Persona }
  | { readonly status: "without_source"; readonly name: string }
  /** Another memory has its title. */
  | { readonly status: "title_taken"; readonly title: string; readonly namespace: string; readonly id: string };

interface Entity {
  /** The canonical one first. */
  readonly names: readonly string[];
  /** Id of the memory that stands for it; undefined: none does. */
  readonly id: string | undefined;
}

export async function personaOf(
  rows: ReadableRows,
  { entity, namespace }: { readonly entity: string; readonly namespace: string },
  now: number,
): Promise<Persona | undefined> {
  const [name = entity] = (await entityOf(rows, entity, namespace, now)).names;
  const memory = await rows.memories.byTitle(namespace, titleOf(name), "collective");
  if (memory === undefined || memory.kind !== kind || !isLive(memory, now)) return undefined;
  return { memory, name, sourceIds: (await sourcesOf(rows, memory.id, now)).map(({ targetId }) => targetId) };
}

/** Makes the profile, or makes it again. */
export async function generatePersona(
  rows: WritableRows,
  { entity: asked, namespace, writer }: PersonaRequest,
  circumstances: Circumstances,
): Promise<PersonaOutcome> {
  const { now } = circumstances;
  await archiveExpired(rows, now);
  const place = namespace ?? defaultNamespace;
  const entity = await entityOf(rows, asked, namespace, now);
  const [name = asked] = entity.names;
  const sources = await reflectionsAbout(rows, entity, namespace, now);
  if (sources.length === 0) return { status: "without_source", name };
  const content = summaryOf(sources.map((source) => source.content)).text;
  const title = titleOf(name);
  const known = await rows.memories.byTitle(place, title, "collective");
  if (known !== undefined && known.kind !== kind) {
    return { status: "title_taken", title, namespace: place, id: known.id };
  }
  const id = known?.id ?? (await create(rows, { title, content, namespace: place, writer }, circumstances));
  const change = { id, changes: { content }, editSource: "hook", writer } as const;
  const isChanged = known !== undefined && (await updateIn(rows, change, circumstances)).status === "updated";
  const sourceIds = sources.map((source) => source.id);
  await linkSources(rows, { id, sourceIds, writer }, circumstances);
  const persona = { memory: await writtenMemory(rows, id), name, sourceIds };
  return { status: known === undefined ? "made" : isChanged ? "changed" : "unchanged", persona };
}

function titleOf(name: string): string {
  return `Persona of ${name}`;
}

/** What is registered under the name or the id; else the text is the only name. */
async function entityOf(
  { graph, memories }: ReadableRows,
  text: string,
  namespace: string | undefined,
  now: number,
): Promise<Entity> {
  const [memory] = await memories.byIds([text.toLowerCase()]);
  const name = memory?.kind === "entity" ? memory.title : text;
  const named = await graph.entities(name, undefined, now);
  const found =
    named.find((one) => one.memory.id === memory?.id) ??
    named.find((one) => one.memory.namespace === namespace) ??
    named[0];
  return found === undefined ? { names: [name], id: undefined } : { names: found.aliases, id: found.memory.id };
}

/** Live reflections that everybody may read and that name it or are linked to it, last stored first. */
async function reflectionsAbout(
  rows: ReadableRows,
  { names, id }: Entity,
  namespace: string | undefined,
  now: number,
): Promise<readonly MemoryRow[]> {
  const memories = rows.memories.seenBy({ agent: undefined });
  const found = new Map<string, MemoryRow>();
  for (const term of names) {
    const listed = await memories.list({ namespace, kind: "reflection", term, now, limit: maxSources });
    for (const { memory } of listed) if (namesIt(memory, term)) found.set(memory.id, memory);
  }
  const linked = id === undefined ? [] : await linkedWith(rows, id, now);
  for (const memory of await memories.byIds(linked)) {
    const isHere = namespace === undefined || isAtOrBelow(memory.namespace, namespace);
    if (memory.kind === "reflection" && isLive(memory, now) && isHere) found.set(memory.id, memory);
  }
  const plain = [...found.values()].filter(({ encrypted }) => !encrypted);
  const sorted = plain.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
  return sorted.slice(0, maxSources);
}

async function linkedWith({ graph }: ReadableRows, id: string, now: number): Promise<readonly string[]> {
  const links = await graph.links({ ids: [id], direction: "both", at: now, limit: maxLinks });
  return [...new Set(links.flatMap(({ sourceId, targetId }) => [sourceId, targetId]))].filter((one) => one !== id);
}

/** As a word or words of their own: 'Ann' is not named by 'planning'. */
function namesIt({ title, content }: MemoryRow, name: string): boolean {
  const wanted = wordsOf(name);
  return wanted !== " " && wordsOf(`${title}\n${content}`).includes(wanted);
}

function wordsOf(text: string): string {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return ` ${words.join(" ")} `.replaceAll(/ +/g, " ");
}

async function create(
  rows: WritableRows,
  { title, content, namespace, writer }: { title: string; content: string; namespace: string; writer: Writer },
  circumstances: Circumstances,
): Promise<string> {
  const rest = { tier: "long", kind, scope: "collective", source: "system", priority: 5, confidence: 1 } as const;
  const given = { ...rest, tags: [], metadata: {}, force: true, leftOut: new Set<string>() };
  const titled = { request: { ...given, content, namespace, writer }, title, onConflict: "error" } as const;
  const written = await writeMemory(rows, titled, undefined, circumstances);
  if (written.status !== "created") throw new Error(`invariant: its title is free, not '${written.status}'`);
  return written.memory.id;
}

async function sourcesOf({ graph }: ReadableRows, id: string, now: number) {
  return graph.links({ ids: [id], direction: "out", relation: "derived_from", at: now, limit: maxLinks });
}

/** Links to what it was not made of any more end. */
async function linkSources(
  rows: WritableRows,
  { id, sourceIds, writer }: { readonly id: string; readonly sourceIds: readonly string[]; readonly writer: Writer },
  circumstances: Circumstances,
): Promise<void> {
  const { now } = circumstances;
  for (const { targetId } of await sourcesOf(rows, id, now)) {
    if (sourceIds.includes(targetId)) continue;
    const link = { sourceId: id, targetId, relation: "derived_from", writer } as const;
    await endLink(rows, { ...link, validUntil: now }, now);
  }
  for (const targetId of sourceIds) {
    await linkMemories(rows, { sourceId: id, targetId, relation: "derived_from", writer }, circumstances);
  }
}
