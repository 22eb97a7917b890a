import { isSeenByCallers } from "./bump.ts";
import type { DiffReport } from "./change.ts";
import type { EventOf } from "./event.ts";
import { countChanges } from "./report.ts";

/** The version that the head declares, beside what the changes that callers see ask for since a release. */
export function declaredVersion(found: DiffReport): EventOf<"version-declared"> {
  const { baseVersion, headVersion, required, changes } = found;
  const at = { subject: "catalog", basePointer: "/server/version", headPointer: "/server/version" };
  const counts = countChanges(changes.filter(isSeenByCallers));
  return { kind: "version-declared", at, from: baseVersion, to: headVersion, required, counts };
}
