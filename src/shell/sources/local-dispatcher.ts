import { givenMembers } from "../../contract/given-members.ts";
import type { LogLevel } from "../../contract/log-level.ts";
import { userFolders } from "../../disk/user-folders.ts";
import type { Policy } from "../../runtime/policy.ts";
import type { OutsideWorld } from "../../runtime/registry.ts";
import { createOperatorLog } from "../../server/operator-log.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { openUsageRecorder, type UsageRecorder } from "../../usage/record-usage.ts";
import { usageFolder } from "../../usage/usage-folder.ts";
import type { LocalCatalog } from "../catalog/bound-catalog.ts";
import type { Settings } from "../settings/serve-settings.ts";
import type { ShellCallOptions } from "./tool-source.ts";

export type DispatcherSettings = Pick<Settings, "logLevel" | "usage" | "dispatcher">;

/**
 * The dispatcher of a catalog in this process, as the shell uses it.
 * @returns the dispatcher, and the counters of what old callers use, to be closed after it
 */
export function openLocalDispatcher(
  terminal: Terminal,
  catalog: LocalCatalog,
  settings: DispatcherSettings,
  policy: Policy,
) {
  const hostEnv = createHostEnv(terminal, settings.logLevel);
  const usage = openUsage(catalog.registry.server.name, settings.usage, hostEnv);
  // Here any result is taken whole.
  const { maxResultBytes: _, ...limits } = settings.dispatcher;
  const dispatcher = catalog.openDispatcher({
    ...limits,
    hostEnv,
    policy,
    // Exit codes stand for declared errors; how a server would answer with them does not matter here.
    errors: "result",
    audience: "operator",
    ...(usage === undefined ? {} : { usage }),
  });
  return { dispatcher, usage };
}

/** Progress as the dispatcher reports it, for those who take it as one value. */
export function progressTo(show: NonNullable<ShellCallOptions["onProgress"]>) {
  return (done: number, total?: number, message?: string): void => show(givenMembers({ done, total, message }));
}

/** What a host sees of the outside world. Its log goes to stderr, from the level up. */
export function createHostEnv(terminal: Terminal, level: LogLevel): OutsideWorld {
  return { env: terminal.env, clock: terminal.clock, log: createOperatorLog(terminal.stderr, terminal.clock, level) };
}

/**
 * Counts uses of old names from now on.
 * @param named where; "off" counts nothing; undefined: in the user's state folder
 */
export function openUsage(
  catalog: string,
  named: string | undefined,
  { env, clock, log }: OutsideWorld,
): UsageRecorder | undefined {
  if (named === "off") return undefined;
  const folder = async () => usageFolder(catalog, { named, state: userFolders(env).state });
  return openUsageRecorder({ folder, clock, log });
}
