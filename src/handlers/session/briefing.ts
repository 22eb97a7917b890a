import type { CallContext, Session } from "pegboard/runtime";
import type { Briefing, TaskPreview } from "../../../generated/types.ts";
import type { InboxMessage } from "../../services/memories/messages.ts";
import { focusedPack } from "../context/wire-pack.ts";
import type { Deps } from "../deps.ts";
import { dateTime } from "../instant.ts";
import { memoryPreview } from "../memory/wire-memory.ts";
import { taskPreview } from "../task/wire-task.ts";

const recentLimit = 5;
const inProgressLimit = 3;
const assignedLimit = 3;

/** What an agent should know before it starts: what exists, what it worked on, what it has in focus. */
export async function briefingOf(
  session: Session,
  { memories, projects, tasks, packs }: Deps,
  toolName: CallContext["toolName"],
): Promise<Briefing> {
  const { agent, openedAt } = session;
  const ended = await memories(agent).archive.endedLately(agent, openedAt);
  const projectsCount = await projects.count();
  const overview = await memories(agent).overview(recentLimit);
  const work = await tasks.workOf(agent, inProgressLimit);
  const assigned = await tasks.assignedTo(agent, assignedLimit + 1);
  const message = await memories(agent).unreadMessage(agent);
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
  return {
    ...facts,
    next_steps: nextSteps(facts, { assigned: assigned.map(taskPreview), message }, ended.since, toolName),
  };
}

/** What other agents left for this one. */
interface HandedOver {
  /** One more than are named, where there are more. */
  readonly assigned: readonly TaskPreview[];
  readonly message: InboxMessage | undefined;
}

function nextSteps(
  facts: Omit<Briefing, "next_steps">,
  { assigned, message }: HandedOver,
  endedSince: number,
  toolName: CallContext["toolName"],
): string[] {
  const { active_task: task, focus, ended_count: ended } = facts;
  const since = dateTime(endedSince).slice(0, 10);
  /** Nothing where the caller's list lacks a tool that the step needs. */
  const step = (tools: readonly string[], text: (...names: readonly string[]) => string): readonly string[] => {
    const names = tools.flatMap((tool) => toolName(tool) ?? []);
    return names.length < tools.length ? [] : [text(...names)];
  };
  const store = ["memory_store"];
  return [
    ...(task === null
      ? []
      : step(
          ["task_get", "task_manage"],
          (get, manage) => `Continue with '${task.title}' (${get} ${task.id}); report progress with ${manage}`,
        )),
    ...(assigned.length === 0
      ? []
      : step(["task_manage"], (manage) => `Assigned to you: ${namesOf(assigned)}; ${manage} starts one`)),
    ...(message === undefined
      ? []
      : step(
          ["memory_inbox"],
          (inbox) => `Unread: '${message.title}' from ${message.memory.agentId}; ${inbox} shows your messages`,
        )),
    ...(focus === null ? [] : step(["pack_get"], (get) => `Read the pack in focus with ${get} ${focus.id}`)),
    ...(ended === 0
      ? []
      : step(
          ["memory_archive_list", "memory_archive_restore"],
          (list, restore) =>
            `${ended === 1 ? "1 memory" : `${ended} memories`} ended since ${since}: ${list} shows them, ${restore} brings one back`,
        )),
    ...(facts.memories_count === 0
      ? step(store, (tool) =>
          ended > 0
            ? `No memory is live now: store what you learn with ${tool}`
            : `Nothing is stored yet: store what you learn with ${tool}`,
        )
      : step(
          ["memory_recall", ...store],
          (recall, tool) => `Use ${recall} to find what is known before you begin; store what you learn with ${tool}`,
        )),
    ...(facts.projects_count === 0
      ? step(["project_create"], (create) => `No project exists yet: create one with ${create}`)
      : task === null
        ? step(["task_list"], (list) => `Find what to do with ${list} and next`)
        : []),
    "Over stdio this connection keeps the session; elsewhere send the handle as 'session'. It ends after 24 hours without a call",
  ];
}

/** 'a' (id), 'b' (id) and more */
function namesOf(assigned: readonly TaskPreview[]): string {
  const names = assigned.slice(0, assignedLimit).map(({ id, title }) => `'${title}' (${id})`);
  return `${names.join(", ")}${assigned.length > assignedLimit ? " and more" : ""}`;
}
