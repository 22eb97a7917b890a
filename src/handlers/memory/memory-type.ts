/** Ramorie's types of memories. */
export type MemoryType = "general" | "decision" | "bug_fix" | "preference" | "pattern" | "reference";

/** Words and phrases that tell a type, the more telling type first. */
const signs: readonly (readonly [MemoryType, readonly string[]])[] = [
  ["decision", ["decided", "decide", "decision", "chose", "chosen", "agreed", "settled on", "instead of", "adr"]],
  [
    "bug_fix",
    ["bug", "fix", "fixed", "fixes", "crash", "crashed", "crashes", "regression", "root cause", "workaround"],
  ],
  ["preference", ["prefer", "prefers", "preferred", "preference", "likes", "dislikes", "favourite", "favorite"]],
  ["pattern", ["pattern", "patterns", "convention", "idiom", "best practice", "template", "boilerplate"]],
];

const documentWords = ["docs", "documentation", "manual", "reference", "specification", "spec", "rfc", "guide"];
const fewWords = 10;

/**
 * The type of a memory whose author gave none: the one with the most signs, found as whole words, whatever their letter case;
 * the first of those that have as many. A link makes a reference where it stands almost alone or beside a word for documents.
 */
export function memoryTypeOf(content: string): MemoryType {
  const words = content.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const text = ` ${words.join(" ")} `;
  const count = (phrases: readonly string[]) => phrases.filter((phrase) => text.includes(` ${phrase} `)).length;
  const ranked = signs.map(([type, phrases]) => ({ type, found: count(phrases) })).sort((a, b) => b.found - a.found);
  const [best] = ranked;
  if (best !== undefined && best.found > 0) return best.type;
  const prose = content.replaceAll(/\bhttps?:\/\/\S+/giu, " ");
  const isReference = prose !== content && (count(documentWords) > 0 || prose.trim().split(/\s+/u).length < fewWords);
  return isReference ? "reference" : "general";
}
