import { dependenciesOf, membersOf, numberOf, requiredOf } from "../../json-schema/read-keywords.ts";
import type { Alternative, ClauseContext, KeywordClauses } from "./clauses.ts";
import { either, way } from "./clauses.ts";
import { atoms } from "./constraints.ts";
import type { Literal } from "./goal.ts";
import { anythingId } from "./node.ts";
import { containsOf, tupleOf } from "./read-keywords.ts";
import { unevaluatedItems, unevaluatedProperties } from "./unevaluated.ts";

/** Keywords of arrays. */
export function arrayClauses({ raw, kind, literal, document }: ClauseContext): readonly KeywordClauses[] {
  if (kind !== "array") return [];
  const all: KeywordClauses[] = [];
  const min = Math.ceil(numberOf(raw, "minItems", 0));
  const max = Math.floor(numberOf(raw, "maxItems", Infinity));
  if (min > 0) all.push(either(atoms.minItems(min), atoms.maxItems(min - 1)));
  if (max < Infinity) all.push(either(atoms.maxItems(max), atoms.minItems(max + 1)));
  if (raw.uniqueItems === true) all.push(either(atoms.unique, atoms.repeats));
  const tuple = tupleOf(raw);
  if (tuple !== undefined) {
    const prefix = tuple.prefix.map((schema) => literal(schema, true).node);
    const rest = tuple.rest === undefined ? undefined : literal(tuple.rest, true).node;
    const broken = tuple.prefix.map((schema, from) =>
      way(atoms.someItem({ from, only: true, goal: [literal(schema, false)] })),
    );
    if (tuple.rest !== undefined) {
      const goal = [literal(tuple.rest, false)];
      broken.push(way(atoms.someItem({ from: prefix.length, only: false, goal })));
    }
    all.push({ holds: [[way(atoms.tuple({ prefix, rest }))]], broken });
  }
  const contains = containsOf(raw);
  if (contains !== undefined) {
    const { node } = literal(contains.schema, true);
    const broken: Alternative[] = [];
    if (contains.min > 0) broken.push(way(atoms.contains({ node, min: 0, max: contains.min - 1 })));
    if (contains.max < Infinity) {
      broken.push(way(atoms.contains({ node, min: Math.max(0, contains.max + 1), max: Infinity })));
    }
    all.push({ holds: [[way(atoms.contains({ node, min: contains.min, max: contains.max }))]], broken });
  }
  const folded = unevaluatedItems(raw, document);
  if (folded !== undefined) all.push(either(literal(folded, true), literal(folded, false)));
  return all;
}

/** Keywords of objects. */
export function objectClauses(context: ClauseContext): readonly KeywordClauses[] {
  const { raw, kind, literal, document } = context;
  if (kind !== "object") return [];
  const all: KeywordClauses[] = requiredOf(raw).map((name) => either(atoms.required(name), atoms.absent(name)));
  const min = Math.ceil(numberOf(raw, "minProperties", 0));
  const max = Math.floor(numberOf(raw, "maxProperties", Infinity));
  if (min > 0) all.push(either(atoms.minProperties(min), atoms.maxProperties(min - 1)));
  if (max < Infinity) all.push(either(atoms.maxProperties(max), atoms.minProperties(max + 1)));
  all.push(...shapeClauses(context), ...dependencyClauses(context));
  if (raw.propertyNames !== undefined) {
    const broken = way(atoms.someProperty({ ...anyName, name: [literal(raw.propertyNames, false)], goal: [] }));
    all.push({ holds: [[way(atoms.names(literal(raw.propertyNames, true)))]], broken: [broken] });
  }
  const folded = unevaluatedProperties(raw, document);
  if (folded !== undefined) all.push(either(literal(folded, true), literal(folded, false)));
  return all;
}

const anyName = { matching: [], notMatching: [], notNamed: new Set<string>(), name: [] };

function shapeClauses({ raw, literal }: ClauseContext): readonly KeywordClauses[] {
  const shape = membersOf(raw);
  if (shape === undefined) return [];
  const node = (schema: unknown) => literal(schema, true).node;
  const named = [...shape.properties].map(([name, schema]) => [name, node(schema)] as const);
  const patterns = shape.patterns.map(([pattern, schema]) => [pattern, node(schema)] as const);
  const rest = shape.rest === undefined ? undefined : node(shape.rest);
  const denied = (one: Literal["node"]): Literal => ({ node: one, sign: false });
  const broken = [
    ...named
      .filter(([, one]) => one.id !== anythingId)
      .map(([name, one]) => way(atoms.required(name), atoms.own(name, denied(one)))),
    ...patterns.map(([pattern, one]) =>
      way(atoms.someProperty({ ...anyName, matching: [pattern], goal: [denied(one)] })),
    ),
  ];
  if (rest !== undefined && rest.id !== anythingId) {
    const notMatching = patterns.map(([pattern]) => pattern);
    const notNamed = new Set(shape.properties.keys());
    broken.push(way(atoms.someProperty({ ...anyName, notMatching, notNamed, goal: [denied(rest)] })));
  }
  return [{ holds: [[way(atoms.shape({ properties: new Map(named), patterns, rest }))]], broken }];
}

function dependencyClauses({ raw, literal }: ClauseContext): readonly KeywordClauses[] {
  return dependenciesOf(raw).map(({ name, required, schema }) => {
    const asked = required.filter((other) => other !== name);
    const met = [
      ...asked.map((other) => atoms.required(other)),
      ...(schema === undefined ? [] : [literal(schema, true)]),
    ];
    return {
      holds: met.length === 0 ? [] : [[way(atoms.absent(name)), way(atoms.required(name), ...met)]],
      broken: [
        ...asked.map((other) => way(atoms.required(name), atoms.absent(other))),
        ...(schema === undefined ? [] : [way(atoms.required(name), literal(schema, false))]),
      ],
    };
  });
}
