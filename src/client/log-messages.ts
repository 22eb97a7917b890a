import type { Client } from "@modelcontextprotocol/client";
import { isJsonObject } from "../contract/json.ts";
import { type ClientLevel, isBelow } from "../contract/log-level.ts";
import { setOwn } from "../contract/own-property.ts";
import type { Deadline } from "./deadline.ts";
import type { Mask } from "./mask-secrets.ts";
import { callOf, type RelatedCall } from "./related-call.ts";
import type { CallOptions } from "./server-connection.ts";

type Logs = CallOptions["logs"];

/** The log of a server, while calls run. */
export interface ServerLog {
  /** What the server writes while the work goes on goes to this call. */
  during<Result>(logs: Logs, related: RelatedCall, deadline: Deadline, work: () => Promise<Result>): Promise<Result>;
}

/**
 * @param mask takes out what the server was given and no reader may see
 * @param setLevel asks the server for messages from a level on; absent: each request names a level, or the server has no log
 */
export function openServerLog(
  client: Client,
  mask: Mask,
  setLevel: ((level: ClientLevel, deadline: Deadline) => Promise<void>) | undefined,
): ServerLog {
  const open = new Set<{ readonly logs: Logs; readonly related: RelatedCall }>();
  let lowest: ClientLevel | undefined;

  /** A message seldom says which call it is of. Where all that run are of one caller that does not matter; else one would read of another. */
  function readerOf(meta: unknown): Logs {
    const of = callOf(open, meta);
    if (of !== undefined) return of.logs;
    const [first, ...others] = [...open].map(({ logs }) => logs);
    const isOfOne = first?.reader !== undefined && others.every((logs) => logs?.reader === first.reader);
    return isOfOne ? first : undefined;
  }

  client.setNotificationHandler("notifications/message", ({ params: { level, logger, data, _meta: meta } }) => {
    const logs = readerOf(meta);
    if (logs === undefined || isBelow(level, logs.least)) return;
    logs.onMessage({ level, ...(logger === undefined ? {} : { logger: mask(logger) }), data: maskedValue(data, mask) });
  });
  return {
    async during(logs, related, deadline, work) {
      if (logs !== undefined && (lowest === undefined || isBelow(logs.least, lowest))) {
        await setLevel?.(logs.least, deadline);
        lowest = logs.least;
      }
      const call = { logs, related };
      open.add(call);
      try {
        return await work();
      } finally {
        open.delete(call);
      }
    },
  };
}

/** It came as JSON. */
function maskedValue(value: unknown, mask: Mask): unknown {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item: unknown) => maskedValue(item, mask));
  if (!isJsonObject(value)) return value;
  const copy: { [name: string]: unknown } = {};
  for (const [name, item] of Object.entries(value)) setOwn(copy, mask(name), maskedValue(item, mask));
  return copy;
}
