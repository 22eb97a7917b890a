import type { Policy } from "../../runtime/policy.ts";
import { createHostEnv } from "../host-env.ts";
import type { LocalCatalog } from "../local-catalog.ts";
import type { Settings } from "../settings/serve-settings.ts";
import type { Terminal } from "../terminal.ts";
import { openUsage } from "../usage/open-usage.ts";
import type { ShellCallOptions } from "./tool-source.ts";

export type DispatcherSettings = Pick<Settings, "logLevel" | "usage" | "dispatcher">;

/**
 * The road to the tools of a catalog in this process, as the shell walks it.
 * @returns the road, and the counters of what old callers use, to be closed after it
 */
export function openLocalDispatcher(
  terminal: Terminal,
  catalog: LocalCatalog,
  settings: DispatcherSettings,
  policy: Policy,
) {
  const hostEnv = createHostEnv(terminal, settings.logLevel);
  const usage = openUsage(catalog.registry.server.name, settings.usage, hostEnv);
  // Who asks here takes any result whole.
  const { maxResultBytes: _, ...limits } = settings.dispatcher;
  const dispatcher = catalog.openDispatcher({
    ...limits,
    hostEnv,
    policy,
    // Exit codes tell of declared errors; how a server would answer with them is no matter here.
    errors: "result",
    ...(usage === undefined ? {} : { usage }),
  });
  return { dispatcher, usage };
}

/** Progress as a call's road reports it, for those who take it as one value. */
export function progressTo(show: NonNullable<ShellCallOptions["onProgress"]>) {
  return (done: number, total?: number, message?: string): void =>
    show({
      done,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    });
}
