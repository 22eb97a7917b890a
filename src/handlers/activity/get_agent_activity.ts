import type { AdaptGetAgentActivity, AdaptGetAgentActivityResult } from "../../../generated/contracts/activity_list.ts";
import { oldLimit } from "../old-page.ts";

const maxLimit = 50;
const defaultLimit = 20;

/** Ramorie says deleted where ours says removed. */
const renamed: Readonly<Record<string, string>> = { memory_deleted: "memory_removed" };

export const getAgentActivity: AdaptGetAgentActivity = ({ project, agent_name, event_type, limit }) => ({
  limit: oldLimit(limit, maxLimit, defaultLimit),
  ...(project === undefined ? {} : { project }),
  ...(agent_name === undefined ? {} : { agent: agent_name }),
  ...(event_type === undefined ? {} : { event: renamed[event_type] ?? event_type }),
});

export const getAgentActivityResult: AdaptGetAgentActivityResult = ({ items, count, next_cursor, _context }) => ({
  events: items.map(({ event, subject, title, project, agent, at }) => ({
    event_type: event,
    entity_type: event.split("_")[0] ?? event,
    entity_id: subject,
    agent_name: agent,
    created_at: at,
    created_via: "mcp",
    ...(title === null ? {} : { entity_title: title }),
    ...(project === null ? {} : { project_name: project }),
  })),
  count,
  has_more: next_cursor !== null,
  _context,
});
