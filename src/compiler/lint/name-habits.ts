import { conceptOfParam, shortFormIn, singular, verbPlace, wordsOf } from "./name-words.ts";

// A catalog's own naming habits, and the names that deviate. No style is prescribed: the majority decides.

export interface NamedTool {
  readonly name: string;
  /** Absent in foreign lists. */
  readonly family?: string;
  readonly params: readonly string[];
}

/** Deviating names of tools: name → sentences that complete a message after the name. */
export function oddNames(tools: readonly NamedTool[]): ReadonlyMap<string, readonly string[]> {
  const odd = new Map<string, string[]>();
  const note = (name: string, problem: string): void => {
    odd.set(name, [...(odd.get(name) ?? []), problem]);
  };
  // A verb at the wrong end also moves the family: one of the two is reported, not both.
  const noteFirst: Note = (name, problem) => {
    if (!odd.has(name)) note(name, problem);
  };
  verbsOutOfPlace(tools, noteFirst);
  missingPrefixes(tools, noteFirst);
  mixedNumbers(tools, noteFirst);
  for (const { name } of tools) {
    const found = shortFormIn(name);
    if (found !== undefined) note(name, `uses '${found.short}' for '${found.long}'`);
  }
  return odd;
}

/** A habit needs this many names, and must be three times as frequent as the deviation. */
const minNames = 4;
const times = 3;

type Note = (name: string, problem: string) => void;

function isHabit(many: number, few: number): boolean {
  return many >= minNames && few > 0 && many >= times * few;
}

function verbsOutOfPlace(tools: readonly NamedTool[], note: Note): void {
  const first = tools.filter(({ name }) => verbPlace(name) === "first");
  const last = tools.filter(({ name }) => verbPlace(name) === "last");
  if (isHabit(first.length, last.length)) {
    for (const { name } of last) note(name, "ends with its verb; other names begin with it");
  }
  if (isHabit(last.length, first.length)) {
    for (const { name } of first) note(name, "begins with its verb; other names end with it");
  }
}

function missingPrefixes(tools: readonly NamedTool[], note: Note): void {
  const families = new Map<string, NamedTool[]>();
  for (const tool of tools) {
    if (tool.family !== undefined) families.set(tool.family, [...(families.get(tool.family) ?? []), tool]);
  }
  for (const [family, members] of families) {
    const without = members.filter(({ name }) => !hasPrefix(name, family));
    if (!isHabit(members.length - without.length, without.length)) continue;
    const usual = wordsOf(members.find((member) => !without.includes(member))?.name ?? family)[0];
    for (const { name } of without) note(name, `does not begin with '${usual}' like the other names of its family`);
  }
}

function hasPrefix(name: string, family: string): boolean {
  const prefix = wordsOf(family);
  const words = wordsOf(name);
  return prefix.every((word, index) => singular(words[index] ?? "") === singular(word));
}

function mixedNumbers(tools: readonly NamedTool[], note: Note): void {
  const groups = new Map<string, { readonly name: string; readonly noun: string }[]>();
  for (const { name } of tools) {
    const noun = wordsOf(name)[0];
    if (noun === undefined || verbPlace(name) !== "last") continue;
    const key = singular(noun);
    groups.set(key, [...(groups.get(key) ?? []), { name, noun }]);
  }
  for (const [one, members] of groups) {
    const plural = members.filter(({ noun }) => noun !== one);
    const plain = members.filter(({ noun }) => noun === one);
    const [few, many] = plural.length < plain.length ? [plural, plain] : [plain, plural];
    const usual = many[0]?.noun;
    if (few.length === 0 || many.length === few.length || usual === undefined) continue;
    for (const { name, noun } of few) note(name, `uses '${noun}'; other names use '${usual}'`);
  }
}

/** Param names that mean what another name means in more tools: name → that other name. */
export function oddParams(tools: readonly NamedTool[]): ReadonlyMap<string, string> {
  const uses = new Map<string, number>();
  for (const name of tools.flatMap(({ params }) => params)) uses.set(name, (uses.get(name) ?? 0) + 1);
  const concepts = new Map<string, string[]>();
  for (const name of uses.keys()) {
    const concept = conceptOfParam(name);
    concepts.set(concept, [...(concepts.get(concept) ?? []), name]);
  }
  const odd = new Map<string, string>();
  for (const names of concepts.values()) {
    const [usual, ...others] = names.toSorted((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || (a < b ? -1 : 1));
    if (usual !== undefined) for (const name of others) odd.set(name, usual);
  }
  return odd;
}
