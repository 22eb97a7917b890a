import { sql, type Transaction } from "kysely";
import type { Viewer } from "../memory-rows.ts";
import type { FoundMemory } from "../memory-search.ts";
import { readCharacters } from "../memory-search.ts";
import type { NearMemory, NewVector, UnembeddedMemory, VectorModel, VectorRows, VectorSearch } from "../vector-rows.ts";
import { conditions, foundColumns, rowsOfPlace } from "./memory-filter.ts";
import { parts } from "./parts.ts";
import { seen } from "./select-memories.ts";
import { inList } from "./select-rows.ts";
import type { Tables } from "./tables.ts";
import { bitsOf, VectorIndex } from "./vector-index.ts";

/** So many of the nearest by their bits are compared exactly: a few milliseconds. */
const compared = 1_000;
/** Of what is farther, none is near: so far a search goes for memories that pass its filter. */
const passed = 10_000;
/** Each may be at another place of a disk that has to be read. */
const rowsAtOnce = 50;
/** What one statement reads of the bits, or makes due: some milliseconds. */
const loadedAtOnce = 2_000;
const queuedAtOnce = 500;
/** Of fewer it is not counted how many were replaced. */
const countedFrom = 10_000;

/** What a process keeps of the vectors of one database. */
export interface KeptVectors {
  index?: VectorIndex;
}

/** @param viewer undefined: sees all */
export function sqliteVectorRows(transaction: Transaction<Tables>, kept: KeptVectors, viewer?: Viewer): VectorRows {
  const modelOf = async () => {
    const { rows } = await sql<VectorModel>`
      SELECT name, dimensions, unrelated, spread FROM vector_model
    `.execute(transaction);
    return rows[0];
  };
  return {
    seenBy: (other) => sqliteVectorRows(transaction, kept, other),
    model: modelOf,
    async pending() {
      const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM vector_queue`.execute(transaction);
      return rows[0]?.count ?? 0;
    },
    async near(search) {
      const model = await modelOf();
      if (model === undefined || model.dimensions !== search.vector.length) return [];
      return nearMemories(transaction, viewer, search, await loaded(transaction, kept, model));
    },
    async due(limit, except) {
      const { rows } = await sql<UnembeddedMemory>`
        SELECT memories.id, memories.version, memories.title, substr(memories.content, 1, ${readCharacters}) AS content
        FROM vector_queue CROSS JOIN memories ON memories.row = vector_queue.memory
        WHERE memories.sealed_content IS NULL AND memories.id NOT IN ${inList(except)}
        ORDER BY vector_queue.memory DESC LIMIT ${limit}
      `.execute(transaction);
      return rows;
    },
    async known(model, hashes) {
      const known = new Map<string, Int8Array>();
      for (const hash of hashes) {
        const { rows } = await sql<{ vector: Buffer }>`
          SELECT vector FROM memory_vectors JOIN vector_values USING (number)
          WHERE hash = ${Buffer.from(hash)} AND model = ${model} LIMIT 1
        `.execute(transaction);
        if (rows[0] !== undefined) known.set(Buffer.from(hash).toString("hex"), signedBytes(rows[0].vector));
      }
      return known;
    },
    async setModel({ name, dimensions, unrelated, spread }) {
      // Under one name nothing would distinguish two lengths.
      await sql`
        DELETE FROM memory_vectors WHERE model = ${name}
          AND EXISTS (SELECT 1 FROM vector_model WHERE name = ${name} AND dimensions <> ${dimensions})
      `.execute(transaction);
      await sql`
        INSERT INTO vector_model (only, name, dimensions, unrelated, spread, queued_to)
        VALUES (1, ${name}, ${dimensions}, ${unrelated}, ${spread}, 0)
        ON CONFLICT DO UPDATE SET name = excluded.name, dimensions = excluded.dimensions, unrelated = excluded.unrelated,
          spread = excluded.spread,
          queued_to = iif(name = excluded.name AND dimensions = excluded.dimensions, queued_to, 0)
      `.execute(transaction);
    },
    async queue() {
      const { rows } = await sql<{ last: number | null }>`
        SELECT max(row) AS last FROM (
          SELECT row FROM memories WHERE row > (SELECT queued_to FROM vector_model) ORDER BY row LIMIT ${queuedAtOnce}
        )
      `.execute(transaction);
      const last = rows[0]?.last ?? null;
      if (last === null) return false;
      await sql`
        INSERT OR IGNORE INTO vector_queue (memory)
        SELECT row FROM memories CROSS JOIN vector_model
        WHERE row > queued_to AND row <= ${last} AND archived_at IS NULL AND sealed_content IS NULL
          AND NOT EXISTS (SELECT 1 FROM memory_vectors WHERE memory = memories.row AND model = vector_model.name)
      `.execute(transaction);
      await sql`UPDATE vector_model SET queued_to = ${last}`.execute(transaction);
      return true;
    },
    async insert(model, vectors) {
      const { name, dimensions } = (await modelOf()) ?? {};
      if (name !== model.name || dimensions !== model.dimensions) return false;
      for (const vector of vectors) await insertVector(transaction, model.name, vector);
      return true;
    },
  };
}

/** The bits that were written since are read, in parts. */
async function loaded(transaction: Transaction<Tables>, kept: KeptVectors, model: VectorModel): Promise<VectorIndex> {
  const index = kept.index?.isOf(model) ? kept.index : new VectorIndex(model);
  const before = index.size;
  for (let read = loadedAtOnce; read === loadedAtOnce; ) {
    const { rows } = await sql<{ number: number; memory: number; bits: Buffer }>`
      SELECT number, memory, bits FROM memory_vectors
      WHERE number > ${index.last} AND model = ${model.name} ORDER BY number LIMIT ${loadedAtOnce}
    `.execute(transaction);
    for (const { number, memory, bits } of rows) index.add(number, memory, wordsOf(bits));
    read = rows.length;
  }
  kept.index = index;
  if (index.size === before || index.size < countedFrom) return index;
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM memory_vectors`.execute(transaction);
  if ((rows[0]?.count ?? 0) * 2 > index.size) return index;
  // Most of what it holds was replaced since.
  delete kept.index;
  return loaded(transaction, kept, model);
}

async function nearMemories(
  transaction: Transaction<Tables>,
  viewer: Viewer | undefined,
  { vector, limit, ...search }: VectorSearch,
  index: VectorIndex,
): Promise<readonly NearMemory[]> {
  const among = await rowsOfPlace(transaction, search.filter);
  const near: { readonly row: number; readonly cosine: number }[] = [];
  let walked = 0;
  for (const numbers of parts(await index.nearest(bitsOf(vector), among), rowsAtOnce)) {
    const { rows } = await sql<{ row: number; vector: Buffer }>`
      SELECT memories.row, vector_values.vector
      FROM json_each(${JSON.stringify(numbers)}) AS wanted
      CROSS JOIN memory_vectors ON memory_vectors.number = wanted.value
      CROSS JOIN vector_values ON vector_values.number = wanted.value
      CROSS JOIN memories ON memories.row = memory_vectors.memory
      WHERE ${seen(viewer)} AND ${conditions(search)}
    `.execute(transaction);
    for (const { row, vector: other } of rows) near.push({ row, cosine: cosine(vector, signedBytes(other)) });
    walked += numbers.length;
    if (near.length >= compared || walked >= passed) break;
  }
  near.sort((a, b) => b.cosine - a.cosine || b.row - a.row);
  const best = near.slice(0, limit);
  const found = await readFound(
    transaction,
    best.map(({ row }) => row),
  );
  return best.flatMap(({ row, cosine }) => {
    const memory = found.get(row);
    return memory === undefined ? [] : { ...memory, held: [], cosine };
  });
}

async function readFound(
  transaction: Transaction<Tables>,
  wanted: readonly number[],
): Promise<ReadonlyMap<number, Omit<FoundMemory, "held">>> {
  const { rows } = await sql<Omit<FoundMemory, "held">>`
    SELECT ${foundColumns} FROM json_each(${JSON.stringify(wanted)}) AS wanted CROSS JOIN memories ON row = wanted.value
  `.execute(transaction);
  return new Map(rows.map((found) => [found.row, found]));
}

async function insertVector(
  transaction: Transaction<Tables>,
  model: string,
  { id, version, hash, vector }: NewVector,
): Promise<void> {
  const { rows: memories } = await sql<{ row: number }>`
    SELECT row FROM memories WHERE id = ${id} AND version = ${version} AND archived_at IS NULL AND sealed_content IS NULL
  `.execute(transaction);
  const memory = memories[0]?.row;
  if (memory === undefined) return;
  await sql`DELETE FROM memory_vectors WHERE memory = ${memory}`.execute(transaction);
  const { rows } = await sql<{ number: number }>`
    INSERT INTO memory_vectors (memory, model, hash, bits)
    VALUES (${memory}, ${model}, ${Buffer.from(hash)}, ${bytesOf(bitsOf(vector))}) RETURNING number
  `.execute(transaction);
  await sql`
    INSERT INTO vector_values (number, vector) VALUES (${rows[0]?.number}, ${bytesOf(vector)})
  `.execute(transaction);
  await sql`DELETE FROM vector_queue WHERE memory = ${memory}`.execute(transaction);
}

/** The bytes of each number, the lowest first, as all machines have them that Node runs on. */
function bytesOf(numbers: Uint32Array | Int8Array): Buffer {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** Copied: the bytes of a buffer may begin at a place where no word of 32 bits can. */
function wordsOf(bytes: Buffer): Uint32Array {
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}

function signedBytes(bytes: Buffer): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** @param unit of length 1 */
function cosine(unit: Float32Array, other: Int8Array): number {
  let product = 0;
  let square = 0;
  for (let index = 0; index < unit.length; index++) {
    const value = other[index] ?? 0;
    product += (unit[index] ?? 0) * value;
    square += value * value;
  }
  return square === 0 ? 0 : product / Math.sqrt(square);
}
