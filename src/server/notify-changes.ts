import type { Server } from "@modelcontextprotocol/server";
import type { Changed } from "../runtime/subscriptions.ts";
import { changeMessage } from "./change-message.ts";
import type { LineTransport } from "./line-transport.ts";
import { createQueue } from "./queue.ts";
import { handshakeRevisions } from "./revision.ts";
import type { Subscriber } from "./subscriber.ts";

export interface ChangePort {
  readonly transport: Pick<LineTransport, "revision" | "notify" | "caughtUp">;
  /** Since 2026-07-28 the SDK knows what the client listens to. undefined: no message needed it so far, so there is nothing. */
  readonly server: () => Server | undefined;
  readonly onError: (error: Error) => void;
}

/** Passes what changes to the client of a connection that lasts, in either era. */
export function notifyChanges(
  subscriber: Subscriber | undefined,
  { transport, server, onError }: ChangePort,
): (changed: Changed) => void {
  const isOlder = () => handshakeRevisions.includes(transport.revision() ?? "");
  const isWanted = (changed: Changed) => !isOlder() || subscriber?.wants(changed) === true;
  const push = createQueue<Changed>(async (changed) => {
    if (isOlder()) {
      // It may have ended its subscription while this waited.
      if (isWanted(changed)) await transport.notify(changeMessage(changed));
      return;
    }
    if (changed === undefined) await server()?.sendResourceListChanged();
    else await server()?.sendResourceUpdated({ uri: changed });
    await transport.caughtUp();
  }, onError);
  return (changed) => {
    if (isWanted(changed)) push(changed);
  };
}
