// Exports of a module → tools as a server would list them. Runs in the process of the module.

import type { Json, JsonObject } from "../../contract/json.ts";
import { isSchemaValue, isShape, type LoadPackage, memberOf, readValue, type Side } from "./schema-values.ts";

export interface LostExport {
  readonly tool: string;
  /** Where it is exported, and what follows there: `tools[2]/inputSchema/properties/price`. */
  readonly place: string;
  readonly keyword: string;
  readonly effect: string;
  readonly why: string;
  readonly instead: string;
}

export interface ModuleTools {
  readonly tools: readonly JsonObject[];
  /** By tool: where it is exported. */
  readonly places: readonly string[];
  readonly lost: readonly LostExport[];
}

interface Candidate {
  readonly place: string;
  readonly name: string;
  readonly facts: unknown;
  readonly input: unknown;
  readonly output: unknown;
}

const inputEnding = /(?:Input|Args|Arguments|Params|Parameters)(?:Schema)?$/;
const outputEndings = ["Output", "OutputSchema", "Result", "ResultSchema"];

/** More are not read: a module could go on for ever. */
const maxTools = 5_000;

export async function readExports(exported: object, load: LoadPackage): Promise<ModuleTools> {
  const lost: LostExport[] = [];
  const tools: JsonObject[] = [];
  const places: string[] = [];
  for (const candidate of candidatesOf(exported, lost).slice(0, maxTools)) {
    const { name, place, facts } = candidate;
    const lose = (pointer: string, keyword: string, effect: string, why: string, instead: string) =>
      lost.push({ tool: name, place: `${place}${pointer}`, keyword, effect, why, instead });
    const read = async (value: unknown, keyword: string, side: Side): Promise<JsonObject | undefined> => {
      const { schema, lost: inside, problem } = await readValue(value, side, load);
      for (const one of inside) {
        lose(`/${keyword}${one.pointer}`, one.keyword, one.effect, one.why, "the schema without it");
      }
      if (problem === undefined) return schema;
      const isInput = side === "input";
      lose(`/${keyword}`, keyword, isInput ? "left-out" : "dropped", problem, isInput ? "nothing" : "a text");
      return undefined;
    };
    const inputSchema =
      candidate.input === undefined ? emptySchema : await read(candidate.input, "inputSchema", "input");
    if (inputSchema === undefined) continue;
    const outputSchema =
      candidate.output === undefined ? undefined : await read(candidate.output, "outputSchema", "output");
    places.push(place);
    tools.push({
      name,
      ...plainMembers(facts),
      inputSchema: asObject(inputSchema),
      ...(outputSchema === undefined ? {} : { outputSchema: asObject(outputSchema) }),
    });
  }
  return { tools, places, lost };
}

const emptySchema: JsonObject = { type: "object", properties: {} };

/** Lists say of every schema that it is one of an object. */
function asObject(schema: JsonObject): JsonObject {
  return schema.type === undefined ? { type: "object", ...schema } : schema;
}

function plainMembers(facts: unknown): JsonObject {
  const found: { [name: string]: Json } = {};
  for (const key of ["title", "description"]) {
    const text = memberOf(facts, key);
    if (typeof text === "string") found[key] = text;
  }
  for (const key of ["annotations", "_meta", "icons"]) {
    const text = JSON.stringify(memberOf(facts, key));
    if (text !== undefined) found[key] = JSON.parse(text);
  }
  return found;
}

function candidatesOf(exported: object, lost: LostExport[]): readonly Candidate[] {
  const entries = Object.entries(exported);
  const found: Candidate[] = [];
  const metadata = memberOf(exported, "metadata");
  const schema = memberOf(exported, "schema");
  // A module is a tool: `schema`, `metadata` and the function that is its default export.
  if (typeof memberOf(metadata, "name") === "string") {
    const output = memberOf(exported, "outputSchema");
    found.push({ place: "metadata", name: String(memberOf(metadata, "name")), facts: metadata, input: schema, output });
    return found;
  }
  const seen = new Set<unknown>();
  for (const [key, value] of entries) {
    if (isSchemaValue(value)) {
      if (inputEnding.test(key)) {
        const name = key.replace(inputEnding, "");
        const output = outputEndings.map((ending) => memberOf(exported, `${name}${ending}`)).find(isSchemaValue);
        found.push({ place: key, name: name === "" ? key : name, facts: {}, input: value, output });
      } else if (!outputEndings.some((ending) => key.endsWith(ending))) {
        const why = "a schema alone is not a tool";
        lost.push({ tool: "", place: key, keyword: "export", effect: "dropped", why, instead: "nothing" });
      }
    } else found.push(...toolsIn(value, key, key, seen, 0));
  }
  return found;
}

/** A tool, or a list or an object of tools, up to three levels down. */
function toolsIn(value: unknown, key: string, place: string, seen: Set<unknown>, depth: number): readonly Candidate[] {
  if (typeof value !== "object" || value === null || seen.has(value) || depth > 3) return [];
  seen.add(value);
  const config = memberOf(value, "config");
  const facts = isTool(value) ? value : isTool(config) ? config : undefined;
  if (facts !== undefined) {
    const name = memberOf(value, "name") ?? memberOf(facts, "name");
    const input = memberOf(facts, "inputSchema") ?? memberOf(facts, "parameters");
    return [
      { place, name: typeof name === "string" ? name : key, facts, input, output: memberOf(facts, "outputSchema") },
    ];
  }
  if (Array.isArray(value)) {
    return value.slice(0, maxTools).flatMap((one, index) => toolsIn(one, key, `${place}[${index}]`, seen, depth + 1));
  }
  return Object.entries(value).flatMap(([name, one]) => toolsIn(one, name, `${place}.${name}`, seen, depth + 1));
}

function isTool(value: unknown): boolean {
  const schemas = [memberOf(value, "inputSchema"), memberOf(value, "parameters")];
  if (schemas.some((one) => isSchemaValue(one) || isShape(one) || isEmpty(one) || isObjectSchema(one))) return true;
  const isRun = ["handler", "execute", "callback"].some((key) => typeof memberOf(value, key) === "function");
  return isRun && typeof memberOf(value, "description") === "string";
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function isObjectSchema(value: unknown): boolean {
  return memberOf(value, "type") === "object" || typeof memberOf(value, "properties") === "object";
}
