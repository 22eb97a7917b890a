import type { HostDoor } from "../../runtime/registry.ts";
import { openUsageRecorder, type UsageRecorder } from "../../usage/record-usage.ts";
import { usageFolder } from "../../usage/usage-folder.ts";

/**
 * Counts uses of old names from now on.
 * @param named where; "off" counts nothing; undefined: in the user's state folder
 */
export function openUsage(
  catalog: string,
  named: string | undefined,
  { clock, log }: Pick<HostDoor, "clock" | "log">,
): UsageRecorder | undefined {
  if (named === "off") return undefined;
  return openUsageRecorder({ folder: () => usageFolder(catalog, named), clock, log });
}
