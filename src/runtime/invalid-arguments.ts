import { explain } from "../contract/explain.ts";
import { quoteName } from "../contract/found.ts";
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { childPath, pathKeys } from "../contract/json-pointer.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { limits } from "../contract/limits.ts";
import type { Normalised } from "../contract/normalise.ts";
import { ownValue } from "../contract/own-property.ts";
import { isSensitive } from "../contract/sensitive.ts";
import type { Violation } from "../contract/violation.ts";
import { contractFailure } from "./answers.ts";
import type { CallState } from "./call-state.ts";
import { namedParams } from "./named-params.ts";
import type { ToolEntry, Validator } from "./registry.ts";
import type { CallAnswer } from "./result.ts";

export interface Validation<Deps> {
  readonly call: CallState<Deps>;
  readonly validator: Pick<Validator, "checkInput" | "input" | "plan" | "plans" | "formats">;
  readonly normalised: Normalised;
  /** The value to check. */
  readonly value: JsonObject;
}

/**
 * Every violation of a contract by normalised arguments: those found by normalising, unknown params where they are refused,
 * and those of the schema. One per place. Valid arguments cost one run of the compiled check.
 */
export function describeViolations<Deps>(validation: Validation<Deps>): readonly Violation[] {
  const { call, validator, normalised, value } = validation;
  const isSound = call.mapped === undefined && normalised.violations.length === 0 && normalised.unknown.length === 0;
  if (isSound && validator.checkInput(value)) return none;
  const violations: Violation[] = [...conflicts(call), ...normalised.violations];
  if (unknownParamsOf(call) === "reject") {
    for (const { path, nearMiss } of normalised.unknown.slice(0, limits.violations)) {
      const near = nearMiss === undefined ? {} : { nearMiss };
      violations.push({ path, expected: "a known name", found: "an unknown name", ...near });
    }
  }
  if (validator.checkInput(value)) return violations;
  const reported = new Set(violations.map((violation) => violation.path));
  const explained = explain(validator.input, value, {
    blank: normalised.blank,
    formats: validator.formats ?? "checked",
    namesKnown: true,
    isSensitive: (path) => isSensitive(validator.plan, validator.plans, path),
  });
  return [...violations, ...explained.filter((violation) => !reported.has(violation.path))];
}

/** With those of the action, but for places that are reported already: a param may be required by both. */
export function withAction(violations: readonly Violation[], action: readonly Violation[]): readonly Violation[] {
  const reported = new Set(violations.map(({ path }) => path));
  return [...violations, ...action.filter(({ path }) => !reported.has(path))];
}

const none: readonly Violation[] = [];

/** What becomes of params that the tool does not have. */
export function unknownParamsOf<Deps>({ registry, older, entry }: CallState<Deps>): ToolEntry<Deps>["unknownParams"] {
  const facts = older ?? entry;
  return facts?.unknownParams ?? (facts?.effects.destructive === true ? "reject" : registry.unknownParams);
}

function conflicts<Deps>({ mapped }: CallState<Deps>): readonly Violation[] {
  return (mapped?.conflicts ?? []).map(({ old, current }) => ({
    path: childPath("", old),
    expected: `the value of '${current}', because '${old}' is its old name`,
    found: `a value that differs from '${current}'`,
  }));
}

/**
 * The error answer, in the names that the caller used.
 * @param input the schema that the violations break
 */
export function invalidArguments<Deps>(
  call: CallState<Deps>,
  violations: readonly Violation[],
  input: JsonSchema,
): CallAnswer {
  const hint = paramsHint(call, call.mapped?.input ?? input);
  return contractFailure({
    code: "INVALID_ARGUMENTS",
    message: `the arguments of ${quoteName(call.request.name)} break its contract`,
    violations: violations.map((violation) => ({ ...violation, path: pathAsCalled(call, violation.path) })),
    ...(hint === undefined ? {} : { hint }),
  });
}

/**
 * A path in the names that the caller used: a param that was sent under its old name, or not at all, has the old name. A value
 * that an adapter function made is found among the old arguments by its value.
 */
export function pathAsCalled<Deps>(call: CallState<Deps>, path: string): string {
  const [root, ...rest] = pathKeys(path);
  if (root === undefined) return path;
  const name = sentAs(call, root) ?? (isSent(call, root) ? root : knownAs(call, root));
  return [name, ...rest].reduce((at, key) => childPath(at, key), "");
}

/** The action as the caller named it, where an adapter function made another one of it. */
export function actionAsCalled<Deps>(call: CallState<Deps>, by: string): string | undefined {
  const given = isJsonObject(call.request.arguments) ? call.request.arguments : {};
  const action = call.alias?.adapt === true ? ownValue(given, knownAs(call, by)) : undefined;
  return typeof action === "string" ? action : undefined;
}

/** The old name under which the value was sent. */
function sentAs<Deps>(call: CallState<Deps>, current: string): string | undefined {
  const given = isJsonObject(call.request.arguments) ? call.request.arguments : {};
  const dropped = call.mapped?.conflicts.map(({ old }) => old) ?? [];
  const isSame = (name: string) => given[name] === call.arguments[current];
  // Before the adapter function, the names are the caller's own.
  if (call.alias?.adapt === true && call.mapped !== undefined) {
    const same = [current, ...Object.keys(given)].find((name) => Object.hasOwn(given, name) && isSame(name));
    if (same !== undefined) return same;
  }
  return oldNames(call, current).find((old) => Object.hasOwn(given, old) && !dropped.includes(old));
}

function isSent<Deps>(call: CallState<Deps>, name: string): boolean {
  return Object.hasOwn(call.arguments, name) || call.normalised?.blank.includes(childPath("", name)) === true;
}

/** The name of a param in the contract that the caller knows. */
function knownAs<Deps>(call: CallState<Deps>, current: string): string {
  return oldNames(call, current)[0] ?? current;
}

function oldNames<Deps>({ alias, older, mapped }: CallState<Deps>, current: string): readonly string[] {
  if (alias?.adapt === true && mapped === undefined) return [];
  const rename = older?.upgrade.rename ?? alias?.rename ?? {};
  return Object.keys(rename).filter((old) => rename[old] === current);
}

/**
 * What the caller may send. Under an old name, params that its table supplies are optional, and those that it sets are left out.
 * @returns undefined where the schema names none and takes some
 */
function paramsHint<Deps>(call: CallState<Deps>, input: JsonSchema): string | undefined {
  // A contract of the old arguments has the names that the caller used.
  const isOwn = call.mapped?.input !== undefined;
  const { set = {}, defaults = {} } = (isOwn ? undefined : call.alias) ?? {};
  const named = namedParams(input);
  const required = named.required.filter((name) => !Object.hasOwn(set, name) && !Object.hasOwn(defaults, name));
  const optional = named.all.filter((name) => !required.includes(name) && !Object.hasOwn(set, name));
  const listed = (names: readonly string[]) =>
    names.map((name) => nameInList(isOwn ? name : knownAs(call, name))).join(", ");
  const parts: string[] = [];
  if (required.length > 0) parts.push(`required params: ${listed(required)}`);
  if (optional.length > 0) parts.push(`optional: ${listed(optional)}`);
  if (parts.length > 0) return parts.join("; ");
  return takesOthers(input) ? undefined : "the tool takes no params";
}

/** An empty name would not be seen, and one with a comma would be two. */
function nameInList(name: string): string {
  return /^[^\s,']+$/u.test(name) ? name : quoteName(name);
}

/** The schema takes names that it does not list. */
function takesOthers({ additionalProperties, patternProperties, minProperties = 0 }: JsonSchema): boolean {
  return typeof additionalProperties === "object" || patternProperties !== undefined || minProperties > 0;
}
