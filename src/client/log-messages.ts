import type { Client } from "@modelcontextprotocol/client";
import { type ClientLevel, isBelow } from "../contract/log-level.ts";
import type { Deadline } from "./deadline.ts";
import type { CallOptions } from "./server-connection.ts";

type Logs = CallOptions["logs"];

/** The log of a server, while calls run. */
export interface ServerLog {
  /** What the server writes while the work goes on goes to this call. */
  during<Result>(logs: Logs, deadline: Deadline, work: () => Promise<Result>): Promise<Result>;
}

/**
 * @param setLevel asks the server for messages from a level on; absent: each request names a level, or the server has no log
 */
export function openServerLog(
  client: Client,
  setLevel: ((level: ClientLevel, deadline: Deadline) => Promise<void>) | undefined,
): ServerLog {
  const open = new Set<{ readonly logs: Logs }>();
  let lowest: ClientLevel | undefined;
  client.setNotificationHandler("notifications/message", ({ params: { level, logger, data } }) => {
    // A message does not say which call it is of. With one call that is clear; with more, one caller would read of another.
    const [only, ...others] = open;
    if (only?.logs === undefined || others.length > 0 || isBelow(level, only.logs.least)) return;
    only.logs.onMessage({ level, ...(logger === undefined ? {} : { logger }), data });
  });
  return {
    async during(logs, deadline, work) {
      if (logs !== undefined && (lowest === undefined || isBelow(logs.least, lowest))) {
        await setLevel?.(logs.least, deadline);
        lowest = logs.least;
      }
      const call = { logs };
      open.add(call);
      try {
        return await work();
      } finally {
        open.delete(call);
      }
    },
  };
}
