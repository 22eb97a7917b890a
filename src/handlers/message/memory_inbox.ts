import { ok } from "pegboard/runtime";
import type { MemoryInbox } from "../../../generated/contracts/memory_inbox.ts";
import { errors } from "../../../generated/errors.ts";
import type { Message } from "../../../generated/types.ts";
import type { InboxMessage } from "../../services/memories/messages.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { dateTime } from "../instant.ts";

export const memoryInbox: ToolHandler<MemoryInbox> = async (input, deps, call) => {
  const { agent } = call.session;
  const { agent_id: owner = agent, unread_only: isUnreadOnly, mark_read: marksRead, limit } = input;
  const inbox = await deps
    .memories(agent)
    .inbox({ owner, isUnreadOnly, marksRead, limit, writer: writerOf(call.session) }, { signal: call.signal });
  if (inbox.status === "bad_address")
    return errors.namespaceInvalid({ namespace: inbox.namespace, problem: inbox.problem });
  const { namespace, more } = inbox;
  const messages = inbox.messages.map(wireMessage);
  return ok(
    { agent_id: owner, namespace, count: messages.length, messages, more },
    { where: `namespace ${namespace}` },
  );
};

function wireMessage({ memory, title, shown, isRead }: InboxMessage): Message {
  return {
    id: memory.id,
    from: memory.agentId,
    title,
    payload: shown,
    ...(shown === memory.content ? {} : { payload_length: [...memory.content].length }),
    priority: memory.priority,
    tier: memory.tier,
    delivered_at: dateTime(memory.createdAt),
    read: isRead,
  };
}
