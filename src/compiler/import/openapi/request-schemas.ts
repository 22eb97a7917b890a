// Schemas of a document → those of the params of one tool, which are a document of their own: what they refer to stands in `$defs`, and
// read-only properties are gone.

import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { childPath, pathKeys, valueAt } from "../../../contract/json-pointer.ts";
import { setOwn } from "../../../contract/own-property.ts";
import { schemasIn } from "../current-form.ts";
import { freeName } from "../fold-name.ts";
import { isReadOnly, namesOfObject } from "./read-only.ts";
import { pointerOf } from "./references.ts";

export interface RequestSchemas {
  readonly properties: JsonObject;
  readonly $defs?: JsonObject;
}

/** @param at pointer into the document, or undefined inside the operation */
export type LoseAt = (
  keyword: string,
  why: string,
  instead: string,
  effect: "dropped" | "wider",
  at: string | undefined,
) => void;

export function requestSchemas(properties: JsonObject, document: JsonObject, lose: LoseAt): RequestSchemas {
  const $defs: { [name: string]: Json } = {};
  const writing: Writing = { document, lose: once(lose), names: new Map(), waiting: [] };
  const written = Object.entries(properties).map(([name, schema]): [string, Json] => [
    name,
    sent(schema, none, undefined, writing),
  ]);
  for (let next = writing.waiting.pop(); next !== undefined; next = writing.waiting.pop()) {
    setOwn($defs, next.name, sent(next.schema, next.left, next.pointer, writing));
  }
  return { properties: Object.fromEntries(written), ...(Object.keys($defs).length === 0 ? {} : { $defs }) };
}

/** Names that requests leave out of an object, beside those that its own schema says; `as-is`: what the schema refuses must stay the same. */
type LeftOut = ReadonlySet<string> | "as-is";

const none: LeftOut = new Set();

interface Writing {
  readonly document: JsonObject;
  readonly lose: LoseAt;
  /** By pointer and names that are left out. */
  readonly names: Map<string, string>;
  readonly waiting: {
    readonly name: string;
    readonly schema: Json;
    readonly pointer: string;
    readonly left: LeftOut;
  }[];
}

function sent(schema: Json, around: LeftOut, at: string | undefined, writing: Writing): Json {
  // References inside a schema with an `$id` are relative to that.
  if (!isJsonObject(schema) || typeof schema.$id === "string") return schema;
  const left = around === "as-is" ? around : new Set([...around, ...namesOfObject(schema, writing.document).readOnly]);
  const entries = Object.entries(schema).flatMap(([keyword, value]): readonly [string, Json][] => {
    if (keyword === "$ref" && typeof value === "string") {
      const ref = referred(value, left, at, writing);
      return ref === undefined ? [] : [[keyword, ref]];
    }
    const kept = left === "as-is" ? value : withoutNames(keyword, value, left, at, writing);
    if (kept === undefined) return [];
    const inside = leftInside(keyword, left);
    const under = (way: readonly (string | number)[]) => (at === undefined ? at : way.reduce(childPath, at));
    return [[keyword, schemasIn(keyword, kept, (child, way) => sent(child, inside, under(way), writing))]];
  });
  return Object.fromEntries(entries);
}

/** Keywords whose schemas apply to the same object get the same names. An alternative has its own; what is negated stays. */
function leftInside(keyword: string, left: LeftOut): LeftOut {
  if (left === "as-is" || keyword === "not" || keyword === "if") return "as-is";
  return /^(?:allOf|then|else|dependentSchemas)$/.test(keyword) ? left : none;
}

/** @returns undefined where nothing is left */
function withoutNames(
  keyword: string,
  value: Json,
  left: ReadonlySet<string>,
  at: string | undefined,
  { document, lose }: Writing,
): Json | undefined {
  const rest = (names: Json): Json =>
    Array.isArray(names) ? names.filter((name) => typeof name !== "string" || !left.has(name)) : names;
  if (keyword === "required") {
    const names = rest(value);
    return Array.isArray(names) && names.length === 0 ? undefined : names;
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  if (keyword === "dependentRequired")
    return Object.fromEntries(entries.map(([name, names]): [string, Json] => [name, rest(names)]));
  if (keyword !== "properties") return value;
  for (const [name, property] of entries) {
    if (isReadOnly(property, document)) lose("readOnly", `'${name}' is the API's to say`, "nothing", "dropped", at);
  }
  return Object.fromEntries(entries.filter(([name]) => !left.has(name)));
}

/** @returns undefined for what is not in the document */
function referred(ref: string, left: LeftOut, at: string | undefined, writing: Writing): string | undefined {
  const { document, names, waiting, lose } = writing;
  const pointer = pointerOf(ref);
  if (pointer === undefined) return ref;
  const schema = valueAt(document, pointer);
  if (!isJsonObject(schema) && typeof schema !== "boolean") {
    lose("$ref", `no schema is at '${ref}'`, "any value", "wider", at);
    return undefined;
  }
  const forTarget = left === "as-is" ? left : namesFor(schema, left, document);
  const key = JSON.stringify([pointer, forTarget === "as-is" ? forTarget : [...forTarget].sort()]);
  const known = names.get(key);
  if (known !== undefined) return `#/$defs/${known}`;
  const taken = new Set(names.values());
  const name = freeName(definitionName(pointer), maxNameLength, (one) => taken.has(one));
  names.set(key, name);
  waiting.push({ name, schema, pointer, left: forTarget });
  return `#/$defs/${name}`;
}

/** Of the names those that the schema has, and does not leave out by itself: all others share one definition. */
function namesFor(schema: Json, left: ReadonlySet<string>, document: JsonObject): ReadonlySet<string> {
  const { named, readOnly } = namesOfObject(schema, document);
  return new Set([...left].filter((name) => named.has(name) && !readOnly.has(name)));
}

const maxNameLength = 200;

/** `Pet` of `/components/schemas/Pet`, `Pet_tags` of `…/Pet/properties/tags`: with signs that need no encoding in a reference. */
function definitionName(pointer: string): string {
  const keys = pathKeys(pointer).filter((key) => !structural.has(key));
  const name = keys.slice(-2).join("_");
  return name.replaceAll(/[^A-Za-z0-9._-]/g, "_").replace(/^_+(?=.)/, "") || "schema";
}

const structural: ReadonlySet<string> = new Set(["components", "schemas", "properties", "$defs", "schema", "content"]);

function once(lose: LoseAt): LoseAt {
  const reported = new Set<string>();
  return (...loss) => {
    const key = JSON.stringify(loss);
    if (!reported.has(key)) lose(...loss);
    reported.add(key);
  };
}
