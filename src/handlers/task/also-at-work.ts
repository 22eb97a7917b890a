import type { TaskWorker } from "../../store/task-rows.ts";
import { dateTime } from "../instant.ts";

const maxShown = 5;

/** Says who else works on a task: two that do not know of one another do the same work. */
export function alsoAtWork(others: readonly TaskWorker[], agent: string | undefined): string | undefined {
  if (others.length === 0) return undefined;
  const shown = others.slice(0, maxShown).map((one) => {
    const who = one.agent === agent ? `another session of ${one.agent}` : one.agent;
    return `${who} (since ${dateTime(one.since)})`;
  });
  const more = others.length - shown.length;
  return `also at work on this task: ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
