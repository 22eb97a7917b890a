import type { AdaptSetupAgent, AdaptSetupAgentResult } from "../../../generated/contracts/session_open.ts";
import type { Briefing } from "../../../generated/types.ts";
import { ramorieStatus } from "../task/ramorie-task.ts";
import { agentDirectives, workflowGuide } from "./ramorie-guide.ts";

const defaultAgent = "unknown-agent";

export const setupAgent: AdaptSetupAgent = ({ agent_name: agent, agent_model: model }) => ({
  agent: agent === undefined || agent === "" ? defaultAgent : agent,
  ...(model === undefined ? {} : { model }),
});

/** The briefing in the form of Ramorie; its texts speak of the old names, because these are all that the caller knows. */
export const setupAgentResult: AdaptSetupAgentResult = ({ session, agent, briefing }, { agent_model: model }) => {
  const { projects_count, memories_count, recent_memories, active_task, tasks_in_progress, focus } = briefing;
  return {
    status: "ready",
    message: `Session open for ${agent}`,
    session: {
      id: session,
      agent_name: agent,
      ...(model === undefined || model === "" ? {} : { agent_model: model }),
      initialized: true,
    },
    projects_count,
    ...(focus === null ? {} : { active_focus: focused(focus) }),
    ...(active_task === null
      ? {}
      : {
          active_task: { id: active_task.id, title: active_task.title, status: ramorieStatus[active_task.status] },
        }),
    stats: { memories: memories_count, projects: projects_count, in_progress: tasks_in_progress.length },
    context_injection: {
      recent_memories: recent_memories.map(({ id, preview }) => ({ id, content: preview })),
      in_progress_tasks: tasks_in_progress.map(({ id, title, project }) => ({ id, title, project })),
    },
    next_steps: nextSteps(briefing),
    workflow_guide: workflowGuide,
    agent_directives: agentDirectives,
  };
};

function focused({ id, name, contexts_count, memories_count, tasks_count }: NonNullable<Briefing["focus"]>) {
  return { pack_id: id, pack_name: name, contexts_count, memories_count, tasks_count };
}

function nextSteps({ active_task: task, focus, memories_count, projects_count }: Briefing): readonly string[] {
  return [
    ...(task === null ? [] : [`Go on with '${task.title}': get_task ${task.id}`]),
    ...(focus === null ? [] : [`Read what is in focus: get_context_pack ${focus.id}`]),
    memories_count === 0 ? "Nothing is stored yet: keep what you learn with add_memory" : "Look what is known: recall",
    projects_count === 0 ? "Make the first project: create_project" : "Find what to do: list_tasks with next_priority",
  ];
}
