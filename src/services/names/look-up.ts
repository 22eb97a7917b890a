const shortestPrefix = 4;
/** Things that a text may mean, in one answer. */
export const maxShown = 5;

/** What a text means among things that have ids. */
export type Lookup<Thing> =
  | { readonly status: "found"; readonly thing: Thing }
  /** Nearest names, best first, at most five, or all where there are few; absent where names are not compared. */
  | { readonly status: "not_found"; readonly candidates?: readonly string[] }
  /** "name (id)" of each, at most five. */
  | { readonly status: "ambiguous"; readonly candidates: readonly string[] };

export interface LookupOptions<Row, Thing> {
  /** What has the text as its id or name: it wins over the beginning of an id. */
  readonly whole: Row | undefined;
  readonly byIdPrefix: (prefix: string, limit: number) => Promise<readonly Row[]>;
  readonly labelOf: (row: Row) => string;
  readonly thingOf: (row: Row) => Thing;
}

/** The one thing that a text means, also by the beginning of its id, unless that is too short. */
export async function lookUp<Row extends { readonly id: string }, Thing>(
  text: string,
  { whole, byIdPrefix, labelOf, thingOf }: LookupOptions<Row, Thing>,
): Promise<Lookup<Thing>> {
  if (whole !== undefined) return { status: "found", thing: thingOf(whole) };
  const prefix = text.toLowerCase();
  const isPrefix = prefix.length >= shortestPrefix && /^[0-9a-f-]+$/.test(prefix);
  const [first, ...others] = isPrefix ? await byIdPrefix(prefix, maxShown) : [];
  if (first === undefined) return { status: "not_found" };
  if (others.length === 0) return { status: "found", thing: thingOf(first) };
  return { status: "ambiguous", candidates: [first, ...others].map((row) => `${labelOf(row)} (${row.id})`) };
}
