import { type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import { leadingWords } from "../leading-words.ts";
import type { MemoryRows, Viewer } from "../memory-rows.ts";
import {
  type FoundMemory,
  type MemorySearch,
  readCharacters,
  type TimeSpan,
  type WantedWord,
} from "../memory-search.ts";
import { foldText } from "../name-key.ts";
import { stem } from "../stem.ts";
import { allSearched, type FieldKey, maxOpened, type NotSearched } from "../vault.ts";
import { distinctWords } from "../words.ts";
import type { Fields } from "./fields.ts";
import { textsOf } from "./index-memory.ts";
import { parts } from "./parts.ts";
import { metadataIn, openMemory, type SealedMemory } from "./seal-memory.ts";
import { live, seen } from "./select-memories.ts";
import type { Tables } from "./tables.ts";

// Encrypted memories are in no index. A search opens those that its filter lets through, the last stored first, and compares their words
// as the index has them. What was opened is kept in memory by the key, so the next search opens only what is new; a vault that is locked
// takes all of it along.

const openedAtOnce = 50;

/** A memory that was opened, by what its sealed columns begin with. */
interface OpenedTexts {
  readonly mark: string;
  readonly title: string;
  readonly content: string;
  /** JSON. */
  readonly metadata: string;
  /** Of title, tags, content and metadata, as the index has them. */
  readonly stems: ReadonlySet<string>;
  /** Of the content; computed when it is first needed. */
  leading?: ReadonlySet<string>;
}

/** By the number of the row. */
export type OpenedMemories = Map<number, OpenedTexts>;

type Listed = Omit<FoundMemory, "title" | "content" | "metadata" | "held"> & {
  readonly mark: string;
  readonly bytes: number;
};

export type OpenedMemory = Listed & { readonly texts: OpenedTexts };

interface Place {
  readonly viewer: Viewer | undefined;
  /** What the memories have to meet. */
  readonly where: RawBuilder<unknown>;
}

/** Those that a condition lets through, last stored first, as far as one search opens them. None while the vault is locked. */
export async function openedMemories(
  transaction: Transaction<Tables>,
  fields: Fields,
  { viewer, where }: Place,
): Promise<readonly OpenedMemory[]> {
  if (!(await fields.holdsMemories())) return [];
  const key = await fields.key();
  if (key === undefined) return [];
  const known = fields.opened.memories.get(key) ?? new Map<number, OpenedTexts>();
  fields.opened.memories.set(key, known);
  const listed = await list(transaction, viewer, where);
  const missing = listed.filter(({ row, mark }) => known.get(row)?.mark !== mark);
  if (known.size + missing.length > 2 * maxOpened.things) known.clear();
  for (const some of parts(missing, openedAtOnce)) await open(transaction, key, some, known);
  return listed.flatMap((memory) => {
    const texts = known.get(memory.row);
    return texts?.mark === memory.mark ? { ...memory, texts } : [];
  });
}

async function list(
  transaction: Transaction<Tables>,
  viewer: Viewer | undefined,
  where: RawBuilder<unknown>,
): Promise<readonly Listed[]> {
  const { rows } = await sql<Listed>`
    SELECT memories.id, memories.row, memories.namespace, memories.tier, memories.priority, memories.confidence,
      memories.created_at, memories.updated_at,
      coalesce((SELECT group_concat(tag, char(10)) FROM memory_tags WHERE memory = memories.row), '') AS tags,
      hex(substr(memories.sealed_title, 1, 13)) || hex(substr(memories.sealed_content, 1, 13)) AS mark,
      octet_length(memories.sealed_content) + octet_length(memories.sealed_metadata) AS bytes
    FROM memories
    WHERE memories.sealed_content IS NOT NULL AND ${seen(viewer)} AND ${where}
    ORDER BY memories.row DESC LIMIT ${maxOpened.things}
  `.execute(transaction);
  let sum = 0;
  return rows.filter(({ bytes }) => {
    sum += bytes;
    return sum <= maxOpened.bytes;
  });
}

type SealedRow = SealedMemory & { readonly row: number; readonly id: string };

async function open(
  transaction: Transaction<Tables>,
  key: FieldKey,
  listed: readonly Listed[],
  known: OpenedMemories,
): Promise<void> {
  const { rows } = await sql<SealedRow>`
    SELECT row, id, sealed_title, sealed_content, sealed_metadata FROM memories
    WHERE row IN (SELECT value FROM json_each(${JSON.stringify(listed.map(({ row }) => row))}))
  `.execute(transaction);
  const sealed = new Map(rows.map((row) => [row.row, row]));
  for (const { row, mark, tags } of listed) {
    const found = sealed.get(row);
    if (found === undefined) continue;
    const { title, content, metadata, locked } = openMemory({ ...found, title: "", content: "", metadata: "{}" }, key);
    if (locked) continue;
    const texts = [title, tags, content, textsOf(metadataIn(metadata))].join("\n");
    known.set(row, { mark, title, content, metadata, stems: new Set(distinctWords(texts).map(stem)) });
  }
}

/** Those that hold a wanted word or were first known in a span, those with the most weight first. */
export async function searchOpened(
  transaction: Transaction<Tables>,
  fields: Fields,
  place: Place,
  { wanted, spans, limit }: Pick<MemorySearch, "wanted" | "spans" | "limit">,
): Promise<readonly FoundMemory[]> {
  const found = (await openedMemories(transaction, fields, place)).flatMap((memory) => {
    const weights = wanted.map((word) => weightOf(word, memory.texts.stems));
    const ofTime = spans.reduce((sum, span) => sum + (isWithin(span, memory.createdAt) ? span.weight : 0), 0);
    const weight = weights.reduce((sum, one) => sum + one, ofTime);
    const held = weights.flatMap((one, number) => (one > 0 ? number : []));
    return weight > 0 ? { memory, weight, held } : [];
  });
  return found
    .sort((a, b) => b.weight - a.weight || b.memory.row - a.memory.row)
    .slice(0, limit)
    .map(({ memory, held }) => foundOf(memory, held));
}

function weightOf({ stems }: WantedWord, own: ReadonlySet<string>): number {
  let strongest = 0;
  for (const [one, weight] of stems) if (own.has(one)) strongest = Math.max(strongest, weight);
  return strongest;
}

function isWithin({ from, to }: TimeSpan, time: number): boolean {
  return time >= from && time < to;
}

function foundOf(memory: OpenedMemory, held: readonly number[]): FoundMemory {
  const { id, row, namespace, tags, tier, priority, confidence, createdAt, updatedAt } = memory;
  const { title, metadata } = memory.texts;
  const content = [...memory.texts.content.slice(0, 2 * readCharacters)].slice(0, readCharacters).join("");
  const texts = { title, tags, content, metadata };
  return { id, row, namespace, ...texts, tier, priority, confidence, createdAt, updatedAt, held };
}

/** How many of all that are open hold each stem. */
export async function holdingOpened(
  transaction: Transaction<Tables>,
  fields: Fields,
  viewer: Viewer | undefined,
  { stems, liveAt }: { readonly stems: readonly string[]; readonly liveAt: number | undefined },
): Promise<ReadonlyMap<string, number>> {
  const where = liveAt === undefined ? sql<SqlBool>`TRUE` : live(liveAt);
  const all = await openedMemories(transaction, fields, { viewer, where });
  const counts = new Map<string, number>();
  for (const { texts } of all) {
    for (const one of stems) if (texts.stems.has(one)) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return counts;
}

/** Stems of all that are open which begin so, `from` to `to` characters long. */
export async function stemsOfOpened(
  transaction: Transaction<Tables>,
  fields: Fields,
  viewer: Viewer | undefined,
  { beginning, from, to }: Parameters<MemoryRows["stemsBeginning"]>[0],
): Promise<readonly string[]> {
  const all = await openedMemories(transaction, fields, { viewer, where: sql`TRUE` });
  const fits = (one: string) => one.startsWith(beginning) && one.length >= from && one.length <= to;
  return all.flatMap(({ texts }) => [...texts.stems].filter(fits));
}

/** Ids of those that share so many leading words with a text, likely ones first. */
export async function likeOpened(
  transaction: Transaction<Tables>,
  fields: Fields,
  place: Place,
  { content, limit }: { readonly content: string; readonly limit: number },
): Promise<readonly string[]> {
  const { words, least } = leadingWords(content);
  const likely = (await openedMemories(transaction, fields, place)).flatMap(({ id, row, texts }) => {
    texts.leading ??= new Set(leadingWords(texts.content).words);
    const own = texts.leading;
    const shared = words.filter((word) => own.has(word)).length;
    return shared >= least ? { id, row, shared } : [];
  });
  return likely
    .sort((a, b) => b.shared - a.shared || b.row - a.row)
    .slice(0, limit)
    .map(({ id }) => id);
}

/** Rows of those whose title or content contains a text, as lists compare texts. */
export async function rowsContaining(
  transaction: Transaction<Tables>,
  fields: Fields,
  place: Place,
  term: string,
): Promise<readonly number[]> {
  const folded = foldText(term);
  const all = await openedMemories(transaction, fields, place);
  return all
    .filter(({ texts: { title, content } }) => [title, content].some((text) => foldText(text).includes(folded)))
    .map(({ row }) => row);
}

/** How many a condition lets through that a search can't look into. */
export async function notSearched(
  transaction: Transaction<Tables>,
  fields: Fields,
  { viewer, where }: Place,
): Promise<NotSearched> {
  if (!(await fields.holdsMemories())) return allSearched;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM memories WHERE memories.sealed_content IS NOT NULL AND ${seen(viewer)} AND ${where}
  `.execute(transaction);
  const count = rows[0]?.count ?? 0;
  if ((await fields.key()) === undefined) return { locked: count, beyond: 0 };
  const listed = await list(transaction, viewer, where);
  const opened = await openedMemories(transaction, fields, { viewer, where });
  return { locked: listed.length - opened.length, beyond: count - listed.length };
}
