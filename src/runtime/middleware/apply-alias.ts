import { checkAction } from "../../contract/actions.ts";
import { mapAlias } from "../../contract/alias.ts";
import { isDeeperThan } from "../../contract/depth.ts";
import { describeFound, quoteName } from "../../contract/found.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import { limits } from "../../contract/limits.ts";
import { normalise } from "../../contract/normalise.ts";
import { ownValue, setOwn } from "../../contract/own-property.ts";
import type { Violation } from "../../contract/violation.ts";
import { contractFailure } from "../answers.ts";
import type { CallInProgress, CallState, ResultMapping, Soon } from "../call-state.ts";
import { describeViolations, invalidArguments, withAction } from "../invalid-arguments.ts";
import { loadAdapter, loadedTool, loadOlder, loadResultAdapter, loadTool } from "../loading.ts";
import { ignoredParamNotice } from "../notice-texts.ts";
import type { LoadedAdapter, RegisteredAlias, UpgradedVersion } from "../registry.ts";
import type { CallAnswer } from "../result.ts";
import { reportNormalised, versionName } from "./normalise.ts";
import { entryOf } from "./stage.ts";

/**
 * Maps old arguments to the current ones. Refuses arguments that are not an object, loads the tool, and puts a call under an
 * old name or of an older version into the canonical form: by a table or by an adapter function. An adapter function and an
 * older version have a contract of their own, which is checked first. Where the old result differs, the function that maps it
 * goes along with the call, to where the result is checked.
 */
export function applyAlias<Deps>(call: CallInProgress<Deps>): Soon<CallAnswer | undefined> {
  const violations = formViolations(call.request.arguments);
  if (violations.length > 0) return invalidForm(call, violations);
  call.loaded = loadedTool(entryOf(call));
  const isCurrent = call.alias === undefined && call.older === undefined;
  return isCurrent && call.loaded !== undefined ? undefined : loadAndMap(call);
}

async function loadAndMap<Deps>(call: CallInProgress<Deps>): Promise<CallAnswer | undefined> {
  call.loaded ??= await loadTool(entryOf(call));
  const { alias, older } = call;
  if (older !== undefined) return applyUpgrade(call, older);
  if (alias === undefined) return undefined;
  const adapter = await loadAdapter(alias);
  return adapter === undefined ? applyTable(call, alias) : applyAdapter(call, alias, adapter);
}

async function applyTable<Deps>(call: CallInProgress<Deps>, alias: RegisteredAlias): Promise<undefined> {
  const mapped = mapAlias(alias, call.arguments);
  for (const name of mapped.ignored) call.notices.push(ignoredParamNotice(name));
  call.resultMapping = await resultMappingOf(alias, undefined);
  call.arguments = mapped.arguments;
  // Conflicts are reported together with all other violations.
  call.mapped = { conflicts: mapped.conflicts };
}

/** @param old the old arguments, once their own contract has let them pass; undefined where a table maps them */
async function resultMappingOf(
  alias: RegisteredAlias,
  old: JsonObject | undefined,
): Promise<ResultMapping | undefined> {
  const loaded = await loadResultAdapter(alias);
  if (loaded === undefined) return undefined;
  const { validator, adapt } = loaded;
  // The types of the function are contracts that both values were checked against; the registry can't carry them.
  return { validator, adapt: (result) => adapt(result as never, old as never) };
}

async function applyAdapter<Deps>(
  call: CallInProgress<Deps>,
  alias: RegisteredAlias,
  { validator, adapt }: LoadedAdapter,
): Promise<CallAnswer | undefined> {
  const kept: { [name: string]: JsonObject[string] } = {};
  for (const [name, value] of Object.entries(call.arguments)) {
    // An ignored name may be one of the old contract; it is only dropped.
    if (alias.ignore.includes(name)) call.notices.push(ignoredParamNotice(name));
    else setOwn(kept, name, value);
  }
  const normalised = normalise(validator.plan, validator.plans, kept);
  reportNormalised(call, normalised, alias.name);
  const violations = describeViolations({ call, validator, normalised, value: normalised.value });
  if (violations.length > 0) return invalidArguments(call, violations, validator.input);
  // The param type of the function is the contract that was just checked; the registry can't carry it.
  const adapted = adapt(normalised.value as never);
  // Optional params that the function left undefined count as absent.
  const given: { [name: string]: JsonObject[string] } = {};
  for (const name of Object.keys(adapted)) {
    const value = ownValue(adapted, name);
    if (value !== undefined) setOwn(given, name, value);
  }
  // The caller's confirmation is not the function's to make or to drop.
  const { confirm } = normalised.value;
  if (entryOf(call).confirm !== undefined && confirm !== undefined) given.confirm = confirm;
  call.resultMapping = await resultMappingOf(alias, normalised.value);
  call.arguments = given;
  call.mapped = { conflicts: [], input: validator.input };
  return undefined;
}

async function applyUpgrade<Deps>(call: CallInProgress<Deps>, older: UpgradedVersion): Promise<CallAnswer | undefined> {
  const { actions, upgrade } = older;
  const validator = await loadOlder(older);
  const normalised = normalise(validator.plan, validator.plans, call.arguments);
  reportNormalised(call, normalised, versionName(entryOf(call).name, older.version));
  const schemaViolations = describeViolations({ call, validator, normalised, value: normalised.value });
  const action =
    actions === undefined
      ? { value: normalised.value, violations: [] }
      : checkAction(actions, normalised.value, normalised.defaulted, validator.input, validator.plan);
  const violations = withAction(schemaViolations, action.violations);
  // Violations of an older version's contract are in its own names already.
  if (violations.length > 0) return invalidArguments({ ...call, older: undefined }, violations, validator.input);
  const mapped = mapAlias(upgrade, action.value);
  // Params that the caller did not send need no notice.
  const ignored = mapped.ignored.filter((name) => !normalised.defaulted.includes(name));
  for (const name of ignored) call.notices.push(ignoredParamNotice(name));
  call.arguments = mapped.arguments;
  call.mapped = { conflicts: mapped.conflicts, input: validator.input };
  return undefined;
}

/** Why arguments can't be validated at all: not an object, or nested too deeply. Absent arguments are empty. */
function formViolations(given: unknown): readonly Violation[] {
  if (given === undefined) return [];
  if (!isJsonObject(given)) {
    return [{ path: "", expected: "an object with the tool's params", found: describeFound(given, true) }];
  }
  const levels = limits.argumentDepth;
  if (!isDeeperThan(levels, given)) return [];
  return Object.keys(given)
    .filter((name) => isDeeperThan(levels - 1, given[name]))
    .slice(0, limits.violations)
    .map((name) => ({
      path: childPath("", name),
      expected: `at most ${levels} levels of lists and objects`,
      found: "more",
    }));
}

function invalidForm<Deps>({ request }: CallState<Deps>, violations: readonly Violation[]): CallAnswer {
  const message = `the arguments of ${quoteName(request.name)} break its contract`;
  return contractFailure({ code: "INVALID_ARGUMENTS", message, violations });
}
