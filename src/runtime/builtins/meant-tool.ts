import { maxNameLength, nearMiss } from "../../contract/near-miss.ts";
import { searchWords, synonymsOf } from "./search-words.ts";

/**
 * The listed tool that an unknown name means: one whose name has the same words in any order, or synonyms of them (`note_add` is
 * `note_create`), else the one that is spelled most alike.
 */
export function meantTool(name: string, listed: readonly string[]): string | undefined {
  if (name.length > maxNameLength) return undefined;
  const words = searchWords(name);
  const alike = words.length === 0 ? [] : listed.filter((one) => haveSameMeaning(words, searchWords(one)));
  return nearMiss(name, alike) ?? alike[0] ?? nearMiss(name, listed);
}

function haveSameMeaning(words: readonly string[], others: readonly string[]): boolean {
  return words.length === others.length && isCovered(words, others) && isCovered(others, words);
}

function isCovered(words: readonly string[], by: readonly string[]): boolean {
  return words.every((word) => by.includes(word) || synonymsOf(word).some((synonym) => by.includes(synonym)));
}
