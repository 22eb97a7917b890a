import { judgeAction } from "../../contract/actions.ts";
import { mapAlias } from "../../contract/alias.ts";
import { isDeeperThan } from "../../contract/depth.ts";
import { describeFound, quoteName } from "../../contract/found.ts";
import type { JsonObject } from "../../contract/json.ts";
import { isJsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import { limits } from "../../contract/limits.ts";
import { normalise } from "../../contract/normalise.ts";
import { ownValue, setOwn } from "../../contract/own-property.ts";
import type { Violation } from "../../contract/violation.ts";
import { contractFailure } from "../answers.ts";
import type { CallState } from "../call-state.ts";
import { describeViolations, invalidArguments } from "../invalid-arguments.ts";
import { loadAdapter, loadedTool, loadOlder, loadTool } from "../loading.ts";
import { ignoredParamNotice } from "../notice-texts.ts";
import type { LoadedAdapter, RegisteredAlias, UpgradedVersion } from "../registry.ts";
import type { CallAnswer } from "../result.ts";
import { reportNormalised, versionName } from "./normalise.ts";
import { entryOf } from "./stage.ts";

/**
 * Old arguments → ours. Refuses what is no arguments object at all, loads the tool, and puts a call under an old name, or
 * of an older version, into the canonical form: by a table, or by a hand-written function. A function and an older version
 * have a contract of their own, which is held first.
 */
export async function applyAlias<Deps>(
  call: CallState<Deps>,
  next: (call: CallState<Deps>) => Promise<CallAnswer>,
): Promise<CallAnswer> {
  const entry = entryOf(call);
  const misshapen = misshape(call.request.arguments);
  if (misshapen.length > 0) return malformed(call, misshapen);
  const loaded = loadedTool(entry) ?? (await loadTool(entry));
  const { alias, older } = call;
  if (older !== undefined) return byUpgrade({ ...call, loaded }, older, next);
  if (alias === undefined) return next({ ...call, loaded });
  const adapter = await loadAdapter(alias);
  if (adapter === undefined) return byTable({ ...call, loaded }, alias, next);
  return byFunction({ ...call, loaded }, alias, adapter, next);
}

async function byTable<Deps>(
  call: CallState<Deps>,
  alias: RegisteredAlias,
  next: (call: CallState<Deps>) => Promise<CallAnswer>,
): Promise<CallAnswer> {
  const mapped = mapAlias(alias, call.arguments);
  for (const name of mapped.ignored) call.notices.push(ignoredParamNotice(name));
  // Conflicts are told with whatever else is wrong.
  return next({ ...call, arguments: mapped.arguments, translated: { conflicts: mapped.conflicts } });
}

async function byFunction<Deps>(
  call: CallState<Deps>,
  alias: RegisteredAlias,
  adapter: LoadedAdapter,
  next: (call: CallState<Deps>) => Promise<CallAnswer>,
): Promise<CallAnswer> {
  const { validator, adapt } = adapter;
  const kept: { [name: string]: JsonObject[string] } = {};
  for (const [name, value] of Object.entries(call.arguments)) {
    // A name that is ignored may still be one of the old contract's; then it was listed and is only dropped.
    if (alias.ignore.includes(name)) call.notices.push(ignoredParamNotice(name));
    else setOwn(kept, name, value);
  }
  const normalised = normalise(validator.plan, validator.plans, kept);
  reportNormalised(call, normalised, alias.name);
  const violations = describeViolations({ call, validator, normalised, value: normalised.value });
  if (violations.length > 0) return invalidArguments(call, violations, validator.input);
  // The function's param type is the very contract that was just checked; the registry can't carry it.
  const ours = adapt(normalised.value as never);
  // Optional params that the function left undefined were not given.
  const given: { [name: string]: JsonObject[string] } = {};
  for (const name of Object.keys(ours)) {
    const value = ownValue(ours, name);
    if (value !== undefined) setOwn(given, name, value);
  }
  return next({ ...call, arguments: given, translated: { conflicts: [], input: validator.input } });
}

async function byUpgrade<Deps>(
  call: CallState<Deps>,
  older: UpgradedVersion,
  next: (call: CallState<Deps>) => Promise<CallAnswer>,
): Promise<CallAnswer> {
  const { actions, upgrade } = older;
  const validator = await loadOlder(older);
  const normalised = normalise(validator.plan, validator.plans, call.arguments);
  reportNormalised(call, normalised, versionName(entryOf(call).name, older.version));
  const broken = describeViolations({ call, validator, normalised, value: normalised.value });
  const judged =
    actions === undefined
      ? { value: normalised.value, violations: [] }
      : judgeAction(actions, normalised.value, normalised.defaulted, validator.input);
  const violations = [...broken, ...judged.violations];
  if (violations.length > 0) return invalidArguments(ownNames(call), violations, validator.input);
  const mapped = mapAlias(upgrade, judged.value);
  // What the caller did not send needs no notice.
  const ignored = mapped.ignored.filter((name) => !normalised.defaulted.includes(name));
  for (const name of ignored) call.notices.push(ignoredParamNotice(name));
  return next({
    ...call,
    arguments: mapped.arguments,
    translated: { conflicts: mapped.conflicts, input: validator.input },
  });
}

/** Violations of an older version's own contract are in its own names already. */
function ownNames<Deps>(call: CallState<Deps>): CallState<Deps> {
  return { ...call, older: undefined };
}

/** What makes arguments unfit to be looked at more closely. Absent arguments are none. */
function misshape(given: unknown): readonly Violation[] {
  if (given === undefined) return [];
  if (!isJsonObject(given)) {
    return [{ path: "", expected: "an object with the tool's params", found: describeFound(given, true) }];
  }
  const levels = limits.argumentDepth;
  return Object.keys(given)
    .filter((name) => isDeeperThan(levels - 1, given[name]))
    .slice(0, limits.violations)
    .map((name) => ({
      path: childPath("", name),
      expected: `at most ${levels} levels of lists and objects`,
      found: "more",
    }));
}

function malformed<Deps>(call: CallState<Deps>, violations: readonly Violation[]): CallAnswer {
  return contractFailure({
    code: "INVALID_ARGUMENTS",
    message: `the arguments of ${quoteName(call.request.name)} break its contract`,
    violations,
  });
}
