import type { Json } from "../../../contract/json.ts";
import { branchAccepts } from "./accepts.ts";
import {
  type ArrayBranch,
  type Bound,
  type Branch,
  type Form,
  type ObjectBranch,
  propertySchema,
  type RawSchema,
} from "./form.ts";
import type { SchemaDocument } from "./read-form.ts";

/** What both schemas allow. */
export function intersectForms(a: Form, b: Form, document: SchemaDocument): Form {
  const branches = a.branches.flatMap((one) =>
    b.branches.map((other) => intersect(one, other, document)).filter((branch) => branch !== undefined),
  );
  return { branches, opaque: [...a.opaque, ...b.opaque] };
}

/** What both alternatives allow; undefined when their types differ. */
export function intersect(a: Branch, b: Branch, document: SchemaDocument): Branch | undefined {
  if (a.kind === "values") return keep(a.values, b, document);
  if (b.kind === "values") return keep(b.values, a, document);
  if (a.kind === "number" && b.kind === "number") {
    return {
      kind: "number",
      integer: a.integer || b.integer,
      low: higher(a.low, b.low),
      high: lower(a.high, b.high),
      multiples: [...new Set([...a.multiples, ...b.multiples])],
    };
  }
  if (a.kind === "string" && b.kind === "string") {
    return {
      kind: "string",
      minLength: Math.max(a.minLength, b.minLength),
      maxLength: Math.min(a.maxLength, b.maxLength),
      patterns: [...new Set([...a.patterns, ...b.patterns])],
    };
  }
  if (a.kind === "array" && b.kind === "array") return intersectArrays(a, b);
  if (a.kind === "object" && b.kind === "object") return intersectObjects(a, b);
  return undefined;
}

function keep(values: readonly Json[], other: Branch, document: SchemaDocument): Branch | undefined {
  const kept = values.filter((value) => branchAccepts(other, value, document) !== false);
  return kept.length === 0 ? undefined : { kind: "values", values: kept };
}

function higher(a: Bound, b: Bound): Bound {
  return b.value > a.value || (b.value === a.value && b.exclusive) ? b : a;
}

function lower(a: Bound, b: Bound): Bound {
  return b.value < a.value || (b.value === a.value && b.exclusive) ? b : a;
}

function intersectArrays(a: ArrayBranch, b: ArrayBranch): Branch {
  return {
    kind: "array",
    items: both(a.items, b.items),
    minItems: Math.max(a.minItems, b.minItems),
    maxItems: Math.min(a.maxItems, b.maxItems),
    unique: a.unique || b.unique,
  };
}

function intersectObjects(a: ObjectBranch, b: ObjectBranch): Branch {
  const names = new Set([...a.properties.keys(), ...b.properties.keys()]);
  return {
    kind: "object",
    properties: new Map([...names].map((name) => [name, both(propertySchema(a, name), propertySchema(b, name))])),
    required: new Set([...a.required, ...b.required]),
    rest: both(a.rest, b.rest),
  };
}

/** Two schemas of one document as one, without reading them yet. */
function both(a: RawSchema, b: RawSchema): RawSchema {
  if (a === b || b === true) return a;
  if (a === true) return b;
  return a === false || b === false ? false : { allOf: [a, b] };
}
