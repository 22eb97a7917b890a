import type { LogLevel } from "../contract/log-level.ts";
import type { HostEnv } from "../runtime/registry.ts";
import { createOperatorLog } from "../server/operator-log.ts";
import type { Terminal } from "./terminal.ts";

/** What a host sees of the outside world. Its log goes to stderr, from the level up. */
export function createHostEnv(terminal: Terminal, level: LogLevel): HostEnv {
  return { env: terminal.env, clock: terminal.clock, log: createOperatorLog(terminal.stderr, terminal.clock, level) };
}
