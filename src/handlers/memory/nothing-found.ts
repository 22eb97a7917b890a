import type { NothingFound } from "../../services/memories/memories.ts";
import { shortId } from "./short-id.ts";

/** More would be a list of what was not asked for. */
const maxWords = 5;

/**
 * What to say where no memory is an answer, and what to try. What came nearest is named by title: it may be the answer in other words.
 * @param narrowing names of the params that left memories out
 * @param isPartial some memories could not be searched: they may hold it
 */
export function nothingFound(
  narrowing: readonly string[],
  nothing: NothingFound | undefined,
  isPartial: boolean,
): string {
  const { unknownWords = [], nearest = [], archived = [] } = nothing ?? {};
  const words = unknownWords.slice(0, maxWords).map((word) => `'${word}'`);
  const wider = narrowing.length === 0 ? "" : `, leave out ${narrowing.join(", ")}`;
  const namesOf = (memories: NothingFound["nearest"]) =>
    memories.map(({ id, title }) => `${shortId(id)} '${title}'`).join("; ");
  if (archived.length > 0) {
    const answers = archived.length === 1 ? "1 archived memory answers" : `${archived.length} archived memories answer`;
    const them = archived.length === 1 ? "it" : "them";
    return `Nothing live answers that. ${answers}: ${namesOf(archived)}; memory_archive_restore brings ${them} back, include_archived shows ${them}.`;
  }
  return [
    isPartial ? "Nothing that could be searched answers that." : "Nothing that is stored answers that.",
    ...(words.length === 0
      ? []
      : [`No memory${isPartial ? " that could be searched" : ""} holds ${words.join(", ")}.`]),
    ...(nearest.length === 0 ? [] : [`Nearest: ${namesOf(nearest)}.`]),
    `Try other words for it${wider}, or see what there is with memory_list.`,
  ].join(" ");
}
