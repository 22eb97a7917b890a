// The parts of names: words, verbs, spellings of one concept. Used for catalogs and for lists of other servers.

/** Words of a name in lower case, whatever joins them: `note_create`, `createNote` and `create-note` have two. */
export const wordsOf = oncePerName((name): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== ""),
);

/** The same, each once and without a plural's ending. */
export const singularsOf = oncePerName((name): ReadonlySet<string> => new Set(wordsOf(name).map(singular)));

/** Every tool of a list is compared with every other one, so a name is asked about hundreds of times. */
function oncePerName<Value extends object>(compute: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    if (name.length > maxNameLength) return compute(name);
    if (known.size >= maxNames) known.clear();
    // A part of a text keeps the whole text in memory; this is a copy.
    const own: string = JSON.parse(JSON.stringify(name));
    const value = compute(own);
    known.set(own, value);
    return value;
  };
}

/** What is kept of them is a few megabytes, whatever a list holds. */
const maxNames = 10_000;
const maxNameLength = 100;

/** The form in which clients may compare names: some ignore letter case and punctuation. */
export function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "_");
}

/** Its letters and digits, whatever joins its words: `doubleClick` has those of `double_click`. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

const reading = ["get", "list", "search", "find", "read", "show", "fetch", "query", "count", "describe", "view"];
const destroying = ["delete", "remove", "destroy", "drop", "purge", "erase", "wipe"];
const changing = [
  ...["create", "add", "insert", "append", "write", "save", "store", "update", "edit", "set", "put", "move", "copy"],
  ...["rename", "merge", "push", "open", "close", "start", "stop", "send", "run", "execute", "manage", "import"],
  ...["export", "cancel", "approve", "assign", "archive", "restore", "recall", "upload", "download"],
];
const verbs: ReadonlySet<string> = new Set([...reading, ...destroying, ...changing]);

export type VerbEffect = "reads" | "destroys" | "other";

/** The effect that the verb of a name suggests: the first word where it is a verb, else the last. */
export function verbEffectOf(name: string): VerbEffect {
  const words = wordsOf(name);
  const verb = [words[0], words.at(-1)].find((word) => word !== undefined && verbs.has(word));
  if (verb === undefined) return "other";
  return reading.includes(verb) ? "reads" : destroying.includes(verb) ? "destroys" : "other";
}

/** Its verb says that something is written. */
export function changesByName(name: string): boolean {
  return wordsOf(name).some((word) => changing.includes(word));
}

/** The position of the verb; undefined for one word, and where it is ambiguous. */
export function verbPlace(name: string): "first" | "last" | undefined {
  const words = wordsOf(name);
  if (words.length < 2) return undefined;
  const first = verbs.has(words[0] ?? "");
  const last = verbs.has(words.at(-1) ?? "");
  return first === last ? undefined : first ? "first" : "last";
}

/** Abbreviations that a reader has to guess. */
const shortForms = new Map(
  Object.entries({
    addr: "address",
    btn: "button",
    cfg: "config",
    cnt: "count",
    del: "delete",
    idx: "index",
    mgr: "manager",
    msg: "message",
    pkg: "package",
    pwd: "password",
    qty: "quantity",
    svc: "service",
    tbl: "table",
    upd: "update",
    usr: "user",
  }),
);

/** The first short form in a name, and what it is short for. */
export function shortFormIn(name: string): { readonly short: string; readonly long: string } | undefined {
  for (const short of wordsOf(name)) {
    const long = shortForms.get(short);
    if (long !== undefined) return { short, long };
  }
  return undefined;
}

/** Spellings of one concept, as seen side by side in public tool lists. Looked at 2026-11. */
const oneConcept: readonly (readonly string[])[] = [
  ["repo", "repository"],
  ["id", "identifier"],
  ["dir", "directory", "folder"],
  ["msg", "message"],
  ["config", "cfg", "configuration"],
  ["org", "organization", "organisation"],
  ["lang", "language"],
  ["env", "environment"],
  ["img", "image"],
  ["addr", "address"],
  ["user", "usr"],
  ["password", "pwd", "passwd"],
  ["color", "colour"],
  ["lon", "lng", "longitude"],
  ["lat", "latitude"],
];

/** The same for whole names. */
const oneParam: readonly (readonly string[])[] = [
  ["limit", "max_results", "max_items", "page_size", "per_page"],
  ["cursor", "page_token", "next_token"],
  ["query", "q", "search_query"],
];

const conceptOf = new Map(
  oneConcept.flatMap((spellings) => spellings.map((word) => [word, spellings[0] ?? word] as const)),
);
const paramOf = new Map(
  oneParam.flatMap((spellings) => spellings.map((name) => [name, spellings[0] ?? name] as const)),
);

/** Names of params that are equal here name one concept. */
export function conceptOfParam(name: string): string {
  const words = wordsOf(name).map((word) => conceptOf.get(word) ?? word);
  const whole = words.join("_");
  return paramOf.get(whole) ?? whole;
}

/** The word without its plural ending. */
export function singular(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.endsWith("s") && !/(ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}
