import type { Writable } from "node:stream";
import { type LogLevel, logLevels } from "../contract/log-level.ts";
import type { Clock, Log } from "../runtime/ports.ts";

type Level = Exclude<LogLevel, "silent">;
type Fields = Readonly<Record<string, unknown>>;
type Write = (level: Level, event: string, fields: Fields) => void;

/**
 * A log of one JSON object per line: `{"level", "time", …fields, "event"}`. Line breaks in fields stay escaped.
 *
 * pino writes it. It is imported when there is something to say, because most servers never say anything and it would be
 * a tenth of their start; what is said until it is there is written at once and in the same form, so no line waits and
 * none is lost. A stream that is closed swallows what is written; nothing here ever throws.
 * @param level what is less is dropped; `debug` is absent unless it is wanted
 */
export function createOperatorLog(stream: Writable, clock: Clock, level: LogLevel): Log {
  let write = plainWriter(stream, clock);
  let isLoading = false;
  const say = (at: Level): ((event: string, fields?: Fields) => void) => {
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
    ...(level === "debug" ? { debug: say("debug") } : {}),
    info: say("info"),
    warn: say("warn"),
    error: say("error"),
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
      // Who is told is decided above.
      level: "trace",
      base: null,
      messageKey: "event",
      timestamp: () => `,"time":"${timeText(clock)}"`,
      formatters: { level: (level) => ({ level }) },
      // Its own one would hide all of an error but what it knows; what is logged here are texts.
      serializers: {},
    },
    stream,
  );
  return (level, event, fields) => log[level](fields, event);
}

function timeText(clock: Clock): string {
  return new Date(clock()).toISOString();
}

/** A host may log what is no JSON: a circle, a bigint. */
function lineText(line: Fields): string {
  try {
    return JSON.stringify(line);
  } catch {
    const { level, time, event } = line;
    return JSON.stringify({ level, time, unserialisable: true, event });
  }
}
