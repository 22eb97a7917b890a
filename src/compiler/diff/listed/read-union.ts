import { canonicalJsonLine } from "../../../contract/canonical-json.ts";
import { compareTexts } from "../../../contract/compare-texts.ts";
import type { Json, JsonObject } from "../../../contract/json.ts";
import type { ComparableType, EnumType, NeverType, UnionType } from "../comparable-type.ts";
import { make, type Reading, rawOf } from "./reading.ts";

interface Combining {
  /** `oneOf`: what two alternatives take is refused. */
  readonly exactlyOne: boolean;
  readonly discriminator?: string;
}

/** Alternatives as one shape: null is a property of the whole, words are one enum, and one alternative needs no union. */
export function combineTypes(all: readonly ComparableType[], combining: Combining, reading: Reading): ComparableType {
  const possible = all.filter((shape) => shape.kind !== "never");
  const exactlyOne = combining.exactlyOne && !areApart(possible);
  if (exactlyOne) return union(possible, combining, { exactlyOne, nullable: false }, reading);
  const nullable = possible.some(takesNull);
  const some = possible.flatMap((shape) => {
    const bare = withoutNull(shape, reading);
    return bare === undefined ? [] : isPlainUnion(bare) ? bare.of : [bare];
  });
  const whole = union(merged(some, reading), combining, { exactlyOne, nullable }, reading);
  return nullable ? withNull(whole, reading) : whole;
}

function union(
  of: readonly ComparableType[],
  { discriminator }: Combining,
  { exactlyOne, nullable }: { readonly exactlyOne: boolean; readonly nullable: boolean },
  reading: Reading,
): ComparableType {
  const [only, ...more] = of;
  if (only === undefined) {
    if (!nullable) return make<NeverType>({ kind: "never" }, { not: {} }, reading);
    return make<EnumType>({ kind: "enum", values: [] }, { enum: [] }, reading);
  }
  if (more.length === 0) return only;
  const shape: UnionType = {
    kind: "union",
    of,
    ...(discriminator === undefined ? {} : { discriminator }),
    ...(exactlyOne ? { exactlyOne: true } : {}),
  };
  return make(shape, { [exactlyOne ? "oneOf" : "anyOf"]: of.map(rawOf) }, reading);
}

function isPlainUnion(shape: ComparableType): shape is UnionType {
  return shape.kind === "union" && shape.exactlyOne === undefined && !hasConditions(shape);
}

/** Words of several enums are the words of one; the same alternative twice is one; integers are numbers. */
function merged(all: readonly ComparableType[], reading: Reading): readonly ComparableType[] {
  const enums = all.filter(isPlainEnum);
  const words = new Map(enums.flatMap(({ values }) => values).map((one) => [canonicalJsonLine(one.value), one]));
  const values = [...words.values()];
  const first = enums[0];
  const one =
    enums.length < 2
      ? undefined
      : make<EnumType>({ kind: "enum", values }, { enum: inOrder(values.map(({ value }) => value)) }, reading);
  const anyNumber = all.some((shape) => canonicalJsonLine(rawOf(shape)) === '{"type":"number"}');
  const seen = new Set<string>();
  return all.flatMap((shape) => {
    if (one !== undefined && isPlainEnum(shape)) return shape === first ? [one] : [];
    if (anyNumber && shape.kind === "integer" && shape.allOf === undefined) return [];
    const text = canonicalJsonLine(rawOf(shape));
    if (seen.has(text)) return [];
    seen.add(text);
    return [shape];
  });
}

function isPlainEnum(shape: ComparableType): shape is EnumType {
  return shape.kind === "enum" && Object.keys(rawOf(shape)).length === 1;
}

function takesNull(shape: ComparableType): boolean {
  return !hasConditions(shape) && (shape.nullable === true || isNull(shape));
}

/** Conditions beside its type, or its values, may refuse what those take. */
function hasConditions(shape: ComparableType): boolean {
  const { allOf, not, conditional } = shape;
  return allOf !== undefined || not !== undefined || conditional !== undefined || rawOf(shape).allOf !== undefined;
}

function isNull(shape: ComparableType): boolean {
  return !hasConditions(shape) && shape.kind === "enum" && shape.values.length === 1 && shape.values[0]?.value === null;
}

/** The same and null. */
export function withNull(shape: ComparableType, reading: Reading): ComparableType {
  if (shape.nullable === true && !hasConditions(shape)) return shape;
  if (shape.kind === "json") {
    if (Object.keys(rawOf(shape)).length === 0) return shape;
    const none = make<EnumType>({ kind: "enum", values: [{ value: null }] }, { enum: [null] }, reading);
    return make<UnionType>({ kind: "union", of: [shape, none] }, rawWithNull(rawOf(shape)), reading);
  }
  if (shape.kind === "enum" && shape.values.length === 0) {
    return make<EnumType>({ ...shape, values: [{ value: null }] }, { enum: [null] }, reading);
  }
  return make<ComparableType>({ ...shape, nullable: true }, rawWithNull(rawOf(shape)), reading);
}

function rawWithNull(raw: JsonObject): JsonObject {
  const isPlain = ["allOf", "not", "if"].every((keyword) => raw[keyword] === undefined);
  if (isPlain && typeof raw.type === "string") return { ...raw, type: [raw.type, "null"] };
  if (isPlain && Array.isArray(raw.enum)) return { ...raw, enum: inOrder([...(raw.enum as readonly Json[]), null]) };
  const isAnyOf = Array.isArray(raw.anyOf) && Object.keys(raw).length === 1;
  return { anyOf: [...(isAnyOf ? (raw.anyOf as readonly Json[]) : [raw]), { type: "null" }] };
}

/** The same without null; undefined when nothing is left. */
function withoutNull(shape: ComparableType, reading: Reading): ComparableType | undefined {
  if (isNull(shape)) return undefined;
  if (shape.nullable !== true || hasConditions(shape)) return shape;
  const { nullable: _, ...bare } = shape;
  return make<ComparableType>(bare as ComparableType, rawWithoutNull(rawOf(shape)), reading);
}

/** The order of an enum's values asserts nothing. */
export function inOrder(values: readonly Json[]): readonly Json[] {
  return values
    .map((value) => [canonicalJsonLine(value), value] as const)
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([, value]) => value);
}

/** Removes what makes a schema nullable, in any spelling. */
export function rawWithoutNull(raw: JsonObject): JsonObject {
  if (Array.isArray(raw.type)) {
    const types = (raw.type as readonly Json[]).filter((type) => type !== "null");
    return { ...raw, type: types.length === 1 && types[0] !== undefined ? types[0] : types };
  }
  if (Array.isArray(raw.enum)) return { ...raw, enum: (raw.enum as readonly Json[]).filter((value) => value !== null) };
  if (!Array.isArray(raw.anyOf)) return { allOf: [raw], not: { type: "null" } };
  const { anyOf, ...others } = raw;
  const options = (anyOf as readonly Json[]).filter((option) => canonicalJsonLine(option) !== '{"type":"null"}');
  const [only, ...more] = options;
  const plain =
    more.length === 0 && typeof only === "object" && only !== null ? (only as JsonObject) : { anyOf: options };
  return { ...plain, ...others };
}

/** No value fits two of them: they are of different types, or a field has another word in each. */
function areApart(all: readonly ComparableType[]): boolean {
  if (all.filter(mayTakeNull).length > 1) return false;
  return all.every((one, index) => all.slice(index + 1).every((other) => isApart(one, other)));
}

/** Its conditions may still refuse null. */
function mayTakeNull(shape: ComparableType): boolean {
  return shape.nullable === true || (shape.kind === "enum" && shape.values.some(({ value }) => value === null));
}

function isApart(a: ComparableType, b: ComparableType): boolean {
  const left = typeOf(a);
  const right = typeOf(b);
  if (left === undefined || right === undefined) return false;
  if (a.kind === "enum" && b.kind === "enum") {
    const words = new Set(a.values.map(({ value }) => canonicalJsonLine(value)));
    return !b.values.some(({ value }) => words.has(canonicalJsonLine(value)));
  }
  if (left !== right) return !left.includes(right) && !right.includes(left);
  if (a.kind !== "object" || b.kind !== "object") return false;
  const words = constants(b);
  return [...constants(a)].some(([name, word]) => words.has(name) && words.get(name) !== word);
}

/** JSON types of a shape as a text; undefined where it is unknown. */
function typeOf(shape: ComparableType): string | undefined {
  if (shape.untyped === true) return undefined;
  switch (shape.kind) {
    case "integer":
      return "number";
    case "enum":
      return [...new Set(shape.values.map(({ value }) => jsonType(value)))].sort().join(" ");
    case "ref":
    case "union":
    case "json":
      return undefined;
    default:
      return shape.kind;
  }
}

function jsonType(value: Json): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** Fields that must be there and take one value only. */
export function constants(shape: ComparableType): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name, type, required } of shape.kind === "object" ? shape.fields : []) {
    const only =
      type.kind === "enum" && type.values.length === 1 && type.nullable !== true ? type.values[0] : undefined;
    if (required && only !== undefined) found.set(name, canonicalJsonLine(only.value));
  }
  return found;
}
