import type { AdaptRecall, AdaptRecallResult } from "../../../generated/contracts/memory_recall.ts";
import type { FoundDecision } from "../../../generated/types.ts";
import { kindOfType, typeOfKind } from "./kind-of-type.ts";
import { oldScore, oldTerms } from "./old-score.ts";
import { ramorieMemory } from "./ramorie-memory.ts";

const defaultLimit = 20;
const maxLimit = 50;

/**
 * With a comma between words all had to be found, without one any. A negative limit meant no limit. Where a score is asked for, as many
 * as possible are fetched, because the old scores are counted afterwards.
 */
export const recall: AdaptRecall = (old) => {
  return {
    context: old.term,
    ...(old.project === undefined || old.project === "" ? {} : { project: old.project }),
    ...(old.tag === undefined || old.tag === "" ? {} : { tags: old.tag }),
    ...(old.type === undefined ? {} : { kinds: [kindOfType[old.type]] }),
    ...(old.linked_task === true ? { linked_task: true } : {}),
    limit: (old.min_score ?? 0) > 0 ? maxLimit : limitOf(old.limit),
    detail: "full",
    ...(oldTerms(old.term).mode === "AND" ? { min_score: 1 } : {}),
  };
};

/** The scores are points of the old scale, and `min_score` is one of these; the order is theirs, then ours. */
export const recallResult: AdaptRecallResult = ({ memories, decisions }, old) => {
  const terms = oldTerms(old.term);
  const relations = old.include_relations !== false;
  const scored = memories
    .map((memory) => ({ memory, score: oldScore(memory.content, terms, typeof memory.task_id === "string") }))
    .filter(({ score }) => score >= (old.min_score ?? 0))
    .sort((a, b) => b.score - a.score);
  const results = scored.slice(0, limitOf(old.limit)).map(({ memory, score }) => {
    const { id, content, created_at, linked_task_id, tags } = ramorieMemory(memory);
    const project = /^project\/([^/]+)/.exec(memory.namespace ?? "")?.[1];
    const type = typeOfKind(memory.kind);
    const head = { id, content, score, ...(created_at === undefined ? {} : { created_at }) };
    if (!relations) return head;
    return {
      ...head,
      ...(project === undefined ? {} : { project }),
      ...(type === undefined ? {} : { type }),
      ...(linked_task_id === undefined ? {} : { linked_task_id }),
      tags,
    };
  });
  const message = "Nothing that is stored answers that: try other words, fewer filters or a lower min_score";
  return {
    term: old.term,
    search_mode: terms.mode,
    count: results.length,
    total_found: scored.length,
    ...(results.length === 0 && decisions === undefined ? { message } : {}),
    ...(decisions === undefined ? {} : { decisions: decisions.map(ramorieFound) }),
    results,
  };
};

function ramorieFound({ id, label, title, status }: FoundDecision) {
  return { id, adr_number: label, title, status: status === "accepted" ? ("approved" as const) : status };
}

function limitOf(limit: number | undefined): number {
  const whole = Math.trunc(limit ?? 0);
  if (whole === 0) return defaultLimit;
  return whole < 0 ? maxLimit : Math.min(whole, maxLimit);
}
