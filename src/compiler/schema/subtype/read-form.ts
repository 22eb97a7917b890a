import { isJsonObject, type Json } from "../../../contract/json.ts";
import { accepts } from "./accepts.ts";
import type { Branch, Form, RawSchema } from "./form.ts";
import { intersect, intersectForms } from "./intersect.ts";
import { isVoid } from "./void.ts";

/** A document whose schemas are read: `$ref` is looked up in `root`; what was read once is remembered. */
export interface SchemaDocument {
  readonly root: RawSchema;
  readonly forms: Map<object, Form>;
  readonly reading: Set<object>;
}

export function openDocument(root: RawSchema): SchemaDocument {
  return { root, forms: new Map(), reading: new Set() };
}

/** Reads a schema into alternatives: references followed, `allOf` folded, `const` and `enum` as values. */
export function readForm(raw: RawSchema, document: SchemaDocument): Form {
  if (raw === false) return nothing;
  if (!isJsonObject(raw)) return raw === true ? anything : { ...anything, opaque: ["a schema that is no schema"] };
  const known = document.forms.get(raw);
  if (known !== undefined) return known;
  if (document.reading.has(raw)) return { ...anything, opaque: ["a $ref that leads to itself"] };
  document.reading.add(raw);
  const form = readObject(raw, document);
  document.reading.delete(raw);
  document.forms.set(raw, form);
  return form;
}

const nothing: Form = { branches: [], opaque: [] };
const noBound = { low: { value: -Infinity, exclusive: false }, high: { value: Infinity, exclusive: false } };
const anything: Form = {
  branches: [
    { kind: "values", values: [null, false, true] },
    { kind: "number", integer: false, ...noBound, multiples: [] },
    { kind: "string", minLength: 0, maxLength: Infinity, patterns: [] },
    { kind: "array", items: true, minItems: 0, maxItems: Infinity, unique: false },
    { kind: "object", properties: new Map(), required: new Set(), rest: true },
  ],
  opaque: [],
};

type Keywords = { readonly [keyword: string]: unknown };

function readObject(raw: Keywords, document: SchemaDocument): Form {
  let form: Form = { branches: ownBranches(raw), opaque: opaqueKeywords(raw) };
  if (typeof raw.$ref === "string") {
    const target = lookUp(raw.$ref, document.root);
    if (target === undefined) form = { ...form, opaque: [...form.opaque, `$ref ${raw.$ref}`] };
    else form = intersectForms(form, readForm(target, document), document);
  }
  for (const member of list(raw.allOf)) form = intersectForms(form, readForm(member, document), document);
  for (const keyword of ["anyOf", "oneOf"] as const) {
    if (!Array.isArray(raw[keyword])) continue;
    const options = list(raw[keyword]).map((option) => readForm(option, document));
    form = intersectForms(form, either(options, keyword === "oneOf" && !areDisjoint(options, document)), document);
  }
  if (Array.isArray(raw.enum)) form = keepValues(form, raw.enum, document);
  if (Object.hasOwn(raw, "const")) form = keepValues(form, [raw.const], document);
  if (form.branches.length > maxBranches) return { ...anything, opaque: [...form.opaque, "too many alternatives"] };
  return form;
}

const maxBranches = 512;

function either(options: readonly Form[], overlapping: boolean): Form {
  return {
    branches: options.flatMap((option) => option.branches),
    opaque: [
      ...options.flatMap((option) => option.opaque),
      ...(overlapping ? ["oneOf with alternatives that overlap"] : []),
    ],
  };
}

function areDisjoint(options: readonly Form[], document: SchemaDocument): boolean {
  return options.every((one, index) =>
    options.slice(index + 1).every((other) =>
      one.branches.every((a) =>
        other.branches.every((b) => {
          const both = intersect(a, b, document);
          return both === undefined || isVoid(both, document);
        }),
      ),
    ),
  );
}

function keepValues(form: Form, values: readonly unknown[], document: SchemaDocument): Form {
  // What stands in a schema came from JSON or YAML and is JSON.
  const kept = (values as readonly Json[]).filter((value) => accepts(form, value, document) !== false);
  return { branches: kept.length === 0 ? [] : [{ kind: "values", values: kept }], opaque: form.opaque };
}

function ownBranches(raw: Keywords): readonly Branch[] {
  const types = typeof raw.type === "string" ? [raw.type] : Array.isArray(raw.type) ? raw.type : undefined;
  const has = (type: string): boolean => types === undefined || types.includes(type);
  const fixed: Json[] = [...(has("null") ? [null] : []), ...(has("boolean") ? [false, true] : [])];
  return [
    ...(fixed.length === 0 ? [] : [{ kind: "values" as const, values: fixed }]),
    ...(has("number") || has("integer") ? [numberBranch(raw, !has("number"))] : []),
    ...(has("string") ? [stringBranch(raw)] : []),
    ...(has("array") ? [arrayBranch(raw)] : []),
    ...(has("object") ? [objectBranch(raw)] : []),
  ];
}

function numberBranch(raw: Keywords, integer: boolean): Branch {
  const lows = [
    { value: number(raw.minimum, -Infinity), exclusive: false },
    { value: number(raw.exclusiveMinimum, -Infinity), exclusive: true },
  ];
  const highs = [
    { value: number(raw.maximum, Infinity), exclusive: false },
    { value: number(raw.exclusiveMaximum, Infinity), exclusive: true },
  ];
  const low = lows.reduce((a, b) => (b.value > a.value || (b.value === a.value && b.exclusive) ? b : a));
  const high = highs.reduce((a, b) => (b.value < a.value || (b.value === a.value && b.exclusive) ? b : a));
  const multiples = typeof raw.multipleOf === "number" ? [raw.multipleOf] : [];
  return { kind: "number", integer, low, high, multiples };
}

function stringBranch(raw: Keywords): Branch {
  const pattern = raw.pattern instanceof RegExp ? raw.pattern.source : raw.pattern;
  return {
    kind: "string",
    minLength: number(raw.minLength, 0),
    maxLength: number(raw.maxLength, Infinity),
    patterns: typeof pattern === "string" ? [pattern] : [],
  };
}

function arrayBranch(raw: Keywords): Branch {
  // With `prefixItems` the items are only those behind it: leaving both out keeps the form too large, never too small.
  const tuple = raw.prefixItems !== undefined || Array.isArray(raw.items);
  return {
    kind: "array",
    items: tuple || raw.items === undefined ? true : raw.items,
    minItems: number(raw.minItems, 0),
    maxItems: number(raw.maxItems, Infinity),
    unique: raw.uniqueItems === true,
  };
}

function objectBranch(raw: Keywords): Branch {
  const properties = isJsonObject(raw.properties) ? Object.entries(raw.properties) : [];
  // With `patternProperties` the rest is only what no pattern names.
  const rest = raw.patternProperties !== undefined || raw.additionalProperties === undefined;
  return {
    kind: "object",
    properties: new Map(properties),
    required: new Set(list(raw.required).filter((name) => typeof name === "string")),
    rest: rest ? true : raw.additionalProperties,
  };
}

/** Keywords that assert something the form can't show. Annotations and unknown keywords assert nothing. */
function opaqueKeywords(raw: Keywords): readonly string[] {
  const found = opaque.filter((keyword) => raw[keyword] !== undefined);
  const oldBounds = ["exclusiveMinimum", "exclusiveMaximum"].filter((keyword) => typeof raw[keyword] === "boolean");
  const oldTuple = Array.isArray(raw.items) ? ["items as a list"] : [];
  return [...found, ...oldBounds, ...oldTuple];
}

const opaque = [
  "$dynamicRef",
  "$recursiveRef",
  "not",
  "if",
  "prefixItems",
  "contains",
  "patternProperties",
  "propertyNames",
  "minProperties",
  "maxProperties",
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
  "unevaluatedItems",
  "unevaluatedProperties",
];

/** Follows a local reference. undefined: it leads out of the document, to an anchor, or nowhere. */
function lookUp(ref: string, root: RawSchema): RawSchema {
  if (ref !== "#" && !ref.startsWith("#/")) return undefined;
  let at: unknown = root;
  for (const part of ref.split("/").slice(1)) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Keywords)[key]; // an object, and the key is its own
  }
  return at;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function number(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
