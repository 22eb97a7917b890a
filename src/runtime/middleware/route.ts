import { ownValue } from "../../contract/own-property.ts";
import { invalidParams } from "../answers.ts";
import { deprecationNotice } from "../notice-texts.ts";
import type { CallAnswer } from "../result.ts";
import type { RoadCall } from "../station.ts";
import { unknownTool } from "../unknown-tool.ts";

/** Name → tool: canonical, alias, or neither; and the version that was asked for in `_meta["pegboard/version"]`. */
export async function route<Deps>(
  call: RoadCall<Deps>,
  next: (call: RoadCall<Deps>) => Promise<CallAnswer>,
): Promise<CallAnswer> {
  const { name, meta } = call.request;
  const alias = ownValue(call.registry.aliases, name);
  const entry = ownValue(call.registry.tools, alias?.target ?? name);
  // Before anything else is said about it: what policy denies does not exist for this caller.
  if (entry === undefined || !call.policy.permits(entry.name, alias?.name)) return unknownTool(call);
  const version = meta === undefined ? undefined : ownValue(meta, "pegboard/version");
  if (version !== undefined && version !== entry.version) {
    return invalidParams(`Tool '${entry.name}' has no version ${JSON.stringify(version).slice(0, 40)}`, {
      tool: entry.name,
      versions: [entry.version],
    });
  }
  if (alias?.deprecated !== undefined) {
    call.notices.push(deprecationNotice("tool", alias.name, alias.deprecated, entry.name));
  }
  if (entry.deprecated !== undefined) {
    call.notices.push(deprecationNotice("tool", entry.name, entry.deprecated, entry.deprecated.replacedBy));
  }
  return next(alias === undefined ? { ...call, entry } : { ...call, entry, alias });
}
