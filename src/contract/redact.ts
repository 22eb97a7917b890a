import { isJsonObject, type Json } from "./json.ts";
import { resolveRef } from "./normalise.ts";
import type { FieldPlan, NormalizationPlan, ObjectPlan, PlanDefinitions } from "./normalization-plan.ts";
import { ownValue, setOwn } from "./own-property.ts";

export interface RedactOptions {
  /** Further names of fields whose values are redacted at any depth, in any letter case. */
  readonly names?: ReadonlySet<string>;
}

/** Replaces a secret. */
export const redacted = "[redacted]";

/**
 * A copy of a value without the parts that are marked sensitive, at any depth: in objects, maps, lists and unions. Of a union, a
 * part is redacted if it is a secret in any option that the value may be. A value of another form than its plan is redacted whole
 * if the plan has a secret.
 * @param plan undefined: nothing is marked
 */
export function redact(
  plan: NormalizationPlan | undefined,
  plans: PlanDefinitions,
  value: Json,
  options: RedactOptions = {},
): Json {
  return copy(plan === undefined ? [] : [plan], value, { plans, names: options.names ?? new Set() });
}

interface Redaction {
  readonly plans: PlanDefinitions;
  readonly names: ReadonlySet<string>;
}

/** @param candidates the possible plans of the value; empty: unknown */
function copy(candidates: readonly NormalizationPlan[], value: Json, redaction: Redaction): Json {
  const leaves = leafPlans(candidates, redaction.plans);
  if (Array.isArray(value)) {
    const items = leaves.flatMap((leaf) => (leaf.kind === "array" ? [leaf.items] : []));
    if (items.length === 0 && hasWrongKind(candidates, redaction.plans)) return redacted;
    return value.map((item: Json) => copy(items, item, redaction));
  }
  if (!isJsonObject(value)) return hasWrongKind(candidates, redaction.plans, "scalar") ? redacted : value;
  const objects = leaves.filter((leaf) => leaf.kind === "object");
  if (objects.length === 0 && hasWrongKind(candidates, redaction.plans)) return redacted;
  const kept: { [key: string]: Json } = {};
  for (const [key, child] of Object.entries(value)) {
    const fields = objects.flatMap((object) => fieldsAt(object, key));
    const isSecret = fields.some(({ sensitive }) => sensitive === true) || redaction.names.has(key.toLowerCase());
    const inner = fields.flatMap(({ plan }) => (plan === undefined ? [] : [plan]));
    setOwn(kept, key, isSecret ? redacted : copy(inner, child, redaction));
  }
  return kept;
}

/** Every field that a key may mean: its own, one of which it is another spelling, or the values of a map. */
function fieldsAt(object: ObjectPlan, key: string): readonly FieldPlan[] {
  const own = ownValue(object.fields, key);
  if (own !== undefined) return [own];
  const spelled = Object.values(object.fields).filter(
    ({ aliases }) => aliases !== undefined && Object.hasOwn(aliases, key),
  );
  if (spelled.length > 0) return spelled;
  return object.rest === undefined ? [] : [{ plan: object.rest }];
}

/**
 * Whether a value has another kind than its only plan, which has a secret: a text in place of an object may be that object as
 * text. False for unions, where an option may have no plan.
 */
function hasWrongKind(candidates: readonly NormalizationPlan[], plans: PlanDefinitions, found?: "scalar"): boolean {
  const leaves = leafPlans(candidates, plans);
  if (candidates.some((candidate) => resolveRef(candidate, plans)?.kind === "union") || leaves.length === 0)
    return false;
  if (found === "scalar" && leaves.some(({ kind }) => kind === "string" || kind === "enum")) return false;
  return leaves.some((leaf) => hasSecret(leaf, plans, new Set()));
}

type Leaf = Exclude<NormalizationPlan, { readonly kind: "union" | "ref" }>;

/** The plans that a value may have, with references and unions resolved. */
function leafPlans(candidates: readonly NormalizationPlan[], plans: PlanDefinitions): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const seen = new Set<NormalizationPlan>();
  const waiting = [...candidates];
  for (let plan = waiting.pop(); plan !== undefined; plan = waiting.pop()) {
    if (seen.has(plan)) continue;
    seen.add(plan);
    if (plan.kind === "union") {
      for (const { plan: option } of plan.options) if (option !== undefined) waiting.push(option);
    } else if (plan.kind === "ref") {
      const target = ownValue(plans, plan.name);
      if (target !== undefined) waiting.push(target);
    } else leaves.push(plan);
  }
  return leaves;
}

function hasSecret(leaf: Leaf, plans: PlanDefinitions, seen: Set<NormalizationPlan>): boolean {
  if (seen.has(leaf)) return false;
  seen.add(leaf);
  const inside = (plan: NormalizationPlan | undefined) =>
    plan !== undefined && leafPlans([plan], plans).some((one) => hasSecret(one, plans, seen));
  switch (leaf.kind) {
    case "array":
      return inside(leaf.items);
    case "object":
      return (
        Object.values(leaf.fields).some(({ sensitive, plan }) => sensitive === true || inside(plan)) ||
        inside(leaf.rest)
      );
    case "string":
    case "enum":
      return false;
  }
}
