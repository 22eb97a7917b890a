import type { Clock, Contract, Handler } from "pegboard/runtime";
import type { Memories } from "../services/memories/memories.ts";
import type { StoredSessions } from "../services/sessions/sessions.ts";

/** What the workbench's handlers get; src/host.ts makes it. */
export interface Deps {
  readonly memories: Memories;
  readonly sessions: StoredSessions;
  readonly now: Clock;
}

export type ToolHandler<C extends Contract> = Handler<C, Deps>;
