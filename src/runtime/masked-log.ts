import type { Log } from "./ports.ts";

/** The log with secrets replaced in every message and field. */
export function maskedLog(log: Log, mask: (text: string) => string): Log {
  const write = (line: (message: string, fields?: Readonly<Record<string, unknown>>) => void) => {
    return (message: string, fields?: Readonly<Record<string, unknown>>): void =>
      line(mask(message), fields === undefined ? undefined : maskedFields(fields, mask));
  };
  const { debug } = log;
  return {
    info: write((...said) => log.info(...said)),
    warn: write((...said) => log.warn(...said)),
    error: write((...said) => log.error(...said)),
    ...(debug === undefined ? {} : { debug: write((...said) => debug.call(log, ...said)) }),
    ...(log.isQuiet === undefined ? {} : { isQuiet: log.isQuiet }),
  };
}

function maskedFields(
  fields: Readonly<Record<string, unknown>>,
  mask: (text: string) => string,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, maskedValue(value, mask, 0)]));
}

/** Errors become their stacks, as the log writes them. Deeper than a log line is read, a value is only named. */
function maskedValue(value: unknown, mask: (text: string) => string, depth: number): unknown {
  if (typeof value === "string") return mask(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Error) return mask(value.stack ?? value.message);
  if (depth === 8) return "[nested]";
  if (Array.isArray(value)) return value.map((item: unknown) => maskedValue(item, mask, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [mask(name), maskedValue(item, mask, depth + 1)]),
  );
}
