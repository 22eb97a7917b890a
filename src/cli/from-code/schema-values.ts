// Values of schema libraries → JSON Schema, each by its own library. Runs in the process of the module.

import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";

export interface LostValue {
  /** JSON Pointer below the schema. */
  readonly pointer: string;
  readonly keyword: string;
  readonly effect: "wider" | "narrower" | "assumed" | "dropped";
  readonly why: string;
}

export interface ReadValue {
  readonly schema?: JsonObject;
  readonly lost: readonly LostValue[];
  /** Why there is no schema. */
  readonly problem?: string;
}

/** Loads a package as the module would. */
export type LoadPackage = (name: string) => Promise<unknown>;

export type Side = "input" | "output";

/** What a member of any value is; undefined where there is none. */
export function memberOf(value: unknown, key: string): unknown {
  return (typeof value === "object" || typeof value === "function") && value !== null
    ? Reflect.get(value, key)
    : undefined;
}

function callMember(owner: unknown, key: string, args: readonly unknown[]): unknown {
  const found = memberOf(owner, key);
  if (typeof found !== "function") throw new Error(`there is no function '${key}'`);
  return Reflect.apply(found, owner, args);
}

/** A schema of Zod 3 or 4, or any other Standard Schema. */
export function isSchemaValue(value: unknown): boolean {
  return isZod4(value) || isZod3(value) || memberOf(value, "~standard") !== undefined;
}

function isZod4(value: unknown): boolean {
  return memberOf(value, "_zod") !== undefined;
}

function isZod3(value: unknown): boolean {
  return typeof memberOf(memberOf(value, "_def"), "typeName") === "string";
}

/** `{ title: z.string() }`, as tools of the SDK have it. */
export function isShape(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value) || isSchemaValue(value)) return false;
  const members = Object.values(value);
  return members.length > 0 && members.every(isSchemaValue);
}

export async function readValue(given: unknown, side: Side, load: LoadPackage): Promise<ReadValue> {
  try {
    const value = isShape(given) ? await objectOf(given, load) : given;
    if (isZod4(value)) return await readZod4(value, side, load);
    if (isZod3(value)) return await readZod3(value, side, load);
    if (memberOf(value, "~standard") !== undefined) return readStandard(value, side);
    if (isJsonSchema(value)) return { schema: plain(value), lost: [] };
    return { lost: [], problem: "it is not a schema of a known kind" };
  } catch (error) {
    return { lost: [], problem: error instanceof Error ? error.message : String(error) };
  }
}

async function objectOf(shape: unknown, load: LoadPackage): Promise<unknown> {
  const isOld = Object.values(shape ?? {}).some((one) => !isZod4(one));
  const zod = await load("zod").catch(() => undefined);
  const fits = memberOf(zod, "toJSONSchema") !== undefined ? !isOld : isOld;
  const made = fits ? zod : await load(isOld ? "zod/v3" : "zod/v4");
  return callMember(made, "object", [shape]);
}

/** A TypeBox value, or a schema that is written out. */
function isJsonSchema(value: unknown): boolean {
  const keys = ["type", "properties", "$ref", "anyOf", "allOf", "oneOf", "$schema"];
  return typeof value === "object" && value !== null && keys.some((key) => memberOf(value, key) !== undefined);
}

function plain(value: unknown): JsonObject {
  const parsed: unknown = JSON.parse(JSON.stringify(value) ?? "null");
  if (!isJsonObject(parsed as Json)) throw new Error("its JSON Schema is not an object"); // what JSON.parse makes is JSON
  return parsed as JsonObject; // just checked
}

/** Kinds of Zod 4 that JSON has no word for. */
const strange = new Set(
  "date bigint symbol undefined void map set nan custom function promise transform file template_literal".split(" "),
);

async function readZod4(value: unknown, side: Side, load: LoadPackage): Promise<ReadValue> {
  const lost = new Map<string, LostValue>();
  const lose = (path: unknown, keyword: string, effect: LostValue["effect"], why: string) => {
    const keys = Array.isArray(path) ? path.map((key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1")) : [];
    const pointer = keys.map((key) => `/${key}`).join("");
    keep(lost, { pointer, keyword, effect, why });
  };
  const override = (context: unknown) => {
    const path = memberOf(context, "path");
    const def = zod4Def(memberOf(context, "zodSchema"));
    const type = String(memberOf(def, "type"));
    const kinds = checksOf(def).map((check) => String(memberOf(zod4Def(check), "check")));
    if (kinds.includes("custom")) lose(path, "refine", "wider", "a refinement is code");
    loseChange(kinds, ["overwrite"], (...words) => lose(path, "overwrite", ...words));
    if (type === "pipe") lose(path, ...pipeWords(def, side));
    else if (type === "catch") lose(path, "catch", ...catchWords);
    else if (strange.has(type)) lose(path, type, "wider", `${type} has no form in JSON`);
    if (memberOf(def, "coerce") === true)
      lose(path, "coerce", "narrower", "a value of another type is converted by code");
  };
  const options = { io: side, unrepresentable: "any", override };
  const own = memberOf(value, "toJSONSchema");
  const zod = typeof own === "function" ? undefined : await zodWithJsonSchema(load);
  const made =
    zod === undefined
      ? callMember(value, "toJSONSchema", [options])
      : callMember(zod, "toJSONSchema", [value, options]);
  const { $schema: _, ...schema } = plain(made);
  return { schema, lost: [...lost.values()] };
}

function zod4Def(value: unknown): unknown {
  return memberOf(memberOf(value, "_zod"), "def");
}

/** Of a value that reads as another one: its keyword, and how calls are judged without it. */
function pipeWords(def: unknown, side: Side): readonly [keyword: string, ...Words] {
  const typeOf = (key: string) => memberOf(zod4Def(memberOf(def, key)), "type");
  if (typeOf("in") === "transform") return ["preprocess", side === "input" ? "narrower" : "assumed", preprocessWhy];
  if (typeOf("out") === "transform") return ["transform", "dropped", "a transform is code"];
  return ["transform", side === "input" ? "wider" : "assumed", pipeWhy];
}

async function zodWithJsonSchema(load: LoadPackage): Promise<unknown> {
  const zod = await load("zod").catch(() => undefined);
  return memberOf(zod, "toJSONSchema") === undefined ? load("zod/v4") : zod;
}

async function readZod3(value: unknown, side: Side, load: LoadPackage): Promise<ReadValue> {
  const printer = await load("zod-to-json-schema").catch(() => undefined);
  if (printer === undefined) {
    return { lost: [], problem: "Zod 3 makes no JSON Schema: install zod-to-json-schema beside it, or move to Zod 4" };
  }
  const made = callMember(printer, "zodToJsonSchema", [value, { strictUnions: true, pipeStrategy: side }]);
  const { $schema: _, ...schema } = plain(made);
  const lost = new Map<string, LostValue>();
  lostOfZod3(value, "", lost, 0);
  return { schema, lost: [...lost.values()] };
}

type Words = readonly [effect: LostValue["effect"], why: string];
const preprocessWhy = "what comes before the check is code";
const pipeWhy = "a check follows on a conversion, which is code";
const catchWords: Words = ["narrower", "a value that does not fit is replaced by code"];

function checksOf(def: unknown): readonly unknown[] {
  const checks = memberOf(def, "checks");
  return Array.isArray(checks) ? checks : [];
}

/** A change of the value, such as `trim`, counts for the checks that follow on it. */
function loseChange(kinds: readonly string[], changes: readonly string[], lose: (...words: Words) => void): void {
  const first = kinds.findIndex((kind) => changes.includes(kind));
  if (first === -1) return;
  const isChecked = kinds.slice(first).some((kind) => kind !== "custom" && !changes.includes(kind));
  if (isChecked) lose("assumed", "a check follows on a change of the value, which is code");
  else lose("dropped", "what changes a value is code");
}

/** Of one place and keyword: what decides about calls goes before what does not. */
function keep(lost: Map<string, LostValue>, one: LostValue): void {
  const key = `${one.pointer} ${one.keyword}`;
  if (one.effect !== "dropped" || !lost.has(key)) lost.set(key, one);
}

const strange3 = new Set([
  "ZodDate",
  "ZodBigInt",
  "ZodSymbol",
  "ZodMap",
  "ZodSet",
  "ZodFunction",
  "ZodNaN",
  "ZodPromise",
]);
const effectWords: { readonly [type: string]: Words } = {
  refinement: ["wider", "a refinement is code"],
  transform: ["dropped", "a transform is code"],
  preprocess: ["narrower", preprocessWhy],
};

function lostOfZod3(value: unknown, pointer: string, lost: Map<string, LostValue>, depth: number): void {
  const def = memberOf(value, "_def");
  if (def === undefined || depth > 40) return;
  const typeName = String(memberOf(def, "typeName"));
  const effect = memberOf(memberOf(def, "effect"), "type");
  const lose = (keyword: string, kind: LostValue["effect"], why: string) =>
    keep(lost, { pointer, keyword, effect: kind, why });
  const words = typeName === "ZodEffects" && typeof effect === "string" ? effectWords[effect] : undefined;
  if (words !== undefined) lose(String(effect), ...words);
  const kinds = checksOf(def).map((check) => String(memberOf(check, "kind")));
  loseChange(kinds, ["trim", "toLowerCase", "toUpperCase"], (...found) => lose("overwrite", ...found));
  if (typeName === "ZodCatch") lose("catch", ...catchWords);
  if (typeName === "ZodPipeline") lose("transform", "wider", pipeWhy);
  if (typeName === "ZodBranded") lose("brand", "dropped", "a brand is a matter of types");
  if (strange3.has(typeName)) lose(typeName, "wider", `${typeName.slice(3)} has no form in JSON`);
  if (memberOf(def, "coerce") === true) lose("coerce", "narrower", "a value of another type is converted by code");
  if (typeName === "ZodObject") {
    const shape = callMember(def, "shape", []);
    for (const [name, member] of Object.entries(shape ?? {})) {
      const key = name.replaceAll("~", "~0").replaceAll("/", "~1");
      lostOfZod3(member, `${pointer}/properties/${key}`, lost, depth + 1);
    }
  }
  for (const key of ["innerType", "schema", "left", "right", "in"]) {
    if (memberOf(memberOf(def, key), "_def") !== undefined) lostOfZod3(memberOf(def, key), pointer, lost, depth + 1);
  }
  if (typeName === "ZodArray" || typeName === "ZodBranded") {
    lostOfZod3(memberOf(def, "type"), typeName === "ZodArray" ? `${pointer}/items` : pointer, lost, depth + 1);
  }
  if (typeName === "ZodRecord")
    lostOfZod3(memberOf(def, "valueType"), `${pointer}/additionalProperties`, lost, depth + 1);
  const options = memberOf(def, "options");
  if (Array.isArray(options)) {
    for (const [index, one] of options.entries()) lostOfZod3(one, `${pointer}/anyOf/${index}`, lost, depth + 1);
  }
}

/** @see https://standardschema.dev, the interface for JSON Schema */
function readStandard(value: unknown, side: Side): ReadValue {
  const standard = memberOf(value, "~standard");
  const printer = memberOf(standard, "jsonSchema");
  if (printer === undefined) {
    const vendor = memberOf(standard, "vendor");
    return { lost: [], problem: `${typeof vendor === "string" ? vendor : "its library"} gives no JSON Schema` };
  }
  const { $schema: _, ...schema } = plain(callMember(printer, side, [{ target: "draft-2020-12" }]));
  return { schema, lost: [] };
}
