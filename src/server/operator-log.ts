import type { Writable } from "node:stream";
import { type LogLevel, logLevels } from "../contract/log-level.ts";
import type { Clock, Log } from "../runtime/ports.ts";

type Level = Exclude<LogLevel, "silent">;
type Fields = Readonly<Record<string, unknown>>;
type Write = (level: Level, event: string, fields: Fields) => void;

/**
 * A log of one JSON object per line: `{"level", "time", …fields, "event"}`. Line breaks in fields stay escaped.
 *
 * pino writes it. It is imported by the first line, because most servers log nothing and the import would be a tenth of their
 * start. Until it is loaded, lines are written directly in the same form, so none waits and none is lost. A closed stream
 * discards what is written; nothing here throws.
 * @param level lower levels are dropped; below it, `debug` is absent
 */
export function createOperatorLog(stream: Writable, clock: Clock, level: LogLevel): Log {
  let write = plainWriter(stream, clock);
  let isLoading = false;
  const logAt = (at: Level): ((event: string, fields?: Fields) => void) => {
    if (logLevels.indexOf(at) < logLevels.indexOf(level)) return () => undefined;
    return (event, fields = {}) => {
      write(at, event, fields);
      if (isLoading) return;
      isLoading = true;
      pinoWriter(stream, clock).then(
        (pino) => {
          write = pino;
        },
        // The plain writer goes on.
        (error: unknown) => write("warn", "pino can't be loaded", { error: String(error) }),
      );
    };
  };
  return {
    ...(level === "debug" ? { debug: logAt("debug") } : {}),
    info: logAt("info"),
    warn: logAt("warn"),
    error: logAt("error"),
    isQuiet: logLevels.indexOf("info") < logLevels.indexOf(level),
  };
}

/** The form of pino's lines, without pino. */
export function plainWriter(stream: Writable, clock: Clock): Write {
  return (level, event, fields) => {
    stream.write(`${lineText({ level, time: timeText(clock), ...fields, event })}\n`);
  };
}

export async function pinoWriter(stream: Writable, clock: Clock): Promise<Write> {
  const { default: pino } = await import("pino");
  const log = pino(
    {
      // The level is checked above.
      level: "trace",
      base: null,
      messageKey: "event",
      timestamp: () => `,"time":"${timeText(clock)}"`,
      formatters: { level: (level) => ({ level }) },
      // pino's own would drop unknown members of an error; here all fields are plain values.
      serializers: {},
    },
    stream,
  );
  return (level, event, fields) => log[level](fields, event);
}

function timeText(clock: Clock): string {
  return new Date(clock()).toISOString();
}

/** A host may log what JSON can't express: a circular value, a bigint. */
function lineText(line: Fields): string {
  try {
    return JSON.stringify(line);
  } catch {
    const { level, time, event } = line;
    return JSON.stringify({ level, time, unserialisable: true, event });
  }
}
