import { isDeeperThan } from "../../contract/depth.ts";
import { explain } from "../../contract/explain.ts";
import { isJsonObject, type Json } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import { normalise } from "../../contract/normalise.ts";
import { defined, ownValue } from "../../contract/own-property.ts";
import { emptyCatalog, type Field } from "../catalog/catalog.ts";
import type { ObjectNode, TypeNode } from "../catalog/type-node.ts";
import type { KeywordSet, Part, Texts } from "../json-schema/keyword-set.ts";
import { readTexts } from "../json-schema/read-keyword-set.ts";
import { typeSchema } from "../schema/json-schema.ts";
import { refsIn } from "../schema/named-types.ts";
import { planDefinitions, typePlan } from "../schema/normalization-plan.ts";
import { isPrintable } from "../syntax/print-yaml.ts";
import { cutName, freeName, isOldName, isSnakeCase, isWire, snakeCase } from "./fold-name.ts";
import type { LossEffect } from "./loss.ts";
import { quote } from "./read-scalar.ts";
import { readType } from "./read-type.ts";
import { deeper, loseAt, type Reading, takeLetters, widen } from "./reading.ts";

export function readObject(reading: Reading, set: KeywordSet): ObjectNode {
  const { fields, hasUnsayable } = readFields(reading, set, "inner");
  if (set.patterns.size > 0 && (fields.length > 0 || hasUnsayable)) {
    widen(reading, set, "patternProperties", "fields are named one by one", "only their own schemas apply");
  }
  return { kind: "object", fields, open: hasUnsayable ? true : readOpen(reading, set) };
}

export interface ReadFields {
  readonly fields: readonly Field[];
  /** A property has a name that no field can have: it may only come in where anything may. */
  readonly hasUnsayable: boolean;
}

/** @param level `root`: the params of a tool, where unknown names are the catalog's business */
export function readFields(reading: Reading, set: KeywordSet, level: "root" | "inner"): ReadFields {
  const required = new Set(set.required);
  const missing = set.required.filter((name) => !set.properties.has(name));
  const isClosed = set.additional?.schema === false;
  for (const name of isClosed ? missing : []) {
    loseProperty(reading, set, name, "wider", `${quote(name)} is required and forbidden`, "it may be given");
  }
  const all = [...set.properties, ...missing.map((name) => [name, restOf(set)] as const)];
  const names = fieldNames(
    reading,
    all.filter(([, { schema }]) => schema !== false).map(([name]) => name),
  );
  const fields: Field[] = [];
  let hasUnsayable = false;
  for (const [original, property] of all) {
    const isRequired = required.has(original);
    const name = names.get(original);
    if (property.schema === false) {
      // A closed object forbids it as well, just by not naming it.
      if (isRequired || !isClosed || level === "root") reportForbidden(reading, set, original, isRequired);
    } else if (name === undefined) {
      hasUnsayable = true;
      reportInexpressible(reading, set, original, level);
    } else {
      if (name !== original && reading.spelling === "alias") {
        const why = `${quote(original)}: names are lower case words joined by '_'`;
        loseProperty(reading, set, original, "renamed", why, `${name}, with ${quote(original)} as another spelling`);
      }
      fields.push(readField(reading, set, { name, original, property, required: isRequired }));
    }
  }
  return { fields, hasUnsayable };
}

/** What a property is that only `required` names. */
function restOf({ at, patterns, additional }: KeywordSet): Part {
  // Which names a pattern matches is known to validators alone.
  return patterns.size > 0 || additional === undefined || additional.schema === false
    ? { schema: true, at }
    : additional;
}

interface Property {
  readonly name: string;
  readonly original: string;
  readonly property: Part;
  readonly required: boolean;
}

function readField(reading: Reading, set: KeywordSet, { name, original, property, required }: Property): Field {
  const { description, ...type } = readType(deeper(reading, 2), property);
  const isEndless =
    required && type.kind === "ref" && type.nullable !== true && [...reading.open.values()].includes(type.name);
  if (isEndless) widen(reading, set, "required", `${quote(original)} would never end`, "it may be left out");
  const isRequired = required && !isEndless;
  const texts = isJsonObject(property.schema) ? readTexts(property.schema) : {};
  return {
    name,
    type,
    required: isRequired,
    ...defined({ description }),
    ...readExamples(reading, property, type, texts, isRequired),
    ...(texts.deprecated === true ? { deprecated: { since: reading.since } } : {}),
    ...(name === original ? {} : { aliases: [{ name: original }] }),
  };
}

/** Default and examples, as far as they fit their own type. The default of a required field becomes an example. */
function readExamples(
  reading: Reading,
  property: Part,
  type: TypeNode,
  { default: given, examples: listed = [] }: Texts,
  required: boolean,
): Pick<Field, "default" | "examples"> {
  const examples: Json[] = [];
  for (const example of listed) {
    const problem = misfit(reading, type, example);
    if (problem === undefined) {
      if (takeLetters(reading, property, "examples", "dropped", JSON.stringify(example).length)) examples.push(example);
    } else loseAt(reading, property, "examples", "dropped", problem, "no such example");
  }
  const kept = examples.length === 0 ? {} : { examples };
  if (given === undefined) return kept;
  const problem = reading.unique
    ? "inside a list of different items it could make two of them equal"
    : misfit(reading, type, given);
  if (problem !== undefined) {
    loseAt(reading, property, "default", "dropped", problem, "no default");
    return kept;
  }
  if (!takeLetters(reading, property, "default", "dropped", JSON.stringify(given).length)) return {};
  if (!required) return { default: given, ...kept };
  loseAt(reading, property, "default", "reworded", "it is required, so no default is ever used", "an example");
  return { examples: [given, ...examples] };
}

/** Why a value can't stand in a schema file under this type; the same judgement that the finished catalog gets. */
function misfit(reading: Reading, type: TypeNode, value: Json): string | undefined {
  if (isDeeperThan(6, value) || JSON.stringify(value).length > 4000) return "it is too large";
  if (!isPrintable(value)) return "a schema file can't hold it";
  const names = refsIn(type);
  if (names.some((name) => !reading.types.done.has(name))) return "its type is not finished here";
  const catalog = { ...emptyCatalog, types: [...reading.types.done.values()] };
  const plan = typePlan(type, catalog);
  let normal: Json | undefined = value;
  if (plan !== undefined) {
    const outcome = normalise({ kind: "object", fields: { value: { plan } } }, planDefinitions(catalog), { value });
    if (outcome.violations.length > 0) return "it does not fit its own type";
    normal = ownValue(outcome.value, "value");
  }
  return explain(typeSchema(type, catalog, false), normal, { atMost: 1 }).length > 0
    ? "it does not fit its own type"
    : undefined;
}

const maxNameLength = 60;

/** Original name → ours; absent where no field can be called so. Names that fit already keep themselves. */
function fieldNames(reading: Reading, originals: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>(originals);
  for (const original of originals) {
    if (isSnakeCase(original) && original.length <= maxNameLength) names.set(original, original);
  }
  if (reading.spelling === "none") return names;
  for (const original of originals) {
    if (names.has(original) || !(reading.spelling === "wire" ? isWire(original) : isOldName(original))) continue;
    const folded = snakeCase(original);
    const name = freeName(cutName(folded === "" ? "param" : folded, maxNameLength), maxNameLength, (candidate) =>
      taken.has(candidate),
    );
    taken.add(name);
    names.set(original, name);
  }
  return names;
}

function reportForbidden(reading: Reading, set: KeywordSet, name: string, isRequired: boolean): void {
  const why = `${quote(name)} must not be given, which can't be expressed`;
  loseProperty(reading, set, name, "wider", why, isRequired ? "it need not be given" : "it is a name like any other");
}

function reportInexpressible(reading: Reading, set: KeywordSet, name: string, level: "root" | "inner"): void {
  const why = `${quote(name)} can't be a field's name or another spelling of one`;
  if (level === "root") {
    loseProperty(reading, set, name, "wider", why, "the tool does not know it and does not get it");
    loseProperty(reading, set, name, "narrower", why, "it is refused where unknown params are");
    return;
  }
  loseProperty(reading, set, name, "wider", why, "it may hold any value");
  const { additional } = set;
  if (additional === undefined || additional.schema === true) return;
  widen(reading, set, "additionalProperties", `${quote(name)} must get in`, "the object is open");
}

function loseProperty(
  reading: Reading,
  set: KeywordSet,
  name: string,
  effect: LossEffect,
  why: string,
  instead: string,
): void {
  const holder = set.sources.get("properties")?.at ?? set.at;
  reading.lose({ pointer: childPath(`${holder}/properties`, name), keyword: "properties", effect, why, instead });
}

/** What further names may hold. */
function readOpen(reading: Reading, set: KeywordSet): ObjectNode["open"] {
  const { additional } = set;
  const [first, ...others] = set.patterns;
  if (first === undefined) return openAs(reading, additional);
  const [pattern, part] = first;
  // Every name is of the pattern, so nothing further is left.
  if (others.length === 0 && takesEverything.has(pattern)) return openAs(reading, part);
  const isClosed = additional?.schema === false && others.length === 0 && part.schema !== false;
  const instead = isClosed ? "any name for such values" : "any further names";
  widen(reading, set, "patternProperties", "fields are named one by one", instead);
  return isClosed ? openAs(reading, part) : true;
}

const takesEverything = new Set(["", ".*", "^.*$", "^.*", ".*$", "^", "^[\\s\\S]*$"]);

function openAs(reading: Reading, part: Part | undefined): ObjectNode["open"] {
  if (part === undefined || typeof part.schema === "boolean") return part?.schema !== false;
  const type = readType(deeper(reading, 1), part);
  return type.kind === "json" && type.description === undefined ? true : type;
}
