import { isJsonObject } from "../../../contract/json.ts";
import type { Keywords, RawSchema } from "../../json-schema/document.ts";
import { dependenciesOf, listOf, membersOf } from "../../json-schema/read-keywords.ts";
import { type CheckedDocument, targetsOf } from "./checked-document.ts";
import { containsOf, tupleOf } from "./read-keywords.ts";
import { Undecidable } from "./undecidable.ts";

// `unevaluatedProperties` is `additionalProperties` once it is known which subschemas have a say. Which of them pass is a
// matter of cases: for each, the closure is a schema that the search can read.

/**
 * What a schema's `unevaluatedProperties` asks, as a schema without that keyword; undefined where it asks nothing.
 * @throws Undecidable with too many cases
 */
export function unevaluatedProperties(raw: Keywords, document: CheckedDocument): RawSchema | undefined {
  if (raw.unevaluatedProperties === undefined) return undefined;
  return folded(raw, document, "properties", (cases) => {
    const shapes = cases.map(membersOf).filter((shape) => shape !== undefined);
    const nested = cases.some((one) => one !== raw && one.unevaluatedProperties !== undefined);
    if (nested || shapes.some(({ rest }) => rest !== undefined)) return true;
    return {
      properties: Object.fromEntries(
        shapes.flatMap(({ properties }) => [...properties.keys()].map((name) => [name, true])),
      ),
      patternProperties: Object.fromEntries(
        shapes.flatMap(({ patterns }) => patterns.map(([pattern]) => [pattern, true])),
      ),
      additionalProperties: raw.unevaluatedProperties,
    };
  });
}

/** The same for items; beside `contains`, which evaluates single items, it is not compared. */
export function unevaluatedItems(raw: Keywords, document: CheckedDocument): RawSchema | undefined {
  if (raw.unevaluatedItems === undefined) return undefined;
  return folded(raw, document, "items", (cases) => {
    if (cases.some((one) => containsOf(one) !== undefined)) {
      throw new Undecidable("unevaluatedItems beside contains is not compared");
    }
    const tuples = cases.map(tupleOf).filter((tuple) => tuple !== undefined);
    const nested = cases.some((one) => one !== raw && one.unevaluatedItems !== undefined);
    if (nested || tuples.some(({ rest }) => rest !== undefined)) return true;
    const evaluated = Math.max(0, ...tuples.map(({ prefix }) => prefix.length));
    return { prefixItems: Array.from({ length: evaluated }, () => true), items: raw.unevaluatedItems };
  });
}

const known = new WeakMap<object, Map<string, RawSchema>>();

function folded(
  raw: Keywords,
  document: CheckedDocument,
  which: string,
  closure: (cases: readonly Keywords[]) => RawSchema,
): RawSchema {
  const remembered = known.get(raw) ?? new Map<string, RawSchema>();
  known.set(raw, remembered);
  const key = `${which} ${document.nullable}`;
  const made = remembered.get(key) ?? either(casesOf(raw, document), closure);
  remembered.set(key, made);
  return made;
}

function either(cases: readonly Case[], closure: (schemas: readonly Keywords[]) => RawSchema): RawSchema {
  const options = cases.map(({ asked, schemas }) => ({ allOf: [...asked, closure(schemas)] }));
  return options.length === 1 ? options[0] : { anyOf: options };
}

/** One way in which the subschemas beside a keyword may turn out. */
interface Case {
  /** Schemas that decide which way it is. */
  readonly asked: readonly RawSchema[];
  /** Those that count for properties and items then. */
  readonly schemas: readonly Keywords[];
}

const maxCases = 32;

function casesOf(raw: RawSchema, document: CheckedDocument): readonly Case[] {
  if (!isJsonObject(raw)) return [{ asked: [], schemas: [] }];
  const keywords: Keywords = raw;
  let cases: readonly Case[] = [{ asked: [], schemas: [keywords] }];
  const and = (others: readonly Case[]): void => {
    cases = cases.flatMap((one) =>
      others.map((other) => ({ asked: [...one.asked, ...other.asked], schemas: [...one.schemas, ...other.schemas] })),
    );
    if (cases.length > maxCases) throw new Undecidable("unevaluated keywords have too many cases to compare");
  };
  const sure = [...targetsOf(keywords, document), ...(listOf(keywords, "allOf") ?? [])];
  for (const member of sure) and(casesOf(member, document));
  const maybe = [...(listOf(keywords, "anyOf") ?? []), ...(listOf(keywords, "oneOf") ?? [])];
  for (const option of maybe) {
    const taken = casesOf(option, document).map((one) => ({ ...one, asked: [option, ...one.asked] }));
    if (taken.every(({ schemas }) => schemas.every(saysNothing))) continue;
    and([...taken, { asked: [{ not: option }], schemas: [] }]);
  }
  const { if: condition, then = true, else: otherwise = true } = keywords;
  if (condition !== undefined) {
    const met = combine(casesOf(condition, document), casesOf(then, document));
    and([
      ...met.map((one) => ({ ...one, asked: [condition, ...one.asked] })),
      ...casesOf(otherwise, document).map((one) => ({ ...one, asked: [{ not: condition }, ...one.asked] })),
    ]);
  }
  for (const { name, schema } of dependenciesOf(keywords)) {
    if (schema === undefined) continue;
    const there = { type: "object", required: [name] };
    const taken = casesOf(schema, document).map((one) => ({ ...one, asked: [there, ...one.asked] }));
    and([...taken, { asked: [{ not: there }], schemas: [] }]);
  }
  return cases;
}

function combine(some: readonly Case[], others: readonly Case[]): readonly Case[] {
  return some.flatMap((one) =>
    others.map((other) => ({ asked: [...one.asked, ...other.asked], schemas: [...one.schemas, ...other.schemas] })),
  );
}

function saysNothing(raw: Keywords): boolean {
  const evaluates = [membersOf(raw), tupleOf(raw), containsOf(raw), raw.unevaluatedItems, raw.unevaluatedProperties];
  return evaluates.every((one) => one === undefined);
}
