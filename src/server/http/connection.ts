import type { Connection } from "../../runtime/call-state.ts";
import type { TraceCarrier } from "../../runtime/call-trace.ts";
import type { Identity } from "../../runtime/ports.ts";
import type { Remembered } from "./sessions/memory.ts";

interface RequestedBy {
  /** undefined: each call carries its handle, and nothing is kept for the next one. */
  readonly remembered: Remembered | undefined;
  readonly identity: Identity | undefined;
  readonly trace: TraceCarrier | undefined;
}

/** The connection of one request. */
export function connectionOf({ remembered, identity, trace }: RequestedBy): Connection {
  if (remembered === undefined) return { sessionHandle: undefined, transport: "http", identity, trace };
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
