import type { Connection } from "./call-state.ts";
import type { Caller, ClientInfo } from "./ports.ts";

/** @param client undefined: it has not said what it is */
export function callerOf(client: ClientInfo | undefined, connection: Connection): Caller {
  return { client, transport: connection.transport ?? "in-process", identity: connection.identity };
}
