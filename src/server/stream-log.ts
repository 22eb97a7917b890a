import type { Writable } from "node:stream";
import type { Clock, Log } from "../runtime/ports.ts";

/** A log of one JSON object per line: `{"time", "level", "event", …fields}`. Line breaks in fields stay escaped. */
export function createStreamLog(stream: Writable, clock: Clock): Log {
  const write = (level: string, event: string, fields: Readonly<Record<string, unknown>> = {}) => {
    stream.write(`${JSON.stringify({ time: new Date(clock()).toISOString(), level, event, ...fields })}\n`);
  };
  return {
    info: (message, fields) => write("info", message, fields),
    warn: (message, fields) => write("warn", message, fields),
    error: (message, fields) => write("error", message, fields),
  };
}
