import type { TaskEdges } from "../../store/task-rows.ts";
import type { Task } from "./task.ts";

const dayMs = 86_400_000;

/** What gives a task its place among those to be done next, in words: its priority, its day, and tasks beside it. */
export function whyNext({ priority, due, parts }: Task, edges: TaskEdges | undefined, now: number): string {
  const { needsCompleted = 0, openNeededBy = 0 } = edges ?? {};
  return [
    `${priority} priority`,
    ...(due === null ? [] : [dueText(due, now)]),
    ...(needsCompleted === 0 ? [] : [`what it waited for is done (${tasks(needsCompleted)})`]),
    ...(openNeededBy === 0 ? [] : [`${tasks(openNeededBy)} ${openNeededBy === 1 ? "waits" : "wait"} for it`]),
    ...(parts === 0 ? [] : ["all its subtasks are done"]),
  ].join("; ");
}

/** Days are those of UTC. */
function dueText(due: string, now: number): string {
  const days = Math.floor(Date.parse(due) / dayMs) - Math.floor(now / dayMs);
  if (days < 0) return `overdue since ${due}`;
  if (days === 0) return "due today";
  return days === 1 ? "due tomorrow" : `due in ${days} days, on ${due}`;
}

function tasks(count: number): string {
  return count === 1 ? "1 task" : `${count} tasks`;
}
