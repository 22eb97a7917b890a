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
  if (root?.kind !== "object" || (activeFields(root) === none && hasOnlyKnown(root, value))) return unchanged(value);
  const pass = newPass(plans);
  const normal = objectFields(root, takeKnown(root, value, pass), "", pass);
  const { violations, unknown, deprecated, blank, defaulted } = pass;
  return { value: normal, violations, unknown, deprecated, blank, defaulted };
}

function unchanged(value: JsonObject): Normalised {
  return { value, violations: none, unknown: none, deprecated: none, blank: none, defaulted: none };
}

function hasOnlyKnown(plan: ObjectPlan, value: JsonObject): boolean {
  if (plan.rest !== undefined) return false;
  if (plan.passes === true) return true;
  for (const name of Object.keys(value)) if (!Object.hasOwn(plan.fields, name)) return false;
  return true;
}

const none: readonly never[] = [];
const activeByPlan = new WeakMap<ObjectPlan, readonly (readonly [name: string, field: FieldPlan])[]>();

/** The fields that may change a value or have something to report; `none` itself where there are none. */
function activeFields(plan: ObjectPlan): readonly (readonly [name: string, field: FieldPlan])[] {
  let active = activeByPlan.get(plan);
  if (active === undefined) {
    const found = Object.entries(plan.fields).filter(([, field]) => {
      const { plan: own, default: given, aliases, deprecated } = field;
      return own !== undefined || given !== undefined || aliases !== undefined || deprecated !== undefined;
    });
    active = found.length === 0 ? none : found;
    activeByPlan.set(plan, active);
  }
  return active;
}

/** What one walk over the arguments gathers. */
interface Pass {
  readonly plans: PlanDefinitions;
  readonly violations: Violation[];
  readonly unknown: UnknownParam[];
  readonly deprecated: DeprecatedUse[];
  readonly blank: string[];
  readonly defaulted: string[];
}

type Fields = { [name: string]: Json };

function newPass(plans: PlanDefinitions): Pass {
  return { plans, violations: [], unknown: [], deprecated: [], blank: [], defaulted: [] };
}

/** A copy of the root without the params that it does not have. */
function takeKnown(plan: ObjectPlan, value: JsonObject, pass: Pass): Fields {
  const known: Fields = {};
  for (const name of Object.keys(value)) {
    const child = value[name] as Json; // one of its own keys
    if (plan.passes === true || Object.hasOwn(plan.fields, name) || isSpelling(plan, name)) setOwn(known, name, child);
    else pass.unknown.push(unknownParam(name, plan, pass.unknown.length));
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

/** @param key of the value in what stands at the path: pointers are made only where they are reported, or lead further down */
function visit(plan: NormalizationPlan, value: Json, path: string, key: string | number, pass: Pass): Json {
  switch (plan.kind) {
    case "string":
      return typeof value === "string" ? text(plan, value, path, key, pass) : value;
    case "enum":
      return typeof value === "string" ? enumValue(plan, value, path, key, pass) : value;
    case "array": {
      if (!Array.isArray(value)) return value;
      const below = childPath(path, key);
      return value.map((item: Json, index) => visit(plan.items, item, below, index, pass));
    }
    case "object":
      return isJsonObject(value) ? objectFields(plan, copyFields(value), childPath(path, key), pass) : value;
    case "union": {
      const option = plan.options.find((candidate) => fits(candidate, plan.discriminator, value));
      return option?.plan === undefined ? value : visit(option.plan, value, path, key, pass);
    }
    case "ref": {
      const target = ownValue(pass.plans, plan.name);
      return target === undefined ? value : visit(target, value, path, key, pass);
    }
  }
}

function text(plan: StringPlan, value: string, path: string, key: string | number, pass: Pass): string {
  let normal = plan.trim === true ? value.trim() : value;
  if (plan.case !== undefined) normal = inCase(normal, plan.case);
  if (plan.maxBytes !== undefined) {
    const bytes = utf8Length(normal);
    if (bytes > plan.maxBytes) {
      const expected = `a text of at most ${plan.maxBytes} bytes in UTF-8`;
      pass.violations.push({ path: childPath(path, key), expected, found: `${bytes} bytes` });
    }
  }
  return normal;
}

function enumValue(plan: EnumPlan, value: string, path: string, key: string | number, pass: Pass): string {
  let normal = value;
  if (plan.case !== undefined) normal = inCase(value.trim(), plan.case);
  if (plan.aliases !== undefined) {
    normal = ownValue(plan.aliases, normal) ?? ownValue(plan.aliases, value.trim()) ?? normal;
  }
  const deprecation = plan.deprecated === undefined ? undefined : ownValue(plan.deprecated, normal);
  if (deprecation !== undefined) {
    const current = deprecation.replacedBy === undefined ? {} : { current: deprecation.replacedBy };
    pass.deprecated.push({ kind: "value", path: childPath(path, key), name: normal, ...current, deprecation });
  }
  return normal;
}

function copyFields(value: JsonObject): Fields {
  const fields: Fields = {};
  for (const name of Object.keys(value)) setOwn(fields, name, value[name] as Json); // one of its own keys
  return fields;
}

/** Normalises the fields in place: they were copied for it. */
function objectFields(plan: ObjectPlan, fields: Fields, path: string, pass: Pass): JsonObject {
  if (plan.rest !== undefined) restValues(plan.rest, plan, fields, path, pass);
  for (const [name, field] of activeFields(plan)) {
    if (field.aliases !== undefined) takeSpellings(name, field, fields, path, pass);
    if (Object.hasOwn(fields, name)) normaliseField(name, field, fields, path, pass);
    else if (field.default !== undefined) {
      if (path === "") pass.defaulted.push(name);
      // A default may itself leave out fields that have defaults. Nothing in it is the caller's doing.
      const silent = newPass(pass.plans);
      const copy = copyJson(field.default);
      setOwn(fields, name, field.plan === undefined ? copy : visit(field.plan, copy, path, name, silent));
    }
  }
  return fields;
}

/** The values of a map, which stand under names that no field has. */
function restValues(rest: NormalizationPlan, plan: ObjectPlan, fields: Fields, path: string, pass: Pass): void {
  for (const [name, value] of Object.entries(fields)) {
    if (Object.hasOwn(plan.fields, name) || isSpelling(plan, name)) continue;
    setOwn(fields, name, visit(rest, value, path, name, pass));
  }
}

/** Moves values given under other spellings to the param's name. */
function takeSpellings(name: string, field: FieldPlan, fields: Fields, path: string, pass: Pass): void {
  for (const [spelling, deprecation] of Object.entries(field.aliases ?? {})) {
    if (!Object.hasOwn(fields, spelling)) continue;
    const value = fields[spelling] as Json; // own, so it is there
    delete fields[spelling];
    if (deprecation !== null) {
      pass.deprecated.push({
        kind: "spelling",
        path: childPath(path, spelling),
        name: spelling,
        current: name,
        deprecation,
      });
    }
    if (!Object.hasOwn(fields, name)) setOwn(fields, name, value);
    else if (!sameJson(fields[name], value)) {
      const expected = `one value for '${name}', of which '${spelling}' is another spelling`;
      pass.violations.push({ path: childPath(path, spelling), expected, found: `another value than '${name}' has` });
    }
  }
}

function normaliseField(name: string, field: FieldPlan, fields: Fields, path: string, pass: Pass): void {
  const given = fields[name] as Json; // the caller of this function saw it there
  const normal = field.plan === undefined ? given : visit(field.plan, given, path, name, pass);
  if (normal === "" && field.required === true && isTrimmed(field.plan)) {
    pass.blank.push(childPath(path, name));
    delete fields[name];
    return;
  }
  if (normal !== given) setOwn(fields, name, normal);
  if (field.deprecated !== undefined) {
    const current = field.deprecated.replacedBy === undefined ? {} : { current: field.deprecated.replacedBy };
    pass.deprecated.push({
      kind: "param",
      path: childPath(path, name),
      name,
      ...current,
      deprecation: field.deprecated,
    });
  }
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
