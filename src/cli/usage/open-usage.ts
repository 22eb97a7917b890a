import type { HostEnv } from "../../runtime/registry.ts";
import { openUsageRecorder, type UsageRecorder } from "../../usage/record-usage.ts";
import { usageFolder } from "../../usage/usage-folder.ts";
import { userFolders } from "../user-folders.ts";

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
