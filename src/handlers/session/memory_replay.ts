import { ok, okList } from "pegboard/runtime";
import type { MemoryReplay } from "../../../generated/contracts/memory_replay.ts";
import type { CapturedTurn } from "../../../generated/types.ts";
import type { ReplayedTurn } from "../../services/memories/replay.ts";
import type { ToolHandler } from "../deps.ts";
import { findMemory } from "../find.ts";
import { dateTime } from "../instant.ts";

const maxDepth = 5;
const maxTurns = 500;

export const memoryReplay: ToolHandler<MemoryReplay> = async (input, deps, call) => {
  const memories = deps.memories(call.session?.agent);
  const found = await findMemory(memories, input.memory_id);
  if (!found.ok) return found;
  const { thing: memory } = found;
  const depth = input.depth ?? maxDepth;
  const { turns, more } = await memories.replay({ memory, depth, agentId: input.agent_id, limit: maxTurns });
  const cut = memories.contentCut("");
  const shownOf = (content: string) => (input.verbose ? content : cut(content, Number.POSITIVE_INFINITY));
  return okList(turns.length, (count) => {
    // The last ones lead to the memory.
    const transcripts = turns.slice(turns.length - count).map((turn) => wireTurn(turn, shownOf(turn.memory.content)));
    const value = { memory_id: memory.id, transcripts, count, more: more || count < turns.length };
    return ok(value, { where: `namespace ${memory.namespace}` });
  });
};

function wireTurn({ memory, hostSession, index, role, depth }: ReplayedTurn, shown: string): CapturedTurn {
  return {
    memory_id: memory.id,
    host_session_id: hostSession,
    turn_index: index,
    role,
    content: shown,
    ...(shown === memory.content ? {} : { content_length: [...memory.content].length }),
    at: dateTime(memory.createdAt),
    depth,
  };
}
