import { sameJson } from "./alias.ts";
import type { Deprecation } from "./deprecation.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { childPath } from "./json-pointer.ts";
import { limits } from "./limits.ts";
import { nearMiss } from "./near-miss.ts";
import type {
  EnumPlan,
  FieldPlan,
  NormalizationPlan,
  ObjectPlan,
  PlanDefinitions,
  StringPlan,
  UnionOption,
} from "./normalization-plan.ts";
import { ownValue, setOwn } from "./own-property.ts";
import { utf8Length } from "./utf8.ts";
import type { Violation } from "./violation.ts";

/** Normalized arguments, with everything that was changed or found in them. */
export interface Normalised {
  readonly value: JsonObject;
  /** What JSON Schema can't say: two spellings with different values, texts over their limit in bytes. */
  readonly violations: readonly Violation[];
  /** Params that the tool does not have; `value` is without them. */
  readonly unknown: readonly UnknownParam[];
  /** Params, spellings and values on their way out that the caller used. */
  readonly deprecated: readonly DeprecatedUse[];
  /** Pointers of required texts that were blank and count as missing. */
  readonly blank: readonly string[];
  /** Params of the root that the caller did not give and that got their default. */
  readonly defaulted: readonly string[];
}

export interface UnknownParam {
  readonly path: string;
  readonly name: string;
  readonly nearMiss?: string;
}

export interface DeprecatedUse {
  readonly kind: "param" | "spelling" | "value";
  readonly path: string;
  /** The spelling or value that was used. */
  readonly name: string;
  /** What stands for it now; for a spelling the param's name. */
  readonly current?: string;
  readonly deprecation: Deprecation;
}

/**
 * Brings arguments into the form that the published schema describes: texts trimmed, letter case and spellings settled,
 * defaults filled in. Values of a wrong type are left as they are, for the validator to name. A second pass changes
 * nothing.
 * @param plan the tool's input; its root names every param, so that unknown ones are found
 * @returns the value itself where the plan changes no value and all names are known; else a new one, which shares only parts
 * that nothing normalises. The value that is given is never changed.
 */
export function normalise(plan: NormalizationPlan, plans: PlanDefinitions, value: JsonObject): Normalised {
  const root = plan.kind === "ref" ? resolveRef(plan, plans) : plan;
  if (root?.kind !== "object") return found(value, newPass(plans));
  const pass = newPass(plans);
  const known = hasOnlyKnown(root, value) ? value : takeKnown(root, value, pass);
  return found(objectFields(root, known, undefined, pass), pass);
}

function found(value: JsonObject, pass: Pass): Normalised {
  const { violations = none, unknown = none, deprecated = none, blank = none, defaulted = none } = pass;
  return { value, violations, unknown, deprecated, blank, defaulted };
}

function hasOnlyKnown(plan: ObjectPlan, value: JsonObject): boolean {
  // No list of the names: nearly all calls pass here.
  for (const name in value) if (!Object.hasOwn(plan.fields, name)) return false;
  return true;
}

const none: readonly never[] = [];
const activeByPlan = new WeakMap<ObjectPlan, readonly (readonly [name: string, field: FieldPlan])[]>();

/** The fields that may change a value or have something to report. */
function activeFields(plan: ObjectPlan): readonly (readonly [name: string, field: FieldPlan])[] {
  let active = activeByPlan.get(plan);
  if (active === undefined) {
    active = Object.entries(plan.fields).filter(([, field]) => {
      const { plan: own, default: given, aliases, deprecated } = field;
      return own !== undefined || given !== undefined || aliases !== undefined || deprecated !== undefined;
    });
    activeByPlan.set(plan, active);
  }
  return active;
}

/** What one walk over the arguments gathers; a list is made when something comes into it. */
interface Pass {
  readonly plans: PlanDefinitions;
  violations: Violation[] | undefined;
  unknown: UnknownParam[] | undefined;
  deprecated: DeprecatedUse[] | undefined;
  blank: string[] | undefined;
  defaulted: string[] | undefined;
}

function newPass(plans: PlanDefinitions): Pass {
  const none = undefined;
  return { plans, violations: none, unknown: none, deprecated: none, blank: none, defaulted: none };
}

type Fields = { [name: string]: Json };

/** Where a value stands: pointers are made only where they are reported. */
interface Place {
  readonly above: Place | undefined;
  readonly key: string | number;
}

function pointerTo(above: Place | undefined, key: string | number): string {
  return childPath(above === undefined ? "" : pointerTo(above.above, above.key), key);
}

/** A copy of the root without the params that it does not have. */
function takeKnown(plan: ObjectPlan, value: JsonObject, pass: Pass): Fields {
  const known: Fields = {};
  for (const name of Object.keys(value)) {
    const child = value[name] as Json; // one of its own keys
    if (Object.hasOwn(plan.fields, name) || isSpelling(plan, name)) setOwn(known, name, child);
    else {
      pass.unknown ??= [];
      pass.unknown.push(unknownParam(name, plan, pass.unknown.length));
    }
  }
  return known;
}

const spellingsByPlan = new WeakMap<ObjectPlan, ReadonlySet<string>>();

function isSpelling(plan: ObjectPlan, name: string): boolean {
  let spellings = spellingsByPlan.get(plan);
  if (spellings === undefined) {
    spellings = new Set(Object.values(plan.fields).flatMap((field) => Object.keys(field.aliases ?? {})));
    spellingsByPlan.set(plan, spellings);
  }
  return spellings.has(name);
}

function unknownParam(name: string, plan: ObjectPlan, index: number): UnknownParam {
  // A thousand unknown names are one mistake; looking each of them up would cost more than the call.
  const near = index < limits.unknownNames ? nearMiss(name, Object.keys(plan.fields)) : undefined;
  return { path: childPath("", name), name, ...(near === undefined ? {} : { nearMiss: near }) };
}

/** @returns the value itself where nothing about it changes */
function visit(plan: NormalizationPlan, value: Json, above: Place | undefined, key: string | number, pass: Pass): Json {
  switch (plan.kind) {
    case "string":
      return typeof value === "string" ? text(plan, value, above, key, pass) : value;
    case "enum":
      return typeof value === "string" ? enumValue(plan, value, above, key, pass) : value;
    case "array":
      return Array.isArray(value) ? items(plan.items, value, { above, key }, pass) : value;
    case "object":
      return isJsonObject(value) ? objectFields(plan, value, { above, key }, pass) : value;
    case "union": {
      const option = plan.options.find((candidate) => fits(candidate, plan.discriminator, value));
      return option?.plan === undefined ? value : visit(option.plan, value, above, key, pass);
    }
    case "ref": {
      const target = ownValue(pass.plans, plan.name);
      return target === undefined ? value : visit(target, value, above, key, pass);
    }
  }
}

function items(plan: NormalizationPlan, given: readonly Json[], place: Place, pass: Pass): readonly Json[] {
  let changed: Json[] | undefined;
  for (let index = 0; index < given.length; index++) {
    const item = given[index] as Json; // within its length
    const normal = visit(plan, item, place, index, pass);
    if (normal === item) continue;
    changed ??= [...given];
    changed[index] = normal;
  }
  return changed ?? given;
}

function text(plan: StringPlan, value: string, above: Place | undefined, key: string | number, pass: Pass): string {
  let normal = plan.trim === true ? value.trim() : value;
  if (plan.case !== undefined) normal = inCase(normal, plan.case);
  if (plan.maxBytes !== undefined) {
    const bytes = utf8Length(normal);
    if (bytes > plan.maxBytes) {
      const expected = `a text of at most ${plan.maxBytes} bytes in UTF-8`;
      report(pass, { path: pointerTo(above, key), expected, found: `${bytes} bytes` });
    }
  }
  return normal;
}

function report(pass: Pass, violation: Violation): void {
  pass.violations ??= [];
  pass.violations.push(violation);
}

function enumValue(plan: EnumPlan, value: string, above: Place | undefined, key: string | number, pass: Pass): string {
  let normal = value;
  if (plan.case !== undefined) normal = inCase(value.trim(), plan.case);
  if (plan.aliases !== undefined) {
    normal = ownValue(plan.aliases, normal) ?? ownValue(plan.aliases, value.trim()) ?? normal;
  }
  const deprecation = plan.deprecated === undefined ? undefined : ownValue(plan.deprecated, normal);
  if (deprecation !== undefined) {
    const current = deprecation.replacedBy === undefined ? {} : { current: deprecation.replacedBy };
    reportUse(pass, { kind: "value", path: pointerTo(above, key), name: normal, ...current, deprecation });
  }
  return normal;
}

function reportUse(pass: Pass, use: DeprecatedUse): void {
  pass.deprecated ??= [];
  pass.deprecated.push(use);
}

/** Copies the fields when the first of them changes. */
function objectFields(plan: ObjectPlan, given: JsonObject, place: Place | undefined, pass: Pass): JsonObject {
  let changed = plan.rest === undefined ? undefined : restValues(plan.rest, plan, given, place, pass);
  for (const [name, field] of activeFields(plan)) {
    if (field.aliases !== undefined) changed = takeSpellings(name, field, given, changed, place, pass);
    const fields = changed ?? given;
    if (Object.hasOwn(fields, name)) {
      const value = fields[name] as Json; // one of its own keys
      const normal = normalField(name, field, value, place, pass);
      if (normal === value) continue;
      changed ??= { ...given };
      if (normal === undefined) delete changed[name];
      else setOwn(changed, name, normal);
    } else if (field.default !== undefined) {
      changed ??= { ...given };
      setOwn(changed, name, defaultOf(name, field, field.default, place, pass));
    }
  }
  return changed ?? given;
}

function defaultOf(name: string, { plan }: FieldPlan, value: Json, place: Place | undefined, pass: Pass): Json {
  if (place === undefined) {
    pass.defaulted ??= [];
    pass.defaulted.push(name);
  }
  const copy = copyJson(value);
  // A default may itself leave out fields that have defaults. Nothing in it is the caller's doing.
  return plan === undefined ? copy : visit(plan, copy, place, name, newPass(pass.plans));
}

/** The values of a map, which stand under names that no field has. @returns undefined where none changes */
function restValues(
  rest: NormalizationPlan,
  plan: ObjectPlan,
  given: JsonObject,
  place: Place | undefined,
  pass: Pass,
): Fields | undefined {
  let changed: Fields | undefined;
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(plan.fields, name) || isSpelling(plan, name)) continue;
    const value = given[name] as Json; // one of its own keys
    const normal = visit(rest, value, place, name, pass);
    if (normal === value) continue;
    changed ??= { ...given };
    setOwn(changed, name, normal);
  }
  return changed;
}

/** Moves values given under other spellings to the param's name. @returns the fields, if one of them has changed by now */
function takeSpellings(
  name: string,
  field: FieldPlan,
  given: JsonObject,
  before: Fields | undefined,
  place: Place | undefined,
  pass: Pass,
): Fields | undefined {
  let changed = before;
  for (const [spelling, deprecation] of Object.entries(field.aliases ?? {})) {
    if (!Object.hasOwn(changed ?? given, spelling)) continue;
    changed ??= { ...given };
    const value = changed[spelling] as Json; // own, so it is there
    delete changed[spelling];
    if (deprecation !== null) {
      reportUse(pass, {
        kind: "spelling",
        path: pointerTo(place, spelling),
        name: spelling,
        current: name,
        deprecation,
      });
    }
    if (!Object.hasOwn(changed, name)) setOwn(changed, name, value);
    else if (!sameJson(changed[name], value)) {
      const expected = `one value for '${name}', of which '${spelling}' is another spelling`;
      report(pass, { path: pointerTo(place, spelling), expected, found: `another value than '${name}' has` });
    }
  }
  return changed;
}

/** @returns undefined for a required text that is blank: it counts as missing */
function normalField(
  name: string,
  field: FieldPlan,
  given: Json,
  place: Place | undefined,
  pass: Pass,
): Json | undefined {
  const normal = field.plan === undefined ? given : visit(field.plan, given, place, name, pass);
  if (normal === "" && field.required === true && isTrimmed(field.plan)) {
    pass.blank ??= [];
    pass.blank.push(pointerTo(place, name));
    return undefined;
  }
  if (field.deprecated !== undefined) {
    const current = field.deprecated.replacedBy === undefined ? {} : { current: field.deprecated.replacedBy };
    const path = pointerTo(place, name);
    reportUse(pass, { kind: "param", path, name, ...current, deprecation: field.deprecated });
  }
  return normal;
}

/** Whether a plan takes white space off the ends of a text. */
export function isTrimmed(plan: NormalizationPlan | undefined): boolean {
  return plan?.kind === "string" && plan.trim === true;
}

function fits(option: UnionOption, discriminator: string | undefined, value: Json): boolean {
  if (discriminator !== undefined) return isJsonObject(value) && ownValue(value, discriminator) === option.tag;
  if (option.tag === "integer") return typeof value === "number";
  return option.tag === jsonTypeOf(value);
}

function jsonTypeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

function inCase(value: string, letterCase: "lower" | "upper"): string {
  return letterCase === "lower" ? value.toLowerCase() : value.toUpperCase();
}

/** Defaults are shared by all calls; what a handler gets is its own. */
function copyJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(copyJson);
  if (!isJsonObject(value)) return value;
  const copy: Fields = {};
  for (const [key, child] of Object.entries(value)) setOwn(copy, key, copyJson(child));
  return copy;
}

/** The plan that a reference leads to; undefined where it leads nowhere. */
export function resolveRef(plan: NormalizationPlan, plans: PlanDefinitions): NormalizationPlan | undefined {
  const seen = new Set<string>();
  let at: NormalizationPlan | undefined = plan;
  while (at?.kind === "ref" && !seen.has(at.name)) {
    seen.add(at.name);
    at = ownValue(plans, at.name);
  }
  return at;
}
