import type {
  AdaptEvolveMemoryNetwork,
  AdaptEvolveMemoryNetworkResult,
} from "../../../generated/contracts/memory_evolve.ts";
import { workspaceNamespace } from "../../services/namespaces/workspace.ts";
import { oldLimit } from "../old-page.ts";

const defaultMemories = 100;
const maxMemories = 300;

/** The scope 'project' is one workspace, that of the path or the default; 'all' compares as many as can be. */
export const evolveMemoryNetwork: AdaptEvolveMemoryNetwork = ({ trigger_type, scope, max_memories, project_path }) => ({
  max_memories: Math.max(2, oldLimit(max_memories, maxMemories, scope === "all" ? maxMemories : defaultMemories)),
  ...(trigger_type === undefined ? {} : { trigger: trigger_type }),
  ...(scope === "project" || (project_path ?? "") !== "" ? { namespace: workspaceNamespace(project_path ?? "") } : {}),
});

/** No context is written here: what a memory says is its author's. */
export const evolveMemoryNetworkResult: AdaptEvolveMemoryNetworkResult = (evolved) => ({
  memories_analyzed: evolved.analyzed,
  memories_evolved: evolved.evolved,
  links_created: evolved.links_created,
  links_strengthened: evolved.links_strengthened,
  contexts_updated: 0,
  duration_ms: evolved.duration_ms,
  evolution_id: evolved.evolution_id,
});
