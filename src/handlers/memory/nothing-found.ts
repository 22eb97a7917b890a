import type { CallContext } from "pegboard/runtime";
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
  toolName: CallContext["toolName"],
): string {
  const { unknownWords = [], nearest = [], archived = [] } = nothing ?? {};
  const words = unknownWords.slice(0, maxWords).map((word) => `'${word}'`);
  const wider = narrowing.length === 0 ? "" : `, leave out ${narrowing.join(", ")}`;
  const namesOf = (memories: NothingFound["nearest"]) =>
    memories.map(({ id, title }) => `${shortId(id)} '${title}'`).join("; ");
  if (archived.length > 0) {
    const answers = archived.length === 1 ? "1 archived memory answers" : `${archived.length} archived memories answer`;
    const them = archived.length === 1 ? "it" : "them";
    const restore = toolName("memory_archive_restore");
    const back = restore === undefined ? "" : `${restore} brings ${them} back, `;
    return `Nothing live answers that. ${answers}: ${namesOf(archived)}; ${back}include_archived shows ${them}.`;
  }
  const list = toolName("memory_list");
  return [
    isPartial ? "Nothing that could be searched answers that." : "Nothing that is stored answers that.",
    ...(words.length === 0
      ? []
      : [`No memory${isPartial ? " that could be searched" : ""} holds ${words.join(", ")}.`]),
    ...(nearest.length === 0 ? [] : [`Nearest: ${namesOf(nearest)}.`]),
    `Try other words for it${wider}${list === undefined ? "" : `, or see what there is with ${list}`}.`,
  ].join(" ");
}
