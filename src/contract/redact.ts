import { isJsonObject, type Json } from "./json.ts";
import type { FieldPlan, NormalizationPlan, ObjectPlan, PlanDefinitions } from "./normalization-plan.ts";
import { ownValue, setOwn } from "./own-property.ts";

export interface RedactOptions {
  /** Further names of fields whose values are left out wherever they stand, whatever the letter case. */
  readonly names?: ReadonlySet<string>;
}

/** What stands in the place of a secret. */
export const redacted = "[redacted]";

/**
 * A copy of a value in which nothing is left of what its shape marks sensitive, at any depth: in objects, maps, lists and
 * unions. Where it can't be told which option of a union a value is, what is a secret in any of them is one. A value that
 * has not the form its shape wants goes as a whole if there is a secret in that form.
 * @param shape undefined: nothing is marked
 */
export function redact(
  shape: NormalizationPlan | undefined,
  shapes: PlanDefinitions,
  value: Json,
  options: RedactOptions = {},
): Json {
  return copy(shape === undefined ? [] : [shape], value, { shapes, names: options.names ?? new Set() });
}

/** True where something in the shape is marked sensitive. */
export function holdsSensitive(shape: NormalizationPlan, shapes: PlanDefinitions): boolean {
  return leafShapes([shape], shapes).some((leaf) => hasSecret(leaf, shapes, new Set()));
}

interface Redaction {
  readonly shapes: PlanDefinitions;
  readonly names: ReadonlySet<string>;
}

/** @param candidates the value is one of these; none: nothing is known of it */
function copy(candidates: readonly NormalizationPlan[], value: Json, redaction: Redaction): Json {
  const leaves = leafShapes(candidates, redaction.shapes);
  if (Array.isArray(value)) {
    const items = leaves.flatMap((leaf) => (leaf.kind === "array" ? [leaf.items] : []));
    if (items.length === 0 && isOutOfForm(candidates, redaction.shapes)) return redacted;
    return value.map((item: Json) => copy(items, item, redaction));
  }
  if (!isJsonObject(value)) return isOutOfForm(candidates, redaction.shapes, "scalar") ? redacted : value;
  const objects = leaves.filter((leaf) => leaf.kind === "object");
  if (objects.length === 0 && isOutOfForm(candidates, redaction.shapes)) return redacted;
  const kept: { [key: string]: Json } = {};
  for (const [key, child] of Object.entries(value)) {
    const fields = objects.flatMap((object) => fieldsAt(object, key));
    const isSecret = fields.some(({ sensitive }) => sensitive === true) || redaction.names.has(key.toLowerCase());
    const inner = fields.flatMap(({ shape }) => (shape === undefined ? [] : [shape]));
    setOwn(kept, key, isSecret ? redacted : copy(inner, child, redaction));
  }
  return kept;
}

/** Every field that a key may mean: its own, one of which it is another spelling, what the map says of other keys. */
function fieldsAt(object: ObjectPlan, key: string): readonly FieldPlan[] {
  const own = ownValue(object.fields, key);
  if (own !== undefined) return [own];
  const spelled = Object.values(object.fields).filter(
    ({ aliases }) => aliases !== undefined && Object.hasOwn(aliases, key),
  );
  if (spelled.length > 0) return spelled;
  return object.rest === undefined ? [] : [{ shape: object.rest }];
}

/**
 * True for a value of another kind than its only shape, which holds a secret: a text in place of an object may be that
 * object as text. Of a union, the option that it is may ask for nothing and have no shape.
 */
function isOutOfForm(candidates: readonly NormalizationPlan[], shapes: PlanDefinitions, found?: "scalar"): boolean {
  const leaves = leafShapes(candidates, shapes);
  if (candidates.some((candidate) => isUnion(candidate, shapes)) || leaves.length === 0) return false;
  if (found === "scalar" && leaves.some(({ kind }) => kind === "string" || kind === "enum")) return false;
  return leaves.some((leaf) => hasSecret(leaf, shapes, new Set()));
}

function isUnion(shape: NormalizationPlan, shapes: PlanDefinitions): boolean {
  const seen = new Set<string>();
  let at: NormalizationPlan | undefined = shape;
  while (at?.kind === "ref" && !seen.has(at.name)) {
    seen.add(at.name);
    at = ownValue(shapes, at.name);
  }
  return at?.kind === "union";
}

type Leaf = Exclude<NormalizationPlan, { readonly kind: "union" | "ref" }>;

/** What a value may be, with references followed and unions opened. */
function leafShapes(candidates: readonly NormalizationPlan[], shapes: PlanDefinitions): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const seen = new Set<NormalizationPlan>();
  const waiting = [...candidates];
  for (let shape = waiting.pop(); shape !== undefined; shape = waiting.pop()) {
    if (seen.has(shape)) continue;
    seen.add(shape);
    if (shape.kind === "union") {
      for (const { shape: option } of shape.options) if (option !== undefined) waiting.push(option);
    } else if (shape.kind === "ref") {
      const target = ownValue(shapes, shape.name);
      if (target !== undefined) waiting.push(target);
    } else leaves.push(shape);
  }
  return leaves;
}

function hasSecret(leaf: Leaf, shapes: PlanDefinitions, seen: Set<NormalizationPlan>): boolean {
  if (seen.has(leaf)) return false;
  seen.add(leaf);
  const inside = (shape: NormalizationPlan | undefined) =>
    shape !== undefined && leafShapes([shape], shapes).some((one) => hasSecret(one, shapes, seen));
  switch (leaf.kind) {
    case "array":
      return inside(leaf.items);
    case "object":
      return (
        Object.values(leaf.fields).some(({ sensitive, shape }) => sensitive === true || inside(shape)) ||
        inside(leaf.rest)
      );
    case "string":
    case "enum":
      return false;
  }
}
