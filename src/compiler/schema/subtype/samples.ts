import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import type { Keywords, RawSchema } from "../../json-schema/document.ts";
import {
  dependenciesOf,
  highOf,
  type JsonKind,
  listOf,
  lowOf,
  membersOf,
  numberOf,
  requiredOf,
  tupleOf,
} from "../../json-schema/read-keywords.ts";
import { findString } from "../pattern/find-string.ts";
import { shownBy } from "./candidates.ts";
import { type CheckedDocument, certainTargets } from "./checked-document.ts";
import type { Goal } from "./goal.ts";
import { containsOf, patternsOf } from "./read-keywords.ts";

// Values near a schema: most are instances, some just are not. No search, no promise; the evaluator judges them.

/** Values near the schemas of a goal, and mixtures of them. */
export function samplesOf(goal: Goal, count: number): readonly Json[] {
  const near = goal.map(({ node }) => nearValues(node.raw, node.document, count));
  const objects = near.map((values) => values.filter(isJsonObject));
  const mixed = (objects[0] ?? []).slice(0, mixable).flatMap((one) =>
    objects.slice(1).flatMap((others) =>
      others.slice(0, mixable).flatMap((other): readonly JsonObject[] => [
        { ...one, ...other },
        ...Object.entries(other)
          .slice(0, mixable)
          .map(([name, value]) => withKey(one, name, value)),
      ]),
    ),
  );
  return [...near.flat(), ...mixed.slice(0, 10 * count)];
}

const mixable = 8;

/** An own key, so that one named __proto__ becomes a key too. */
export function withKey(object: JsonObject, name: string, value: Json): JsonObject {
  return Object.fromEntries([...Object.entries(object), [name, value]]);
}

/** @returns about as many as asked for, the plainest first */
export function nearValues(raw: RawSchema, document: CheckedDocument, count: number): readonly Json[] {
  return distinct(near(raw, { document, left: { steps: 2000 }, width: Math.max(3, Math.ceil(count / 8)) }, 0)).slice(
    0,
    count,
  );
}

function distinct(values: readonly Json[]): readonly Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

interface Sampling {
  readonly document: CheckedDocument;
  readonly left: { steps: number };
  /** How many values of each part are used. */
  readonly width: number;
}

const maxDepth = 5;

function near(raw: RawSchema, on: Sampling, depth: number): readonly Json[] {
  if (on.left.steps-- <= 0 || depth > maxDepth) return [];
  if (!isJsonObject(raw)) return raw === false ? [] : anything;
  const keywords: Keywords = raw;
  const inner = (child: RawSchema): readonly Json[] => near(child, on, depth + 1);
  const values: Json[] = [...shownBy(raw)];
  // What stands in a schema came from JSON or YAML and is JSON.
  if (Array.isArray(keywords.enum)) values.push(...(keywords.enum as readonly Json[]).slice(0, on.width));
  if (keywords.const !== undefined) values.push(keywords.const as Json);
  const own = ownValues(keywords, on, depth);
  const members = [
    ...(certainTargets(keywords, on.document) ?? []),
    ...["allOf", "anyOf", "oneOf"].flatMap((keyword) => listOf(keywords, keyword) ?? []),
    ...["not", "if", "then", "else"].flatMap((keyword) => (keywords[keyword] === undefined ? [] : [keywords[keyword]])),
    ...dependenciesOf(keywords).flatMap(({ schema }) => (schema === undefined ? [] : [schema])),
  ];
  const parts = members.map((member) => inner(member).slice(0, 2 * on.width));
  values.push(...interleaved([own, ...parts]));
  const objects = [own, ...parts].map((list) => list.filter(isJsonObject));
  if (objects.filter((list) => list.length > 0).length > 1) values.push(...merged(objects));
  return values;
}

const anything: readonly Json[] = ["a", 1, true, null, [], {}, [1], { a: 1 }, 0.5, ""];

function interleaved(lists: readonly (readonly Json[])[]): readonly Json[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}

/** Objects that have the properties of one sample of each part. */
function merged(parts: readonly (readonly JsonObject[])[]): readonly Json[] {
  const filled = parts.filter((list) => list.length > 0);
  const longest = Math.min(6, Math.max(...filled.map((list) => list.length)));
  return Array.from({ length: longest }, (_, index) =>
    Object.fromEntries(filled.flatMap((list) => Object.entries(list[index % list.length] ?? {}))),
  );
}

function ownValues(raw: Keywords, on: Sampling, depth: number): readonly Json[] {
  const types = typeof raw.type === "string" ? [raw.type] : Array.isArray(raw.type) ? raw.type : Object.keys(byType);
  const lists = types.map((type) =>
    typeof type === "string" && Object.hasOwn(byType, type) ? byType[type]?.(raw, on, depth) : [],
  );
  return interleaved(lists.map((list) => list ?? []));
}

type Maker = (raw: Keywords, on: Sampling, depth: number) => readonly Json[];

const byType: { readonly [T in JsonKind | "integer"]: Maker } & { readonly [type: string]: Maker } = {
  string: strings,
  number: numbers,
  integer: numbers,
  boolean: () => [true, false],
  null: () => [null],
  array: arrays,
  object: objects,
};

function numbers(raw: Keywords): readonly Json[] {
  const edges = [lowOf(raw).value, highOf(raw).value].filter(Number.isFinite);
  const step = typeof raw.multipleOf === "number" ? raw.multipleOf : 1;
  const base = edges[0] ?? 0;
  const multiples = [Math.ceil(base / step) * step, (Math.ceil(base / step) + 1) * step, step, 2 * step];
  return [1, ...edges, ...multiples, ...edges.flatMap((edge) => [edge + 1, edge - 1, edge + 0.5]), 0, -1, 0.5, 1e9];
}

const maxMadeLength = 5000;

function strings(raw: Keywords): readonly Json[] {
  const [min, max] = [Math.ceil(numberOf(raw, "minLength", 0)), numberOf(raw, "maxLength", Infinity)];
  const lengths = [min, min - 1, max, max + 1].filter((length) => length >= 0 && length <= maxMadeLength);
  const patterns = patternsOf(raw);
  const budget = { left: 2000 };
  const matching = patterns.flatMap((_, index) => {
    const asked = { accept: patterns.slice(0, index + 1), reject: [], minLength: min, maxLength: max };
    const found = [asked, { ...asked, minLength: min + 2 }].map((question) => findString(question, budget));
    return found.flatMap((answer) => (answer.kind === "found" ? [answer.text] : []));
  });
  return [...matching, "a", ...lengths.map((length) => "a".repeat(Math.floor(length))), "b", "1", "A-1", "é😀"];
}

function arrays(raw: Keywords, on: Sampling, depth: number): readonly Json[] {
  const tuple = tupleOf(raw) ?? { prefix: [], rest: undefined };
  const contains = containsOf(raw);
  const prefix = tuple.prefix.map((schema) => near(schema, on, depth + 1)[0] ?? null);
  const items = tuple.rest === undefined ? anything : near(tuple.rest, on, depth + 1);
  const rest = [...(contains === undefined ? [] : near(contains.schema, on, depth + 1).slice(0, 2)), ...items].slice(
    0,
    on.width,
  );
  const least = Math.min(numberOf(raw, "minItems", 0), 50);
  const most = Math.min(numberOf(raw, "maxItems", 50), 50);
  const filled = (start: readonly Json[], length: number): readonly Json[] => {
    const missing = Math.max(0, Math.ceil(length) - start.length);
    return [...start, ...Array.from({ length: missing }, (_, index) => rest[index % Math.max(1, rest.length)] ?? null)];
  };
  return [
    filled([], least),
    ...rest.map((item) => filled([...prefix, item], least)),
    prefix,
    filled(prefix, prefix.length + 2),
    ...rest.slice(0, 2).map((item) => [item, item]),
    filled(prefix, most < 50 ? most + 1 : least + 1),
    [],
  ];
}

function objects(raw: Keywords, on: Sampling, depth: number): readonly Json[] {
  const shape = membersOf(raw);
  const required = requiredOf(raw);
  const names = new Set([...required, ...(shape?.properties.keys() ?? [])]);
  for (const { name, required: others } of dependenciesOf(raw)) for (const one of [name, ...others]) names.add(one);
  const schemaOf = (name: string): RawSchema => shape?.properties.get(name) ?? shape?.rest ?? true;
  const values = new Map([...names].map((name) => [name, near(schemaOf(name), on, depth + 1)]));
  const first = (name: string): readonly (readonly [string, Json])[] => {
    const value = values.get(name)?.[0];
    return value === undefined ? [] : [[name, value]];
  };
  const smallest = Object.fromEntries(required.flatMap(first));
  const largest = Object.fromEntries([...names].flatMap(first));
  const varied = [...names].flatMap((name) =>
    (values.get(name) ?? []).slice(0, on.width).map((value) => withKey(smallest, name, value)),
  );
  const without = required.map((name) => Object.fromEntries(Object.entries(smallest).filter(([key]) => key !== name)));
  const patterned = (shape?.patterns ?? []).flatMap(([pattern, schema]) => {
    const found = findString({ accept: [pattern], reject: [], minLength: 0, maxLength: Infinity }, { left: 1000 });
    if (found.kind !== "found") return [];
    return near(schema, on, depth + 1)
      .slice(0, 2)
      .map((value) => withKey(smallest, found.text, value));
  });
  const extra = near(shape?.rest ?? true, on, depth + 1)
    .slice(0, 2)
    .map((value) => withKey(smallest, "other", value));
  return [smallest, largest, ...varied, ...patterned, ...extra, ...without];
}
