import { type ClientLevel, isBelow, type LogMessage } from "../contract/log-level.ts";
import type { CallLog, LogLine } from "../runtime/call-log.ts";
import type { NotifyPort } from "./progress.ts";

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
  let logger: Pick<LogMessage, "logger"> = {};

  function send({ level, logger, data }: LogMessage): void {
    queued++;
    queue = queue
      .then(() => port.notify("notifications/message", { level, ...(logger === undefined ? {} : { logger }), data }))
      .catch((error: Error) => port.onError(error))
      .then(() => {
        queued--;
      });
  }

  function sayLeft(): void {
    if (left === 0) return;
    const data = `${left} log ${left === 1 ? "line was" : "lines were"} left out, because they are read too slowly`;
    send({ level: "warning", ...logger, data });
    left = 0;
  }

  function pass(message: LogMessage): void {
    if (isFinished || port.isCancelled() || isBelow(message.level, least)) return;
    logger = message.logger === undefined ? {} : { logger: message.logger };
    if (queued >= maxQueued) {
      left++;
      return;
    }
    sayLeft();
    send(message);
  }

  return {
    log: {
      least,
      takes: (level) => !isBelow(nameOf(level), least),
      write: (line) => pass({ level: nameOf(line.level), logger: line.tool, data: dataOf(line) }),
      pass,
    },
    async finish() {
      isFinished = true;
      sayLeft();
      while (queued > 0) await queue;
    },
  };
}

const maxQueued = 64;

function nameOf(level: LogLine["level"]): ClientLevel {
  return level === "warn" ? "warning" : level;
}

/** A line without fields is a text. */
function dataOf({ message, fields }: LogLine): unknown {
  return fields === undefined || Object.keys(fields).length === 0 ? message : { message, ...fields };
}
