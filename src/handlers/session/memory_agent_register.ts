import { ok } from "pegboard/runtime";
import type { MemoryAgentRegister } from "../../../generated/contracts/memory_agent_register.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { agentsNamespace } from "./agents-namespace.ts";

export const memoryAgentRegister: ToolHandler<MemoryAgentRegister> = async (input, deps, call) => {
  const { agent_id: agentId, agent_type: agentType, capabilities } = input;
  const abilities = capabilities.length === 0 ? "" : ` It can: ${capabilities.join(", ")}.`;
  const outcome = await deps.memories(call.session.agent).store(
    {
      title: agentId,
      content: `${agentId} is an agent of the type ${agentType}.${abilities}`,
      namespace: agentsNamespace,
      tier: "long",
      kind: "entity",
      scope: "collective",
      source: "nhi",
      priority: 5,
      confidence: 1,
      tags: [],
      metadata: { agent_type: agentType, capabilities: [...capabilities] },
      onConflict: "merge",
      force: true,
      writer: writerOf(call.session),
      leftOut: new Set(["tags", "priority", "confidence", "agent_id"]),
    },
    { signal: call.signal },
  );
  switch (outcome.status) {
    case "title_taken":
      return errors.memoryExists({ namespace: agentsNamespace, title: agentId, id: outcome.id });
    case "created":
    case "merged":
    case "versioned":
      break;
    case "similar_exists":
    case "private_owner":
    case "metadata_too_large":
      throw new Error(`invariant: an agent is stored whatever is similar, shared and small, not '${outcome.status}'`);
  }
  const value = { registered: true, id: outcome.memory.id, agent_id: agentId, agent_type: agentType, capabilities };
  return ok(value, { where: `namespace ${agentsNamespace}` });
};
