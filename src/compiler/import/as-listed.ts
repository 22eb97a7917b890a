// A tool of a list → a tool that lists the same: what the language can say is said in its words where that publishes the very
// schema that was there; all else stands as a JSON Schema.

import { sameJson } from "../../contract/alias.ts";
import { isDeeperThan } from "../../contract/depth.ts";
import { explain } from "../../contract/explain.ts";
import { isFormatName } from "../../contract/formats.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { emptyCatalog, type Field, type Tool } from "../catalog/catalog.ts";
import { ownName } from "../catalog/own-names.ts";
import type { TypeNode } from "../catalog/type-node.ts";
import { paramSchema, typeSchema } from "../schema/json-schema.ts";
import { refsIn } from "../schema/named-types.ts";
import { isPrintable } from "../syntax/print-yaml.ts";
import { maxTextLength } from "./clean-text.ts";
import { cutName, freeName, isWire, snakeCase } from "./fold-name.ts";
import type { Lose } from "./loss.ts";

export type Input = Pick<Tool, "params" | "input" | "unknownParams">;

/**
 * The input of a tool, so that exactly the schema is published.
 * @param read the same params as far as the language has words for them
 * @param inWords those that can't stand as they are
 */
export function inputAsListed(schema: JsonObject, read: readonly Field[], inWords: ReadonlySet<string>): Input {
  const { type: _type, properties, required, additionalProperties, ...others } = schema;
  const all = isJsonObject(properties) ? Object.entries(properties) : [];
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  const taken = new Set<string>();
  const params: Field[] = [];
  const unnamed: [string, Json][] = [];
  for (const [original, property] of all) {
    if (!isJsonObject(property) || !isWire(original)) {
      unnamed.push([original, property]);
      continue;
    }
    const own = ownNameFor(
      original,
      taken,
      all.map(([name]) => name),
    );
    taken.add(own);
    const spelled = { name: original, ...(own === original ? {} : { own }), required: names.includes(original) };
    const known = read.find(({ name }) => name === original);
    params.push(
      known !== undefined && inWords.has(original)
        ? { ...known, ...spelled }
        : asListed({ ...spelled, property }, known),
    );
  }
  const beside = names.filter((name) => !params.some((param) => param.name === name));
  // Patterns name params too, which only the schema can tell from unknown ones.
  const isClosed = additionalProperties === false && others.patternProperties === undefined;
  const input: JsonObject = {
    ...others,
    ...(unnamed.length === 0 ? {} : { properties: Object.fromEntries(unnamed) }),
    ...(beside.length > 0 || (Array.isArray(required) && names.length === 0) ? { required: beside } : {}),
    ...(additionalProperties === undefined || isClosed ? {} : { additionalProperties }),
  };
  return {
    params,
    unknownParams: isClosed ? "reject" : "pass",
    ...(Object.keys(input).length === 0 ? {} : { input }),
  };
}

interface Listed {
  readonly name: string;
  readonly own?: string;
  readonly required: boolean;
  readonly property: JsonObject;
}

/** In the language's words where they publish the same, else as it is. */
function asListed({ property, ...spelled }: Listed, known: Field | undefined): Field {
  const candidate = known === undefined ? undefined : { ...known, ...spelled };
  if (candidate !== undefined && publishes(candidate, property)) return candidate;
  const { default: given, ...rest } = property;
  // What a param of the language does with its default, one with a schema does too.
  const isFilled = given !== undefined && !spelled.required && fitsItself(given, rest);
  const schema = asSchema(isFilled ? rest : property);
  return { ...spelled, type: { kind: "json", schema }, ...(isFilled ? { default: given } : {}) };
}

function fitsItself(value: Json, schema: JsonObject): boolean {
  const isSmall = !isDeeperThan(6, value) && JSON.stringify(value).length <= 4000;
  return isSmall && explain(asSchema(schema), value, { atMost: 1 }).length === 0;
}

/** Does the param publish that very schema? A type with a name may be shared, and change for others. */
function publishes(param: Field, property: JsonObject): boolean {
  if (refsIn(param.type).length > 0) return false;
  return sameJson(paramSchema(param, emptyCatalog, true), property);
}

/** The result of a tool, so that exactly the schema is published. */
export function resultAsListed(schema: JsonObject, type: TypeNode): Pick<Tool, "returns" | "output"> {
  const whole: Pick<Tool, "returns" | "output"> = { returns: { kind: "json", schema: asSchema(schema) } };
  if (refsIn(type).length > 0 || type.kind !== "object") return whole;
  const published = Object.entries(typeSchema(type, emptyCatalog, true));
  const rest = Object.entries(schema).filter(([keyword]) => !published.some(([one]) => one === keyword));
  const isAdded = rest.every(([keyword]) => addable.has(keyword));
  const isSame = published.every(([keyword, value]) => sameJson(value, schema[keyword]));
  if (!isAdded || !isSame) return whole;
  return { returns: type, ...(rest.length === 0 ? {} : { output: Object.fromEntries(rest) }) };
}

/** Keywords that an author may add to a root without a word in the type. */
const addable: ReadonlySet<string> = new Set(["$schema", "$id", "$comment", "title"]);

/** The reader gives other spellings; here the original is the one on the wire. */
export function withWires({ aliases, ...field }: Field): Field {
  const [original, ...others] = aliases ?? [];
  return {
    ...field,
    ...(original === undefined ? {} : { name: original.name, own: ownName(field) }),
    ...(others.length === 0 ? {} : { aliases: others }),
    type: withWiresInside(field.type),
  };
}

export function withWiresInside(node: TypeNode): TypeNode {
  switch (node.kind) {
    case "array":
      return { ...node, items: withWiresInside(node.items) };
    case "object":
      return {
        ...node,
        fields: node.fields.map(withWires),
        open: typeof node.open === "boolean" ? node.open : withWiresInside(node.open),
      };
    case "union":
      return { ...node, of: node.of.map(withWiresInside) };
    default:
      return node;
  }
}

function ownNameFor(original: string, taken: ReadonlySet<string>, originals: readonly string[]): string {
  const folded = snakeCase(original);
  const isTaken = (name: string) => taken.has(name) || (name !== original && originals.includes(name));
  return freeName(cutName(folded === "" ? "param" : folded, maxNameLength), maxNameLength, isTaken);
}

const maxNameLength = 60;

function asSchema(schema: JsonObject): JsonSchema {
  // `canStand` has looked at every keyword that the type names.
  return schema as JsonSchema;
}

/** Does a schema name, wherever a reference may lead to, a form of texts that we would check? JSON Schema leaves that to the reader. */
export function hasFormat(schema: Json | undefined): boolean {
  const waiting: unknown[] = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isJsonObject(next) && typeof next.format === "string" && isFormatName(next.format)) return true;
    if (typeof next === "object" && next !== null) for (const child of Object.values(next)) waiting.push(child);
  }
  return false;
}

/**
 * What a list says of a tool beside its name and its schemas.
 * @param description what is listed without a word here
 */
export function listedOf(raw: JsonObject, description: string, pointer: string, lose: Lose): JsonObject {
  const { name: _name, inputSchema: _input, outputSchema: _output, description: given = null, ...others } = raw;
  const all = given === description ? others : { ...others, description: typeof given === "string" ? given : null };
  const instead = (keyword: string) => (keyword === "description" ? "the text as far as it can stand" : "nothing");
  return standing(all, pointer, (loss) => lose({ ...loss, instead: instead(loss.keyword) }));
}

/** The members that a schema file can hold. */
export function standing(all: JsonObject, pointer: string, lose: Lose): JsonObject {
  return Object.fromEntries(
    Object.entries(all).filter(([keyword, value]) => {
      const why = !fitsFile(value)
        ? `it is larger or nested deeper than a schema file may be`
        : isPrintable({ [keyword]: value })
          ? undefined
          : "a schema file can't hold it";
      if (why !== undefined) {
        lose({ pointer: childPath(pointer, keyword), keyword, effect: "dropped", why, instead: "nothing" });
      }
      return why === undefined;
    }),
  );
}

function fitsFile(value: Json): boolean {
  return !isDeeperThan(maxListedDepth, value) && JSON.stringify(value).length <= maxTextLength;
}

const maxListedDepth = 20;
