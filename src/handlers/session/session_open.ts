import { ok } from "pegboard/runtime";
import type { SessionOpen } from "../../../generated/contracts/session_open.ts";
import type { Overview } from "../../services/memories/memories.ts";
import type { ToolHandler } from "../deps.ts";

const recentLimit = 5;

export const sessionOpen: ToolHandler<SessionOpen> = async (input, deps, call) => {
  const model = input.model === "" ? undefined : input.model;
  const { signal } = call;
  const facts = { agent: input.agent, ...(model === undefined ? {} : { model }) };
  const { handle, session } = await deps.sessions.open(facts, { signal });
  call.adoptSession(handle);
  const overview = await deps.memories.overview(recentLimit, { signal });
  return ok({
    session: handle,
    agent: session.agent,
    expires_at: new Date(session.expiresAt).toISOString(),
    briefing: {
      memories_count: overview.count,
      recent_memories: overview.recent.map((memory) => ({
        id: memory.id,
        title: memory.title,
        namespace: memory.namespace,
        preview: memory.preview,
        updated_at: new Date(memory.updatedAt).toISOString(),
      })),
      next_steps: nextSteps(overview),
    },
  });
};

function nextSteps({ count }: Overview): string[] {
  return [
    count === 0
      ? "Nothing is stored yet: keep what you learn with memory_store"
      : "Ask memory_recall for what is known before you begin; keep what you learn with memory_store",
    "Over stdio this connection keeps the session; elsewhere send the handle as 'session'. It ends after 24 hours without a call",
  ];
}
