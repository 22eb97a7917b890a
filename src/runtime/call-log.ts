import type { ClientLevel, LogMessage } from "../contract/log-level.ts";
import { maskedLog } from "./masked-log.ts";
import type { Log } from "./ports.ts";

/** A line that a handler writes while it answers a call. */
export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  /** Canonical name of the tool. */
  readonly tool: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

/** The log of one call as its caller reads it. */
export interface CallLog {
  readonly takes: (level: LogLine["level"]) => boolean;
  readonly write: (line: LogLine) => void;
  /** What the caller reads, from this level on. */
  readonly least: ClientLevel;
  /** A message of another server, as it came. */
  readonly pass: (message: LogMessage) => void;
}

export interface CallFacts {
  readonly tool: string;
  readonly call: string;
  /** Replaces secrets in a text. Absent: there are none. */
  readonly mask: ((text: string) => string) | undefined;
}

/** The log of a call: the operator's, each line with the tool and the call, and that of the caller who asks for it. */
export function logOfCall(operator: Log, caller: CallLog | undefined, facts: CallFacts): Log {
  const kept = withFacts(operator, { tool: facts.tool, call: facts.call });
  if (caller === undefined) return kept;
  const plain = callersLog(caller, facts.tool);
  return both(kept, withoutStacks(facts.mask === undefined ? plain : maskedLog(plain, facts.mask)));
}

/** Each line says these, too. */
export function withFacts(log: Log, facts: Readonly<Record<string, string>>): Log {
  const added = (fields: Readonly<Record<string, unknown>> | undefined) => ({ ...fields, ...facts });
  return {
    info: (message, fields) => log.info(message, added(fields)),
    warn: (message, fields) => log.warn(message, added(fields)),
    error: (message, fields) => log.error(message, added(fields)),
    ...(log.debug === undefined ? {} : { debug: (message, fields) => log.debug?.(message, added(fields)) }),
    ...(log.isQuiet === undefined ? {} : { isQuiet: log.isQuiet }),
  };
}

function callersLog(caller: CallLog, tool: string): Log {
  const at = (level: LogLine["level"]) => (message: string, fields?: Readonly<Record<string, unknown>>) =>
    caller.write({ level, tool, message, fields });
  return {
    ...(caller.takes("debug") && { debug: at("debug") }),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    isQuiet: !caller.takes("info"),
  };
}

/** A stack names files of this machine: of an error, the caller reads the message. */
function withoutStacks({ debug, info, warn, error, isQuiet }: Log): Log {
  const shortly = (write: Log["info"]): Log["info"] => {
    return (message, fields) => write(message, fields && fieldsOf(fields, 0));
  };
  return {
    ...(debug && { debug: shortly(debug) }),
    info: shortly(info),
    warn: shortly(warn),
    error: shortly(error),
    ...(isQuiet !== undefined && { isQuiet }),
  };
}

function fieldsOf(fields: object, depth: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shortValue(value, depth)]));
}

/** Deeper than a log line is read, a value is only named, as in the operator's log. */
function shortValue(value: unknown, depth: number): unknown {
  if (value instanceof Error) return value.message;
  if (typeof value !== "object" || value === null) return value;
  if (depth === 8) return "[nested]";
  return Array.isArray(value) ? value.map((item) => shortValue(item, depth + 1)) : fieldsOf(value, depth + 1);
}

function both(one: Log, other: Log): Log {
  return {
    ...((one.debug !== undefined || other.debug !== undefined) && {
      debug: (...said: Parameters<Log["info"]>) => {
        one.debug?.(...said);
        other.debug?.(...said);
      },
    }),
    info: (...said) => {
      one.info(...said);
      other.info(...said);
    },
    warn: (...said) => {
      one.warn(...said);
      other.warn(...said);
    },
    error: (...said) => {
      one.error(...said);
      other.error(...said);
    },
    isQuiet: one.isQuiet === true && other.isQuiet === true,
  };
}
