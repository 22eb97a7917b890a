import { words } from "../../store/words.ts";

export interface Sentence {
  /** As it stands in the text. */
  readonly text: string;
  /** Its words in order, folded. */
  readonly words: readonly string[];
  /** Equal for sentences of the same words. */
  readonly key: string;
}

/** The sentences of a text in order; the end of a line ends one too. */
export function sentencesOf(text: string): readonly Sentence[] {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  return text.split(/[\r\n\u2028\u2029]+/u).flatMap((line) =>
    [...segmenter.segment(line)].flatMap(({ segment }): readonly Sentence[] => {
      const shown = segment.trim();
      if (shown === "") return [];
      const said = words(shown);
      return [{ text: shown, words: said, key: said.length === 0 ? shown : said.join(" ") }];
    }),
  );
}
