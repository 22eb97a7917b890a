import { type RawBuilder, sql, type Transaction } from "kysely";
import { foldText } from "../name-key.ts";
import { allSearched, type FieldKey, maxOpened, type NotSearched } from "../vault.ts";
import type { Fields } from "./fields.ts";
import { parts } from "./parts.ts";
import { openTask, type SealedTask } from "./seal-task.ts";
import type { Tables } from "./tables.ts";

// Encrypted tasks are found by their tags in the index, and by their texts as opened-memories.ts finds memories.

const openedAtOnce = 50;

interface OpenedTexts {
  /** What the sealed columns begin with. */
  readonly mark: string;
  /** Title and description as lists compare texts. */
  readonly folded: readonly string[];
}

/** By the number of the row. */
export type OpenedTasks = Map<number, OpenedTexts>;

interface Listed {
  readonly row: number;
  readonly mark: string;
  readonly bytes: number;
}

/** Rows of those that a condition lets through and whose title or description contains a text. None while the vault is locked. */
export async function taskRowsContaining(
  transaction: Transaction<Tables>,
  fields: Fields,
  where: RawBuilder<unknown>,
  query: string,
): Promise<readonly number[]> {
  if (!(await fields.holdsTasks())) return [];
  const key = await fields.key();
  if (key === undefined) return [];
  const known = fields.opened.tasks.get(key) ?? new Map<number, OpenedTexts>();
  fields.opened.tasks.set(key, known);
  const listed = await list(transaction, where);
  const missing = listed.filter(({ row, mark }) => known.get(row)?.mark !== mark);
  if (known.size + missing.length > 2 * maxOpened.things) known.clear();
  for (const some of parts(missing, openedAtOnce)) await open(transaction, key, some, known);
  const folded = foldText(query);
  return listed.flatMap(({ row, mark }) => {
    const texts = known.get(row);
    return texts?.mark === mark && texts.folded.some((text) => text.includes(folded)) ? row : [];
  });
}

async function list(transaction: Transaction<Tables>, where: RawBuilder<unknown>): Promise<readonly Listed[]> {
  const { rows } = await sql<Listed>`
    SELECT tasks.row, octet_length(tasks.sealed_description) AS bytes,
      hex(substr(tasks.sealed_title, 1, 13)) || hex(substr(tasks.sealed_description, 1, 13)) AS mark
    FROM tasks WHERE tasks.sealed_description IS NOT NULL AND ${where}
    ORDER BY tasks.row DESC LIMIT ${maxOpened.things}
  `.execute(transaction);
  let sum = 0;
  return rows.filter(({ bytes }) => {
    sum += bytes;
    return sum <= maxOpened.bytes;
  });
}

async function open(
  transaction: Transaction<Tables>,
  key: FieldKey,
  listed: readonly Listed[],
  known: OpenedTasks,
): Promise<void> {
  const { rows } = await sql<SealedTask & { readonly row: number; readonly id: string }>`
    SELECT row, id, sealed_title, sealed_description FROM tasks
    WHERE row IN (SELECT value FROM json_each(${JSON.stringify(listed.map(({ row }) => row))}))
  `.execute(transaction);
  const sealed = new Map(rows.map((row) => [row.row, row]));
  for (const { row, mark } of listed) {
    const found = sealed.get(row);
    if (found === undefined) continue;
    const { title, description, locked } = openTask({ ...found, title: "", description: "" }, key);
    if (!locked) known.set(row, { mark, folded: [foldText(title), foldText(description)] });
  }
}

/** How many a condition lets through that a search for a text can't look into. */
export async function tasksNotSearched(
  transaction: Transaction<Tables>,
  fields: Fields,
  where: RawBuilder<unknown>,
): Promise<NotSearched> {
  if (!(await fields.holdsTasks())) return allSearched;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM tasks WHERE tasks.sealed_description IS NOT NULL AND ${where}
  `.execute(transaction);
  const count = rows[0]?.count ?? 0;
  if ((await fields.key()) === undefined) return { locked: count, beyond: 0 };
  return { locked: 0, beyond: count - (await list(transaction, where)).length };
}
