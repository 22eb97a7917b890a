import { suggest } from "../diagnostics/suggest.ts";
import type { Log } from "../runtime/ports.ts";
import type { HostDoor } from "../runtime/registry.ts";
import { createStreamLog } from "../server/stream-log.ts";
import { Refusal } from "./refusal.ts";
import type { Terminal } from "./terminal.ts";

const levels = ["info", "warn", "error", "silent"];

/**
 * What a host sees of the outside world. Its log goes to stderr, from PEGBOARD_LOG up (default: warn).
 * @throws Refusal for an unknown level
 */
export function hostDoor(terminal: Terminal): HostDoor {
  const named = terminal.env.PEGBOARD_LOG ?? "";
  const lowest = named === "" ? levels.indexOf("warn") : levels.indexOf(named);
  if (lowest === -1) throw new Refusal(`PEGBOARD_LOG can't be '${named}'`, { hint: suggest(named, levels) });
  const all = createStreamLog(terminal.stderr, terminal.clock);
  const silent = () => undefined;
  const log: Log = {
    info: lowest <= 0 ? all.info : silent,
    warn: lowest <= 1 ? all.warn : silent,
    error: lowest <= 2 ? all.error : silent,
  };
  return { env: terminal.env, clock: terminal.clock, log };
}
