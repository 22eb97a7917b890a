import { describeFound } from "../../contract/found.ts";
import { ownValue } from "../../contract/own-property.ts";
import { contractFailure } from "../answers.ts";
import type { CallInProgress, CallState, Soon } from "../call-state.ts";
import { deprecationNotice, versionNotice } from "../notice-texts.ts";
import type { OlderVersion, RegisteredAlias, ToolEntry } from "../registry.ts";
import type { CallAnswer } from "../result.ts";
import { unknownTool } from "../unknown-tool.ts";

/**
 * Finds the tool by its canonical name or an alias, and the version that `_meta["pegboard/version"]` requests. Without a
 * request it is the current one. An older version has a handler of its own, or its arguments are mapped later.
 */
export function route<Deps>(call: CallInProgress<Deps>): Soon<CallAnswer | undefined> {
  const { name, meta } = call.request;
  const alias = ownValue(call.registry.aliases, name);
  const current = ownValue(call.registry.tools, alias?.target ?? name);
  // First of all: what policy denies does not exist for this caller.
  if (current === undefined || !call.policy.permits(current.name, alias?.name)) return unknownTool(call);
  const requested = meta === undefined ? undefined : ownValue(meta, "pegboard/version");
  const version =
    requested === undefined || requested === current.version ? undefined : olderVersion(current, alias, requested);
  if (version === "unknown") return unknownVersion(current, alias, requested);
  const { deprecation } = call.textFilter;
  if (version?.deprecated !== undefined) {
    const notice = deprecation(version.deprecated);
    call.notices.push(versionNotice(current.name, version.version, notice, current.version));
  }
  if (version !== undefined) call.uses.push({ kind: "version", tool: current.name, name: String(version.version) });
  if (alias !== undefined) call.uses.push({ kind: "alias", tool: current.name, name: alias.name });
  if (alias?.deprecated !== undefined) {
    const replacement = replacementOf(call, alias.name, current.name);
    call.notices.push(deprecationNotice("tool", alias.name, deprecation(alias.deprecated), replacement));
  }
  if (current.deprecated !== undefined) {
    const notice = deprecation(current.deprecated);
    const replacement = replacementOf(call, current.name, notice.replacedBy);
    call.notices.push(deprecationNotice("tool", current.name, notice, replacement));
    call.uses.push({ kind: "tool", tool: current.name, name: current.name });
  }
  call.alias = alias;
  if (version === undefined || "upgrade" in version) {
    call.entry = current;
    call.older = version;
  } else call.entry = version;
  return undefined;
}

/**
 * The replacement of a name: never a tool that policy denies, and in the text never a name that the model is not shown. A model
 * that is shown old names has used the right one; the data names the replacement for its programmer; the model gets no text.
 */
function replacementOf<Deps>(call: CallState<Deps>, name: string, tool: string | undefined) {
  const current = tool !== undefined && call.policy.permits(tool) ? tool : undefined;
  const { isListed, listsOldNames, shownOrOwn } = call.names;
  const isForProgram = listsOldNames && isListed(name);
  return { current, shownAs: current === undefined || isForProgram ? undefined : shownOrOwn(current), isForProgram };
}

/** A name that maps arguments or result has the current version only: its form belongs to no version. */
function olderVersion<Deps>(
  current: ToolEntry<Deps>,
  alias: RegisteredAlias | undefined,
  requested: unknown,
): OlderVersion<Deps> | "unknown" {
  const { versions } = current;
  if (versions === undefined || isMapped(alias) || typeof requested !== "number") return "unknown";
  return Object.hasOwn(versions, requested) ? (versions[requested] ?? "unknown") : "unknown";
}

/** A mere former name maps nothing and has all that the tool has. */
function isMapped(alias: RegisteredAlias | undefined): boolean {
  if (alias === undefined) return false;
  const { rename, set, defaults, ignore, adapt, loadResult } = alias;
  return (
    adapt ||
    loadResult !== undefined ||
    ignore.length > 0 ||
    [rename, set, defaults].some((table) => Object.keys(table).length > 0)
  );
}

/** A result and not a protocol error: the tool exists, and a caller that reads the result can choose another version. */
function unknownVersion<Deps>(
  current: ToolEntry<Deps>,
  alias: RegisteredAlias | undefined,
  requested: unknown,
): CallAnswer {
  const older = isMapped(alias) ? [] : Object.keys(current.versions ?? {}).map(Number);
  const versions = [current.version, ...older.sort((a, b) => b - a)];
  const name = alias?.name ?? current.name;
  const message =
    typeof requested === "number"
      ? `'${name}' has no version ${requested}`
      : `a version of '${name}' is a number, not ${describeFound(requested, false)}`;
  return contractFailure({
    code: "INVALID_ARGUMENTS",
    message,
    hint: `_meta["pegboard/version"] may be ${versions.join(" or ")}; without it, version ${current.version} is used`,
    facts: { tool: current.name, versions },
  });
}
