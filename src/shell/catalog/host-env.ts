import type { LogLevel } from "../../contract/log-level.ts";
import { userFolders } from "../../disk/user-folders.ts";
import type { HostEnv } from "../../runtime/registry.ts";
import { createOperatorLog } from "../../server/operator-log.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { openUsageRecorder, type UsageRecorder } from "../../usage/record-usage.ts";
import { usageFolder } from "../../usage/usage-folder.ts";

/** What a host sees of the outside world. Its log goes to stderr, from the level up. */
export function createHostEnv(terminal: Terminal, level: LogLevel): HostEnv {
  return { env: terminal.env, clock: terminal.clock, log: createOperatorLog(terminal.stderr, terminal.clock, level) };
}

/**
 * Counts uses of old names from now on.
 * @param named where; "off" counts nothing; undefined: in the user's state folder
 */
export function openUsage(
  catalog: string,
  named: string | undefined,
  { env, clock, log }: HostEnv,
): UsageRecorder | undefined {
  if (named === "off") return undefined;
  const folder = async () => usageFolder(catalog, { named, state: userFolders(env).state });
  return openUsageRecorder({ folder, clock, log });
}
