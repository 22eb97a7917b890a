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
  ["store", "save", "add", "remember", "keep", "record", "memorize", "note", "write", "jot"],
  ["get", "show", "read", "fetch", "view", "open", "see", "display", "inspect"],
  ["list", "browse", "enumerate", "all"],
  ["find", "search", "recall", "look", "lookup", "query", "retrieve", "match"],
  ["update", "change", "edit", "modify", "set", "rename", "adjust", "mark", "switch"],
  ["update", "correct", "fix", "amend", "revise", "typo"],
  ["delete", "remove", "erase", "destroy", "drop", "forget", "purge", "discard", "wipe"],
  ["restore", "recover", "undelete", "unarchive"],
  ["undo", "revert", "rollback"],
  ["merge", "combine", "join", "consolidate", "fuse", "squash", "unify", "condense", "summarise", "summarize"],
  ["split", "break", "cut", "divide", "atomise", "atomize", "dissect"],
  ["link", "connect", "relate", "associate", "tie"],
  ["tag", "label"],
  ["contradict", "contradiction", "disagree", "conflict", "clash"],
  ["share", "give", "hand", "pass"],
  ["inbox", "mailbox", "mail", "message"],
  ["agent", "colleague", "teammate", "coworker"],
  ["dump", "backup", "export"],
  ["import", "load"],
  ["decision", "adr"],
  ["long", "large", "huge", "big"],
  ["purge", "empty", "trash"],
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

/** What several everyday words together mean, as one that is in the groups; the longer ones first. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:do not|don['\u2019]?t|never) forget\b/gu, "remember"],
  [/\bkeep in mind\b/gu, "remember"],
  [/\b(?:write|note|jot) (?:\w+ )?down\b/gu, "store"],
  [/\btake a note\b/gu, "store note"],
  [/\bremind me\b/gu, "recall"],
  [/\b(?:get rid of|throw away|clean out)\b/gu, "delete"],
  [/\b(?:bring|get|take) back (?:an? |the |my )?(?:deleted|removed|forgotten|lost)\b/gu, "restore"],
  [/\b(?:bring|get|take) (\w+ )?back\b/gu, "restore $1"],
  [/\bundo (?:an? |the )?(?:delet|remov|forget)\w*/gu, "restore"],
  [/\b(?:put|bring|join) (\w+ )?together\b/gu, "merge $1"],
  [/\bbreak (?:up|down|apart)\b/gu, "split"],
  [/\bback up\b/gu, "backup"],
  [/\b(?:spin|set) up\b/gu, "create"],
  [/\bwrap up\b/gu, "close"],
  [/\b(?:sign|log) (?:in|on)\b/gu, "login"],
  [/\bhow many\b/gu, "count"],
  [/\bwhat (?:should|can|do) i (?:work on|do)\b/gu, "next task"],
  [/\bwhat (?:do|did) (?:we|i|you) know\b/gu, "recall"],
  [/\banything (?:about|on)\b/gu, "recall"],
  [/\bwho (?:else )?is (?:working|here|there)\b/gu, "list agent"],
  [/\bwhy did we\b/gu, "decision"],
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
  const said = phrases.reduce((text, [phrase, word]) => text.replaceAll(phrase, word), plain);
  return (said.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stopWords.has(word)).map(stem);
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
