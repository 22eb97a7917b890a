import type { CallLog, LogLine } from "../runtime/call-log.ts";
import type { NotifyPort } from "./progress.ts";

/** As the protocol names them, the least first. @see MCP 2025-11-25, server/utilities/logging */
export const clientLevels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;
export type ClientLevel = (typeof clientLevels)[number];

/** What the client of a connection wants to read of the log. */
export interface ClientLog {
  /** From this level on. A client sets it by `logging/setLevel`. */
  least: ClientLevel;
}

/** @returns undefined where the catalog keeps its log from clients */
export function openClientLog({ logging }: { readonly logging?: true }): ClientLog | undefined {
  return logging === true ? { least: "info" } : undefined;
}

/** The log lines of one call, on their way to its caller. */
export interface LogMessages {
  readonly log: CallLog;
  /** Resolves when all lines are sent. Later ones are dropped: they would belong to no request. */
  readonly finish: () => Promise<void>;
}

/** A client that reads more slowly than the handler writes misses lines, and is sent how many. */
export function logMessages(least: ClientLevel, port: NotifyPort): LogMessages {
  let isFinished = false;
  let queue: Promise<void> = Promise.resolve();
  let queued = 0;
  let left = 0;
  let logger = "";

  function send(level: ClientLevel, data: unknown): void {
    queued++;
    queue = queue
      .then(() => port.notify("notifications/message", { level, logger, data }))
      .catch((error: Error) => port.onError(error))
      .then(() => {
        queued--;
      });
  }

  function sayLeft(): void {
    if (left === 0) return;
    send("warning", `${left} log ${left === 1 ? "line was" : "lines were"} left out, because they are read too slowly`);
    left = 0;
  }

  return {
    log: {
      takes: (level) => !isBelow(nameOf(level), least),
      write(line) {
        const level = nameOf(line.level);
        if (isFinished || port.isCancelled() || isBelow(level, least)) return;
        logger = line.tool;
        if (queued >= maxQueued) {
          left++;
          return;
        }
        sayLeft();
        send(level, dataOf(line));
      },
    },
    async finish() {
      isFinished = true;
      sayLeft();
      while (queued > 0) await queue;
    },
  };
}

const maxQueued = 64;

function isBelow(level: ClientLevel, least: ClientLevel): boolean {
  return clientLevels.indexOf(level) < clientLevels.indexOf(least);
}

function nameOf(level: LogLine["level"]): ClientLevel {
  return level === "warn" ? "warning" : level;
}

/** A line without fields is a text. */
function dataOf({ message, fields }: LogLine): unknown {
  return fields === undefined || Object.keys(fields).length === 0 ? message : { message, ...fields };
}
