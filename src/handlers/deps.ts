import type { Clock, Contract, Handler, SessionStore } from "pegboard/runtime";
import type { Memories } from "../services/memories/memories.ts";

/** What the workbench's handlers get; src/host.ts makes it. */
export interface Deps {
  readonly memories: Memories;
  readonly sessions: SessionStore;
  readonly now: Clock;
}

export type ToolHandler<C extends Contract> = Handler<C, Deps>;
