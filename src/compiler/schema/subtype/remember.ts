import { type Answer, type Frame, none, type Search, step } from "./goal.ts";

/**
 * Answers a goal once. Met again deeper inside its own value it counts as having none there; what leans on that is kept
 * apart until the goal is settled.
 */
export function remembered(key: string, search: Search, look: () => Answer): Answer {
  const settled = search.settled.get(key);
  if (settled !== undefined) return settled;
  const open = search.open.get(key);
  if (open !== undefined) {
    if (open.level === search.level) return { kind: "unknown", reason: "the schema depends on itself" };
    lean(open.depth, search);
    return none;
  }
  const leaning = search.provisional.get(key);
  if (leaning !== undefined) {
    lean(leaning, search);
    return none;
  }
  step(search);
  const frame: Frame = { depth: search.open.size, level: search.level, leans: Infinity };
  search.open.set(key, frame);
  let answer: Answer;
  try {
    answer = look();
  } finally {
    search.open.delete(key);
  }
  settle(key, frame, answer, search);
  return answer;
}

/** Notes that the answer of every open goal from that depth on depends on the goal there. */
function lean(depth: number, search: Search): void {
  for (const frame of search.open.values()) if (frame.depth >= depth) frame.leans = Math.min(frame.leans, depth);
}

function settle(key: string, frame: Frame, answer: Answer, search: Search): void {
  if (answer.kind === "none" && frame.leans < frame.depth) {
    for (const [other, leans] of search.provisional) {
      if (leans > frame.leans) search.provisional.set(other, Math.min(leans, frame.leans));
    }
    search.provisional.set(key, frame.leans);
    return;
  }
  search.settled.set(key, answer);
  // What leaned on this goal having no value is certain now, or no longer known.
  for (const [other, leans] of search.provisional) {
    if (leans < frame.depth) continue;
    search.provisional.delete(other);
    if (answer.kind === "none") search.settled.set(other, none);
  }
}
