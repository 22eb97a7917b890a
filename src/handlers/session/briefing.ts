import type { Session } from "pegboard/runtime";
import type { Briefing } from "../../../generated/types.ts";
import { focusedPack } from "../context/wire-pack.ts";
import type { Deps } from "../deps.ts";
import { dateTime } from "../instant.ts";
import { memoryPreview } from "../memory/wire-memory.ts";
import { taskPreview } from "../task/wire-task.ts";

const recentLimit = 5;
const inProgressLimit = 3;

/** What an agent should know before it starts: what exists, what it worked on, what it has in focus. */
export async function briefingOf(session: Session, { memories, projects, tasks, packs }: Deps): Promise<Briefing> {
  const { agent, openedAt } = session;
  const ended = await memories.archive.endedLately(agent, openedAt);
  const projectsCount = await projects.count();
  const overview = await memories.overview(recentLimit);
  const work = await tasks.workOf(agent, inProgressLimit);
  const focus = await packs.focusOf(agent);
  const facts = {
    projects_count: projectsCount,
    memories_count: overview.count,
    ended_count: ended.count,
    recent_memories: overview.recent.map(memoryPreview),
    active_task: work.active === undefined ? null : taskPreview(work.active),
    tasks_in_progress: work.inProgress.map(taskPreview),
    focus: focus === undefined ? null : focusedPack(focus),
  };
  return { ...facts, next_steps: nextSteps(facts, ended.since) };
}

function nextSteps(facts: Omit<Briefing, "next_steps">, endedSince: number): string[] {
  const { active_task: task, focus, ended_count: ended } = facts;
  const since = dateTime(endedSince).slice(0, 10);
  return [
    ...(task === null ? [] : [`Continue with '${task.title}' (task_get ${task.id}); report progress with task_manage`]),
    ...(focus === null ? [] : [`Read the pack in focus with pack_get ${focus.id}`]),
    ...(ended === 0
      ? []
      : [
          `${ended === 1 ? "1 memory" : `${ended} memories`} ended since ${since}: memory_archive_list shows them, memory_archive_restore brings one back`,
        ]),
    facts.memories_count === 0
      ? ended > 0
        ? "No memory is live now: store what you learn with memory_store"
        : "Nothing is stored yet: store what you learn with memory_store"
      : "Use memory_recall to find what is known before you begin; store what you learn with memory_store",
    ...(facts.projects_count === 0
      ? ["No project exists yet: create one with project_create"]
      : task === null
        ? ["Find what to do with task_list and next"]
        : []),
    "Over stdio this connection keeps the session; elsewhere send the handle as 'session'. It ends after 24 hours without a call",
  ];
}
