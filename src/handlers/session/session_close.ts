import { ok } from "pegboard/runtime";
import type { SessionClose } from "../../../generated/contracts/session_close.ts";
import type { ToolHandler } from "../deps.ts";
import { dateTime } from "../instant.ts";

export const sessionClose: ToolHandler<SessionClose> = async (_input, deps, call) => {
  const { session } = call;
  const done = await deps.sessions.close(session);
  call.leaveSession();
  return ok({
    agent: session.agent,
    opened_at: dateTime(session.openedAt),
    closed_at: dateTime(deps.now()),
    done: {
      projects_created: done.projectsCreated,
      tasks_created: done.tasksCreated,
      tasks_completed: done.tasksCompleted,
      memories_stored: done.memoriesStored,
      packs_changed: done.packsChanged,
    },
  });
};
