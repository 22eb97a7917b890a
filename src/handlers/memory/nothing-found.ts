import type { NothingFound } from "../../services/memories/memories.ts";

/** More would be a list of what was not asked for. */
const maxWords = 5;
const shownIdLength = 8;

/**
 * What to say where no memory is an answer, and what to try. What came nearest is named by title: it may be the answer in other words.
 * @param narrowing names of the params that left memories out
 */
export function nothingFound(narrowing: readonly string[], nothing: NothingFound | undefined): string {
  const { unknownWords = [], nearest = [] } = nothing ?? {};
  const words = unknownWords.slice(0, maxWords).map((word) => `'${word}'`);
  const wider = narrowing.length === 0 ? "" : `, leave out ${narrowing.join(", ")}`;
  const near = nearest.map(({ id, title }) => `${id.slice(0, shownIdLength)} '${title}'`);
  return [
    "Nothing that is stored answers that.",
    ...(words.length === 0 ? [] : [`No memory holds ${words.join(", ")}.`]),
    ...(near.length === 0 ? [] : [`Nearest: ${near.join("; ")}.`]),
    `Try other words for it${wider}, or see what there is with memory_list.`,
  ].join(" ");
}
