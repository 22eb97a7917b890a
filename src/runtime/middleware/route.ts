import { describeFound } from "../../contract/found.ts";
import { ownValue } from "../../contract/own-property.ts";
import { contractFailure } from "../answers.ts";
import type { CallState } from "../call-state.ts";
import { deprecationNotice, versionNotice } from "../notice-texts.ts";
import type { OlderVersion, RegisteredAlias, ToolEntry } from "../registry.ts";
import type { CallAnswer } from "../result.ts";
import { unknownTool } from "../unknown-tool.ts";

/**
 * Name → tool: canonical, alias, or neither; and the version that was asked for in `_meta["pegboard/version"]`. Whoever
 * asks for none gets the current one. An older version is a tool of its own from here on, or one that is still to be mapped.
 */
export async function route<Deps>(
  call: CallState<Deps>,
  next: (call: CallState<Deps>) => Promise<CallAnswer>,
): Promise<CallAnswer> {
  const { name, meta } = call.request;
  const alias = ownValue(call.registry.aliases, name);
  const current = ownValue(call.registry.tools, alias?.target ?? name);
  // Before anything else is said about it: what policy denies does not exist for this caller.
  if (current === undefined || !call.policy.permits(current.name, alias?.name)) return unknownTool(call);
  const asked = meta === undefined ? undefined : ownValue(meta, "pegboard/version");
  const version = asked === undefined || asked === current.version ? undefined : olderVersion(current, alias, asked);
  if (version === "unknown") return unknownVersion(current, alias, asked);
  const { deprecation } = call.textFilter;
  if (version?.deprecated !== undefined) {
    const notice = deprecation(version.deprecated);
    call.notices.push(versionNotice(current.name, version.version, notice, current.version));
  }
  if (version !== undefined) call.uses.push({ kind: "version", tool: current.name, name: String(version.version) });
  if (alias !== undefined) call.uses.push({ kind: "alias", tool: current.name, name: alias.name });
  if (alias?.deprecated !== undefined) {
    call.notices.push(
      deprecationNotice("tool", alias.name, deprecation(alias.deprecated), insteadOf(call, alias.name, current.name)),
    );
  }
  if (current.deprecated !== undefined) {
    const notice = deprecation(current.deprecated);
    const instead = insteadOf(call, current.name, notice.replacedBy);
    call.notices.push(deprecationNotice("tool", current.name, notice, instead));
    call.uses.push({ kind: "tool", tool: current.name, name: current.name });
  }
  const routed = alias === undefined ? call : { ...call, alias };
  if (version === undefined) return next({ ...routed, entry: current });
  return next("upgrade" in version ? { ...routed, entry: current, older: version } : { ...routed, entry: version });
}

/**
 * What took the place of a name. Nobody is sent to what policy keeps from them; nor is a model to a name that it is not
 * shown: who is shown old names has used the right one, while its programmer reads in the data what will be.
 */
function insteadOf<Deps>(call: CallState<Deps>, name: string, tool: string | undefined) {
  const current = tool !== undefined && call.policy.permits(tool) ? tool : undefined;
  const { isListed, listsOldNames, shownOrOwn } = call.names;
  const isRightName = listsOldNames && isListed(name);
  return { current, reported: current === undefined || isRightName ? undefined : shownOrOwn(current) };
}

/** Under a name that maps its arguments only the current version answers: its params are neither version's. */
function olderVersion<Deps>(
  current: ToolEntry<Deps>,
  alias: RegisteredAlias | undefined,
  asked: unknown,
): OlderVersion<Deps> | "unknown" {
  const { versions } = current;
  if (versions === undefined || maps(alias) || typeof asked !== "number") return "unknown";
  return Object.hasOwn(versions, asked) ? (versions[asked] ?? "unknown") : "unknown";
}

/** A name that the tool once had has all that the tool has. */
function maps(alias: RegisteredAlias | undefined): boolean {
  if (alias === undefined) return false;
  const { rename, set, defaults, ignore, adapt } = alias;
  return adapt || ignore.length > 0 || [rename, set, defaults].some((table) => Object.keys(table).length > 0);
}

/** The tool is there, so it is not the protocol's business: a caller that reads the result can choose another version. */
function unknownVersion<Deps>(
  current: ToolEntry<Deps>,
  alias: RegisteredAlias | undefined,
  asked: unknown,
): CallAnswer {
  const older = maps(alias) ? [] : Object.keys(current.versions ?? {}).map(Number);
  const versions = [current.version, ...older.sort((a, b) => b - a)];
  const name = alias?.name ?? current.name;
  const message =
    typeof asked === "number"
      ? `'${name}' has no version ${asked}`
      : `a version of '${name}' is a number, not ${describeFound(asked, false)}`;
  return contractFailure({
    code: "INVALID_ARGUMENTS",
    message,
    hint: `_meta["pegboard/version"] may be ${versions.join(" or ")}; without it version ${current.version} answers`,
    facts: { tool: current.name, versions },
  });
}
