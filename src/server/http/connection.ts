import type { Connection } from "../../runtime/call-state.ts";
import type { TraceCarrier } from "../../runtime/call-trace.ts";
import type { Identity } from "../../runtime/ports.ts";
import type { Session } from "./sessions/session.ts";

/** What calls leave for those after them. */
export interface Remembered {
  /** Of the session that a tool opened. */
  sessionHandle: string | undefined;
}

interface RequestedBy {
  readonly session: Session | undefined;
  readonly identity: Identity | undefined;
  readonly trace: TraceCarrier | undefined;
}

/** The connection of one request. Without a session of the protocol each call carries its handle, and nothing is kept for the next one. */
export function connectionOf({ session, identity, trace }: RequestedBy): Connection {
  if (session === undefined) return { sessionHandle: undefined, transport: "http", identity, trace };
  const { remembered } = session;
  return {
    transport: "http",
    identity,
    trace,
    get sessionHandle() {
      return remembered.sessionHandle;
    },
    set sessionHandle(handle) {
      remembered.sessionHandle = handle;
    },
  };
}
