// Words as a search compares them: verbs and nouns of any tool, independent of the catalog.

/** Stop words: they do not distinguish tools. */
const stopWords = new Set(
  "a an and any are as at be been by can could do does for from had has have how i if in into is it its just me my need of on one or our please s so some that the their them then there these this to up us want was we were what when where which who will with would you your".split(
    " ",
  ),
);

/** Synonyms, in groups: a query for one word finds the others, with less weight. */
const synonyms: readonly (readonly string[])[] = [
  ["create", "add", "new", "make", "insert", "register"],
  ["store", "save", "add", "remember", "keep", "record", "memorize", "note", "write"],
  ["get", "show", "read", "fetch", "view", "open", "see", "display", "inspect"],
  ["list", "browse", "enumerate", "all"],
  ["find", "search", "recall", "look", "lookup", "query", "retrieve", "match"],
  ["update", "change", "edit", "modify", "set", "rename", "adjust", "mark", "switch"],
  ["delete", "remove", "erase", "destroy", "drop", "forget", "purge", "discard"],
  ["start", "begin", "open", "launch"],
  ["stop", "end", "finish", "close", "complete", "done", "out", "leave", "quit"],
  ["session", "login", "log", "signin", "sign"],
  ["send", "post", "submit", "publish"],
  ["task", "todo", "ticket", "issue", "work"],
  ["memory", "knowledge", "fact", "learned", "learning", "know", "known", "past"],
  ["next", "upcoming", "pending", "open"],
  ["collection", "pack", "bundle", "group"],
  ["describe", "explain", "detail", "documentation", "help"],
];

const stemsBySynonym = new Map<string, ReadonlySet<string>>();
for (const group of synonyms) {
  const stems = group.map(stem);
  for (const word of stems) stemsBySynonym.set(word, new Set([...(stemsBySynonym.get(word) ?? []), ...stems]));
}

/** The words of a text or a name without stop words, folded and stemmed; in order. */
export function searchWords(text: string): readonly string[] {
  const plain = text
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stopWords.has(word)).map(stem);
}

/** The synonyms of a word, without the word itself. */
export function synonymsOf(word: string): readonly string[] {
  return [...(stemsBySynonym.get(word) ?? [])].filter((other) => other !== word);
}

/** Removes the endings of English plurals and verb forms; most words of other languages stay as they are. */
function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const bare = word
    .replace(/ies$/, "y")
    .replace(/(?<=[sxz]|[cs]h)es$/, "")
    .replace(/(?<![su])s$/, "")
    .replace(/(?<=[a-z]{3})ing$/, "")
    .replace(/(?<=[a-z]{3})ed$/, "");
  // "stor" of "storing" and "store" are one word, and so are "stopp" and "stop".
  return bare.replace(/e$/, "").replace(/([bdglmnprt])\1$/, "$1");
}
