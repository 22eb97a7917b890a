import { ok } from "pegboard/runtime";
import type { SessionOpen } from "../../../generated/contracts/session_open.ts";
import type { ToolHandler } from "../deps.ts";
import { dateTime } from "../instant.ts";
import { briefingOf } from "./briefing.ts";

export const sessionOpen: ToolHandler<SessionOpen> = async (input, deps, call) => {
  const model = input.model === "" ? undefined : input.model;
  const { signal } = call;
  const place = { directory: input.directory ?? null, gitRemote: input.git_remote ?? null };
  const facts = { agent: input.agent, ...(model === undefined ? {} : { model }), ...place };
  const { handle, session } = await deps.sessions.open(facts, { signal });
  call.adoptSession(handle);
  return ok({
    session: handle,
    agent: session.agent,
    expires_at: dateTime(session.expiresAt),
    briefing: await briefingOf(session, deps, call.toolName),
  });
};
