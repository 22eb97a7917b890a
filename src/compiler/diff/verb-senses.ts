// Verbs of tool names that are put for each other, and those that never are.

/** Spellings of one deed. Looked at in public tool lists, 2026-11. */
const senses: readonly (readonly string[])[] = [
  ["get", "fetch", "read", "retrieve", "show", "view", "print", "describe", "load", "download"],
  ["list", "browse", "enumerate"],
  ["search", "find", "query", "lookup"],
  ["create", "add", "new", "make", "insert", "post", "register", "generate", "write"],
  ["update", "edit", "modify", "change", "set", "patch", "put", "alter"],
  ["delete", "remove", "destroy", "drop", "erase", "purge", "wipe", "clear"],
  ["run", "execute", "trigger", "do", "perform", "invoke"],
  ["start", "begin", "launch", "open"],
  ["stop", "end", "kill", "terminate", "close"],
  ["validate", "check", "verify"],
  ["enable", "activate"],
  ["disable", "deactivate"],
  ["send"],
  ["move"],
  ["copy", "duplicate", "clone"],
  ["upload", "import"],
  ["export"],
  ["analyze", "analyse"],
  ["manage", "handle"],
];

const senseOf = new Map(senses.flatMap((words) => words.map((word) => [word, words[0] ?? word] as const)));

/** Reading one thing, listing and searching: reworded for each other more often than other deeds. */
const reading: ReadonlySet<string> = new Set(["get", "list", "search"]);

/** The first spelling of the deed; undefined where the word is not one of these verbs. */
export function senseOfVerb(word: string): string | undefined {
  return senseOf.get(word);
}

/** A verb of reading, however what is read is chosen. */
export function isReadingVerb(word: string): boolean {
  const sense = senseOf.get(word);
  return sense !== undefined && reading.has(sense);
}

/** What a name says is done: its first word where that is a verb, else its last, else any. */
export function deedOf(words: readonly string[]): string | undefined {
  const ends = [words[0], words.at(-1), ...words].map((word) => senseOfVerb(word ?? ""));
  return ends.find((sense) => sense !== undefined);
}

/** One of them deletes, and the other does not. */
export function onlyOneDeletes(a: string | undefined, b: string | undefined): boolean {
  return a !== b && a !== undefined && b !== undefined && [a, b].includes("delete");
}
