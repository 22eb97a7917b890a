// Words of English texts, as rules compare them: deterministic and rough on purpose. A rule that depends on them shows
// a confidence in its finding.

/** Words without a meaning of their own. */
const fillers = new Set(
  (
    "a an the this that these those it its their your our one of in on at to for from by with without and or as is are was " +
    "be been can may will would should must do does which who what whose when where while if then than not no so into over per via " +
    "you we they i he she there here all any each some other more most only just also very tool function api call calls used use using"
  ).split(" "),
);

/** Words in lower case; `snake_case` and `camelCase` are split. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? []
  );
}

/** The words with a meaning, each once and without a plural's `s`. */
export function contentWords(text: string): ReadonlySet<string> {
  return new Set(
    wordsOf(text)
      .filter((word) => !fillers.has(word))
      .map(singular),
  );
}

/** Share of words in common; 1 for two empty sets. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common / (a.size + b.size - common);
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
