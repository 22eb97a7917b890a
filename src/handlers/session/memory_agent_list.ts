import { ok } from "pegboard/runtime";
import type { MemoryAgentList } from "../../../generated/contracts/memory_agent_list.ts";
import type { RegisteredAgent } from "../../../generated/types.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import type { ToolHandler } from "../deps.ts";
import { dateTime } from "../instant.ts";
import { agentsNamespace } from "./agents-namespace.ts";

const limit = 200;

export const memoryAgentList: ToolHandler<MemoryAgentList> = async (_input, deps, call) => {
  const page = await deps.memories(call.session?.agent).list({ namespace: agentsNamespace, kind: "entity", limit });
  if ("status" in page) throw new Error("invariant: a list without a cursor has no bad one");
  const agents = page.items.flatMap(registeredAgent);
  return ok(
    { count: agents.length, agents, more: page.nextCursor !== undefined },
    { where: `namespace ${agentsNamespace}` },
  );
};

/** None where a memory of that namespace is about something else. */
function registeredAgent({ id, title, metadata, createdAt, updatedAt }: MemoryRow): readonly RegisteredAgent[] {
  const { agent_type: type, capabilities } = metadata;
  if (typeof type !== "string") return [];
  const known = Array.isArray(capabilities) ? capabilities.filter((one) => typeof one === "string") : [];
  const times = { registered_at: dateTime(createdAt), updated_at: dateTime(updatedAt) };
  return [{ id, agent_id: title, agent_type: type, capabilities: known, ...times }];
}
