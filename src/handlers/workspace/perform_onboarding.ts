import type {
  AdaptPerformOnboarding,
  AdaptPerformOnboardingResult,
} from "../../../generated/contracts/workspace_init.ts";

/** What was blank was not given. */
export const performOnboarding: AdaptPerformOnboarding = ({ project_path, project_name, include_strategy_guide }) => ({
  identifier: project_path ?? "",
  ...(project_name === undefined || project_name === "" ? {} : { name: project_name }),
  include_guide: include_strategy_guide,
});

/** The first calls have the id of the workspace filled in. */
export const performOnboardingResult: AdaptPerformOnboardingResult = ({ workspace, created, guide }) => {
  const { id, name, memory_count } = workspace;
  const call = (tool: string, given: object) => `${tool} ${JSON.stringify({ ...given, workspace_id: id })}`;
  return {
    workspace_id: id,
    workspace_name: name,
    created,
    memory_count,
    quick_start: [
      call("retrieve_relevant_memories", { query: "what you are about to do" }),
      call("store_coding_memory", { content: "what you learned", context: "why it matters" }),
    ],
    ...(guide === undefined ? {} : { strategy_guide: guide }),
  };
};
