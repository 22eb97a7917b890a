import { sameJson } from "../../contract/alias.ts";
import { defined } from "../../contract/own-property.ts";
import type { Field } from "../catalog/catalog.ts";
import type {
  ArrayNode,
  EnumNode,
  NumberNode,
  ObjectNode,
  RefNode,
  StringNode,
  TypeNode,
} from "../catalog/type-node.ts";
import { patternOf } from "./read-enum.ts";
import { anyValue, type Place, type Reading, widen, withNull } from "./reading.ts";

// Alternatives → one type. Options of a union differ in their JSON type, or are objects with a constant field;
// alternatives of one JSON type become one type that takes them all.

/**
 * @param place the schema whose alternatives these are, for what is lost
 * @param keyword `anyOf`, or `oneOf`: then a value that two alternatives take was refused
 */
export function combineTypes(
  reading: Reading,
  place: Place,
  nodes: readonly TypeNode[],
  keyword: "anyOf" | "oneOf" | "type" = "anyOf",
): TypeNode {
  const lose = (why: string, instead: string) => widen(reading, place, keyword, why, instead);
  const isExclusive = keyword === "oneOf";
  const nullable = nodes.filter((node) => node.nullable === true).length;
  if (isExclusive && nullable > 1) lose("null was taken by two alternatives, which refuses it", "null is taken");
  const some = nodes.map(({ nullable: _nullable, ...node }) => node as TypeNode); // without null a type stays what it is
  const combined = withoutNull({ reading, some, lose, isExclusive });
  return nullable > 0 ? withNull(combined) : combined;
}

interface Combining {
  readonly reading: Reading;
  readonly some: readonly TypeNode[];
  readonly lose: (why: string, instead: string) => void;
  readonly isExclusive: boolean;
}

function withoutNull(combining: Combining): TypeNode {
  const { reading, lose, isExclusive } = combining;
  const some = combining.some.flatMap((node) => (node.kind === "union" ? node.of : [node]));
  if (some.length === 1 && some[0] !== undefined) return some[0];
  if (some.some((node) => node.kind === "json")) {
    if (isExclusive) lose("one alternative takes everything, so the others exclude", "any value");
    return anyValue;
  }
  const objects = some.filter((node) => node.kind === "object" || node.kind === "ref");
  if (objects.length === some.length && some.length > 1 && areDistinguishable(reading, objects)) {
    return { kind: "union", of: some };
  }
  const booleans = some.filter((node) => node.kind === "boolean");
  if (isExclusive && booleans.length > 1) lose("two alternatives take booleans", "a boolean");
  const strings = some.filter((node) => node.kind === "string" || node.kind === "enum");
  const lists = some.filter((node) => node.kind === "array");
  const groups = [
    texts(strings, combining),
    numbers(some.filter(isNumber), combining),
    booleans[0],
    arrays(lists, combining),
    mergeObjects(objects, combining),
  ].filter((node) => node !== undefined);
  if (groups.some((node) => node.kind === "json")) return anyValue;
  const [only] = groups;
  return groups.length === 1 && only !== undefined ? only : { kind: "union", of: groups };
}

function isNumber(node: TypeNode): node is NumberNode {
  return node.kind === "integer" || node.kind === "number";
}

/** As `resolve` sees it: a field that every option requires, an enum of one word there, and no word twice. */
function areDistinguishable(reading: Reading, options: readonly (ObjectNode | RefNode)[]): boolean {
  const constants = options.map((option) => constantFields(reading, option));
  const [first, ...others] = constants;
  for (const [name, word] of first ?? []) {
    const words = [word, ...others.map((fields) => fields.get(name))];
    if (words.every((one) => one !== undefined) && new Set(words).size === words.length) return true;
  }
  return false;
}

function constantFields(reading: Reading, option: ObjectNode | RefNode): ReadonlyMap<string, string> {
  const type = option.kind === "ref" ? reading.types.done.get(option.name)?.type : option;
  const constants = new Map<string, string>();
  for (const field of type?.kind === "object" ? type.fields : []) {
    const only = field.type.kind === "enum" && field.type.values.length === 1 ? field.type.values[0] : undefined;
    // An option is chosen before other spellings are settled.
    const isConstant = field.required && field.type.nullable !== true && field.aliases === undefined;
    if (only !== undefined && isConstant) constants.set(field.name, only.value);
  }
  return constants;
}

function texts(some: readonly (StringNode | EnumNode)[], { lose, isExclusive }: Combining): TypeNode | undefined {
  const [first] = some;
  if (first === undefined || some.length === 1) return first;
  const enums = some.filter((node) => node.kind === "enum");
  const strings = some.filter((node) => node.kind === "string");
  const words = enums.flatMap((node) => node.values.map(({ value }) => value));
  if (strings.length === 0) {
    const twice = new Set(words.filter((word, index) => words.indexOf(word) !== index));
    const kept = [...new Set(words)].filter((word) => !isExclusive || !twice.has(word));
    if (kept.length > 0) return { kind: "enum", values: kept.map((value) => ({ value })) };
    lose("every word is excluded by another alternative", "all of the words");
    return { kind: "enum", values: [...new Set(words)].map((value) => ({ value })) };
  }
  const plain: StringNode = { kind: "string", trim: false };
  if (isExclusive) lose("texts that two alternatives take were refused", "they are taken");
  if (strings.some((node) => sameJson(node, plain))) return plain;
  const patterns = strings.map(({ pattern, ...rest }) => (sameJson(rest, plain) ? pattern : undefined));
  if (patterns.every((pattern) => pattern !== undefined)) {
    const all = [...(words.length === 0 ? [] : [patternOf(words)]), ...patterns.map((pattern) => `(?:${pattern})`)];
    const joined = all.join("|");
    if (joined.length < 4000) return { ...plain, pattern: joined };
  }
  lose("alternatives that are all texts can't be distinguished", "any text that is long enough for one of them");
  const lengths = some.map((node) => (node.kind === "string" ? node : lengthsOf(node)));
  const range = rangeOf(lengths.map(({ minLength, maxLength }) => [minLength, maxLength]));
  return { ...plain, ...defined({ minLength: range.low, maxLength: range.high }) };
}

function lengthsOf(node: EnumNode): { readonly minLength: number; readonly maxLength: number } {
  const lengths = node.values.map(({ value }) => [...value].length);
  return { minLength: Math.min(...lengths), maxLength: Math.max(...lengths) };
}

function numbers(some: readonly NumberNode[], { lose, isExclusive }: Combining): TypeNode | undefined {
  const [first] = some;
  if (first === undefined || some.length === 1) return first;
  if (isExclusive) lose("numbers that two alternatives take were refused", "they are taken");
  const plain = some.find((node) => Object.keys(node).length === 1 && node.kind === "number");
  if (plain !== undefined) return plain;
  const same = some.every((node) => sameJson(node, first));
  if (same) return first;
  lose("alternatives that are all numbers can't be distinguished", "every number between the outermost bounds");
  const range = rangeOf(some.map((node) => [node.min ?? node.above, node.max ?? node.below]));
  const kind = some.every((node) => node.kind === "integer") ? "integer" : "number";
  return { kind, ...defined({ min: range.low, max: range.high }) };
}

function arrays(some: readonly ArrayNode[], combining: Combining): TypeNode | undefined {
  const [first] = some;
  if (first === undefined || some.length === 1) return first;
  const { lose, isExclusive } = combining;
  const same = some.every((node) => sameJson(node, first));
  if (same && !isExclusive) return first;
  lose("alternatives that are all lists can't be distinguished", "a list whose items fit one of them");
  const range = rangeOf(some.map(({ minItems, maxItems }) => [minItems, maxItems]));
  const items = some.map((node) => node.items);
  const isNullable = items.some((node) => node.nullable === true);
  const bare = items.map(({ nullable: _nullable, ...node }) => node as TypeNode); // as above
  const combined = withoutNull({ ...combining, some: bare, isExclusive: false });
  return {
    kind: "array",
    items: isNullable ? withNull(combined) : combined,
    ...defined({ minItems: range.low, maxItems: range.high }),
    ...(some.every((node) => node.unique === true) ? { unique: true } : {}),
  };
}

interface Range {
  readonly low: number | undefined;
  readonly high: number | undefined;
}

/** From the lowest to the highest; without a bound where one of them has none. */
function rangeOf(bounds: readonly (readonly [low: number | undefined, high: number | undefined])[]): Range {
  const low = Math.min(...bounds.map(([one]) => one ?? -Infinity));
  const high = Math.max(...bounds.map(([, one]) => one ?? Infinity));
  return { low: Number.isFinite(low) ? low : undefined, high: Number.isFinite(high) ? high : undefined };
}

/** One object that takes what any of them takes: all fields, required where all of them require it. */
export function mergeObjects(
  some: readonly (ObjectNode | RefNode)[],
  combining: Pick<Combining, "reading" | "lose" | "isExclusive">,
): TypeNode | undefined {
  const [first] = some;
  if (first === undefined || some.length === 1) return first;
  const { reading, lose, isExclusive } = combining;
  if (!isExclusive && some.every((node) => sameJson(node, first))) return first;
  const objects = some.map((node) => (node.kind === "ref" ? reading.types.done.get(node.name)?.type : node));
  const known = objects.filter((node) => node?.kind === "object");
  if (known.length < some.length) {
    lose("alternatives that are all objects, one of them inside itself, can't be distinguished", "any value");
    return anyValue;
  }
  lose(
    "alternatives that are all objects have no field whose constant distinguishes them",
    "one object with the fields of all",
  );
  const names = [...new Set(known.flatMap((node) => node.fields.map((field) => field.name)))];
  const fields = withoutRepeats(names.map((name) => mergeFields(name, known, combining)));
  const opens = known.map((node) => node.open);
  const types = opens.filter((open) => typeof open !== "boolean");
  const open =
    opens.includes(true) ||
    (types.length > 0 && types.length < opens.length) ||
    types.some((one) => !sameJson(one, types[0]));
  return { kind: "object", fields, open: open || (types[0] ?? false) };
}

function mergeFields(
  name: string,
  objects: readonly ObjectNode[],
  combining: Pick<Combining, "reading" | "lose" | "isExclusive">,
): Field {
  const found = objects.map((object) => object.fields.find((field) => field.name === name));
  const fields = found.filter((field) => field !== undefined);
  const types = fields.map((field) => field.type);
  // Where an alternative does not name the field but takes any, it takes everything.
  const silent = objects
    .filter((object) => !object.fields.some((field) => field.name === name))
    .map((object) => object.open);
  const others = silent.flatMap((open): TypeNode[] => (typeof open === "boolean" ? (open ? [anyValue] : []) : [open]));
  const all = [...types, ...others];
  const [first] = all;
  const isSame = first !== undefined && all.every((type) => sameJson(type, first));
  const isNullable = all.some((type) => type.nullable === true);
  const bare = all.map(({ nullable: _nullable, description: _text, ...type }) => type as TypeNode); // as above
  const combined = isSame ? first : withoutNull({ ...combining, some: dedupe(bare), isExclusive: false });
  const description = fields.find((field) => field.description !== undefined)?.description;
  const aliases = [
    ...new Map(fields.flatMap((field) => field.aliases ?? []).map((alias) => [alias.name, alias])).values(),
  ];
  return {
    name,
    type: isNullable && !isSame ? withNull(combined) : combined,
    required: fields.length === objects.length && fields.every((field) => field.required),
    ...(description === undefined ? {} : { description }),
    ...(aliases.length === 0 ? {} : { aliases }),
  };
}

/** Each spelling stands for one field: the first that has it. */
function withoutRepeats(fields: readonly Field[]): readonly Field[] {
  const taken = new Set(fields.map((field) => field.name));
  return fields.map(({ aliases = [], ...field }) => {
    const free = aliases.filter(({ name }) => !taken.has(name));
    for (const { name } of free) taken.add(name);
    return free.length === 0 ? field : { ...field, aliases: free };
  });
}

function dedupe(nodes: readonly TypeNode[]): readonly TypeNode[] {
  return nodes.filter((node, index) => nodes.findIndex((other) => sameJson(other, node)) === index);
}
