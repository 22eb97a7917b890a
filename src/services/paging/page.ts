import { createHash } from "node:crypto";

/** One page of a list in a fixed order. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Opaque; undefined when the list ends here. */
  readonly nextCursor: string | undefined;
  /** The page that ends after so many items, at least one: its cursor goes on from there. */
  readonly first: (items: number) => Page<Item>;
}

/** What every list takes. */
export interface PageRequest {
  /** 1 to 200. */
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The cursor belongs to a list with other filters, or is malformed. */
export interface BadCursor {
  readonly status: "bad_cursor";
}

/** Identifies a list: its name and its filters; an absent filter is undefined. */
export type ListIdentity = readonly [
  name: string,
  filters: Readonly<Record<string, string | number | boolean | undefined>>,
];

/** The key of a row in the order of its list: whole numbers that never change. */
export type Key = readonly number[];

/** A cursor is base64url of `[fingerprint of the list, ...key of the last row]` as JSON. */
export function encodeCursor(list: ListIdentity, key: Key): string {
  return Buffer.from(JSON.stringify([fingerprint(list), ...key]), "utf8").toString("base64url");
}

/**
 * The key in a cursor of exactly this list.
 * @param length how many numbers a key of the list has
 * @returns undefined for anything else: a cursor of another list, one that was edited, any other text
 */
export function decodeCursor(list: ListIdentity, cursor: string, length: number): Key | undefined {
  const parsed = parse(Buffer.from(cursor, "base64url").toString("utf8"));
  if (!Array.isArray(parsed)) return undefined;
  const key: unknown[] = parsed.slice(1);
  if (key.length !== length || !key.every(isWhole)) return undefined;
  // Each key has one cursor: a text that this list would not have written is refused.
  return encodeCursor(list, key) === cursor ? key : undefined;
}

/** One page of a list. One more row is fetched, which shows whether the list goes on. */
export async function pageOf<Row, Item>(options: {
  readonly list: ListIdentity;
  readonly cursor: string | undefined;
  readonly limit: number;
  /** How many numbers a key has. */
  readonly keyLength: number;
  readonly keyOf: (row: Row) => Key;
  readonly fetch: (after: Key | undefined, limit: number) => Promise<readonly Row[]>;
  readonly itemOf: (row: Row) => Item;
}): Promise<Page<Item> | BadCursor> {
  const { list, cursor, limit, keyOf, keyLength, itemOf } = options;
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor, keyLength);
  if (cursor !== undefined && after === undefined) return { status: "bad_cursor" };
  const rows = await options.fetch(after, limit + 1);
  const first = (items: number): Page<Item> => {
    const shown = rows.slice(0, items);
    const last = shown.at(-1);
    const goesOn = rows.length > items && last !== undefined;
    return { items: shown.map(itemOf), nextCursor: goesOn ? encodeCursor(list, keyOf(last)) : undefined, first };
  };
  return first(limit);
}

function fingerprint([name, filters]: ListIdentity): string {
  const present = Object.entries(filters).filter(([, value]) => value !== undefined);
  const text = JSON.stringify([name, present.sort(([a], [b]) => (a < b ? -1 : 1))]);
  return createHash("sha256").update(text, "utf8").digest("base64url").slice(0, 16);
}

function isWhole(part: unknown): part is number {
  return Number.isSafeInteger(part);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not a cursor.
    return undefined;
  }
}
