import { stem } from "../../store/stem.ts";
import type { ReadableRows } from "../../store/store.ts";
import { distinctWords } from "../../store/words.ts";
import { isFunctionWord } from "../memories/recall/function-words.ts";
import { dictionaryForms, otherForms } from "../memories/recall/irregular-forms.ts";
import { thingsOfKind } from "../memories/recall/kinds.ts";
import { synonyms } from "../memories/recall/synonyms.ts";

const maxTerms = 50;

/** Bounds the work for a long query. */
const maxWords = 100;

/** Forms, synonyms and things of the kind of a query's words, without those that it has; what memories hold comes first. */
export async function expandQuery(
  { memories }: Pick<ReadableRows, "memories">,
  query: string,
): Promise<readonly string[]> {
  const asked = distinctWords(query);
  const known = new Set(asked.map(stem));
  const terms = new Map<string, string>();
  for (const word of asked.filter((one) => !isFunctionWord(one)).slice(0, maxWords)) {
    const forms = [word, ...dictionaryForms(word)];
    for (const term of [otherForms, synonyms, thingsOfKind].flatMap((table) => forms.flatMap(table))) {
      const own = stem(term);
      if (!known.has(own) && !terms.has(own)) terms.set(own, term);
    }
  }
  const held = await memories.holding([...terms.keys()]);
  const isHeld = ([own]: readonly [string, string]) => held.has(own);
  const all = [...terms];
  const inOrder = [...all.filter(isHeld), ...all.filter((each) => !isHeld(each))];
  return inOrder.slice(0, maxTerms).map(([, term]) => term);
}

/** Terms that the query does not have, each once. */
export function termsBeside(query: string, terms: readonly string[]): readonly string[] {
  const known = new Set(distinctWords(query).map(stem));
  const isNew = (term: string) => distinctWords(term).some((word) => !known.has(stem(word)));
  return terms.filter(isNew).slice(0, maxTerms);
}
