import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import type { Effects, TaskSupport } from "../../contract/tool-facts.ts";
import type { Field, ToolUnknownParams, UnknownParams } from "../catalog/catalog.ts";
import type { ObjectNode, RefNode, TypeNode } from "../catalog/type-node.ts";
import { openDocument, resolve, type SchemaDocument } from "../json-schema/document.ts";
import type { KeywordSet, Part } from "../json-schema/keyword-set.ts";
import { hasFormat, inputAsListed, listedOf, resultAsListed, withWires, withWiresInside } from "./as-listed.ts";
import { canStand, onlyWith, paramsInWords } from "./can-stand.ts";
import type { NamedTool } from "./choose-names.ts";
import { cleanText, firstSentence, oneLine } from "./clean-text.ts";
import { mergeObjects } from "./combine-types.ts";
import { inCurrentForm } from "./current-form.ts";
import { flatten } from "./flatten.ts";
import { reportLost } from "./keywords.ts";
import type { Lose, Loss } from "./loss.ts";
import type { NamedTypes } from "./named-types.ts";
import { readEffects } from "./read-effects.ts";
import { readFields } from "./read-object.ts";
import { readType } from "./read-type.ts";
import { loseAt, maxLetters, maxNodes, type Place, type Reading, widen } from "./reading.ts";
import { needsSchema } from "./spelled-otherwise.ts";

/** A tool in our words. */
export interface ReadTool {
  readonly name: string;
  readonly original: string;
  /** Where it stands in the list. */
  readonly pointer: string;
  /** As callers spell it, where that is not its name here. */
  readonly wire: string | undefined;
  readonly alias: string | undefined;
  readonly family: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly effects: Effects;
  readonly params: readonly Field[];
  readonly input?: JsonObject;
  readonly unknownParams?: ToolUnknownParams;
  /** The list says nothing of who checks formats. */
  readonly formats?: "published";
  /** Absent: content alone. */
  readonly result?: TypeNode;
  readonly output?: JsonObject;
  /** Callers may, or must, start it as a task. */
  readonly tasks?: TaskSupport;
  /** What the list says beside name, description and schemas. */
  readonly listed: JsonObject;
  readonly lost: readonly Loss[];
}

export interface ToolSurroundings {
  readonly types: NamedTypes;
  readonly family: string;
  readonly since: string;
  /** What becomes of params that no tool knows. */
  readonly unknownParams: UnknownParams;
  readonly inWords: boolean;
}

export function readTool(tool: NamedTool, around: ToolSurroundings): ReadTool {
  const { raw, pointer, to } = tool;
  const lost: Loss[] = [];
  const lose: Lose = (loss) => {
    lost.push({ tool: tool.name, ...loss });
  };
  const reading = (document: SchemaDocument): Reading => ({
    document,
    uses: usesIn(document),
    lose,
    types: around.types,
    tool: to,
    family: around.family,
    since: around.since,
    open: new Map(),
    reported: new Set(),
    budget: { nodes: maxNodes, letters: maxLetters },
    depth: 2,
    unique: false,
    spelling: "wire",
    ofCode: around.inWords,
    namesAll: around.inWords,
  });
  const texts = readTexts(raw, to);
  const effects = readEffects(raw, to, pointer, lose);
  const tasks = taskSupportOf(raw);
  const { execution: _tasks, ...others } = raw;
  // The word `tasks` lists it, too.
  const untold = tasks === undefined ? raw : others;
  return {
    name: to,
    original: tool.name,
    pointer,
    wire: tool.wire,
    alias: tool.alias,
    family: around.family,
    ...texts,
    effects,
    ...readInput(raw, pointer, { reading, lose, effects, ...around }),
    ...readOutput(raw, pointer, { reading, lose, ...around }),
    ...(hasFormat(raw.inputSchema) || hasFormat(raw.outputSchema) ? { formats: "published" as const } : {}),
    ...(tasks === undefined ? {} : { tasks }),
    listed: listedOf(untold, texts.description ?? texts.summary, pointer, lose),
    lost,
  };
}

/** @see MCP 2025-11-25 schema, "ToolExecution" @returns undefined where the word says less than the list, which then stands as it is */
function taskSupportOf({ execution }: JsonObject): TaskSupport | undefined {
  if (!isJsonObject(execution) || Object.keys(execution).length !== 1) return undefined;
  const { taskSupport } = execution;
  return taskSupport === "optional" || taskSupport === "required" ? taskSupport : undefined;
}

interface ReadingSides {
  readonly reading: (document: SchemaDocument) => Reading;
  readonly lose: Lose;
}

/** As it is listed where that can stand in a schema file, else as near as the language comes, with what is lost on the way. */
function readInput(
  raw: JsonObject,
  pointer: string,
  { reading, lose, effects, unknownParams, inWords }: ReadingSides & ToolSurroundings & { readonly effects: Effects },
): Pick<ReadTool, "params" | "input" | "unknownParams"> {
  const schema = raw.inputSchema;
  if (!isJsonObject(schema)) {
    lose({ pointer, keyword: "inputSchema", effect: "assumed", why: "there is none", instead: "any params" });
    return { params: [], unknownParams: "pass" };
  }
  const document = openDocument(schema, childPath(pointer, "inputSchema"));
  if (inWords && !needsSchema(document)) return { params: readParams(reading(document)).params };
  const { schema: current, changes } = inCurrentForm(schema, document.at);
  const named = paramsInWords(current);
  if (named !== undefined) {
    changes.forEach(lose);
    reportRootType(current, document.at, lose);
    const read = readParams({ ...reading(document), lose: unheard }).params;
    const heard = named.size === 0 ? [] : readParams(reading(document), onlyWith(schema, named)).params;
    return inputAsListed(current, [...heard, ...read], named);
  }
  const { params, rest } = readParams(reading(document));
  if (rest?.schema === false) return { params, unknownParams: "reject" };
  reportUnknownParams(rest, effects, unknownParams, document.at, lose);
  return { params };
}

/** Clients refuse a list with any other root. Arguments are an object, so that a missing word changes nothing. */
function reportRootType({ type }: JsonObject, at: string, lose: Lose): void {
  if (type === "object" || type === undefined) return;
  const isObject = Array.isArray(type) && type.includes("object");
  const effect = isObject ? "reworded" : "wider";
  lose({ pointer: at, keyword: "type", effect, why: "arguments are an object", instead: "type: object" });
}

function readOutput(
  raw: JsonObject,
  pointer: string,
  { reading, lose, inWords }: ReadingSides & ToolSurroundings,
): Pick<ReadTool, "result" | "output"> {
  const schema = raw.outputSchema;
  if (!isJsonObject(schema)) return {};
  const document = openDocument(schema, childPath(pointer, "outputSchema"));
  if (inWords && !needsSchema(document)) return { result: readResult(reading(document)) };
  const { schema: current, changes } = inCurrentForm(schema, document.at);
  if (current.type !== "object" || !canStand(current)) return { result: readResult(reading(document)) };
  changes.forEach(lose);
  const { returns, output } = resultAsListed(
    current,
    readResult({ ...reading(document), spelling: "none", lose: unheard }),
  );
  return { result: returns, ...(output === undefined ? {} : { output }) };
}

/** What the language can't say stands as a schema, so nothing is lost. */
const unheard: Lose = () => {};

const anyObject: ObjectNode = { kind: "object", fields: [], open: true };

function readTexts(raw: JsonObject, name: string): Pick<ReadTool, "title" | "summary" | "description"> {
  const hinted = isJsonObject(raw.annotations) ? raw.annotations.title : undefined;
  const titled = [raw.title, hinted].find((one) => typeof one === "string" && /\S/.test(one));
  const cleanTitle = typeof titled === "string" ? cleanText(titled) : undefined;
  const plain = name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll("_", " ");
  const line = oneLine(cleanTitle?.text ?? plain);
  const cut = line.slice(0, maxTitleLength).replace(/[\ud800-\udbff]$/, "");
  const title = line.length > maxTitleLength ? `${cut.trimEnd()}…` : line;
  const given = typeof raw.description === "string" ? raw.description : undefined;
  const about = given === undefined ? undefined : cleanText(given);
  const summary = about === undefined ? `Run '${plain.toLowerCase()}'.` : firstSentence(about.text);
  return {
    title,
    summary: summary === "" ? title : summary,
    description: about === undefined || about.text === summary ? undefined : about.text,
  };
}

const maxTitleLength = 120;

/** How many `$ref` lead to each schema. */
function usesIn(document: SchemaDocument): ReadonlyMap<unknown, number> {
  const uses = new Map<unknown, number>();
  for (const raw of document.schemas.keys()) {
    const ref = "$ref" in raw && typeof raw.$ref === "string" ? raw.$ref : undefined;
    const target = ref === undefined ? undefined : resolve(ref, raw, document)?.schema;
    if (target !== undefined) uses.set(target, (uses.get(target) ?? 0) + 1);
  }
  return uses;
}

interface ReadParams {
  readonly params: readonly Field[];
  /** Of params that the schema does not name. */
  readonly rest?: Part | undefined;
}

/** Params are one flat object, whatever the schema's root is made of. */
function readParams(reading: Reading, root = reading.document.root): ReadParams {
  const { at } = reading.document;
  const set = flatten(reading, { schema: root, at }, new Set());
  if (set === undefined) return { params: [] };
  if (set.types?.includes("object") === false) {
    widen(reading, { at }, "type", "arguments are an object, which this refuses", "an object");
  }
  if (set.patterns.size > 0) {
    const why = "params are named one by one";
    widen(reading, set, "patternProperties", why, "others are dropped");
    loseAt(reading, set, "patternProperties", "narrower", why, "others are refused where unknown params are");
  }
  const { anyOf, oneOf, ...rest } = set;
  const sources = [...set.sources].filter(([keyword]) => keyword !== "anyOf" && keyword !== "oneOf");
  const base: KeywordSet = { ...rest, types: ["object"], sources: new Map(sources) };
  reportLost(reading, base);
  const own = () => ({ params: readFields(reading, base, "root").fields.map(withWires), rest: base.additional });
  const keyword = anyOf === undefined ? "oneOf" : "anyOf";
  const options = (anyOf ?? oneOf)?.map((option) => readType(reading, option, base));
  if (options === undefined) return own();
  const objects = options.filter((option) => option.kind === "object" || option.kind === "ref");
  const flat = flattened(reading, set, objects, keyword);
  if (flat !== undefined && objects.length === options.length) {
    return { params: flat.fields.map(withWires), rest: flat.open === false ? { schema: false, at } : base.additional };
  }
  widen(reading, set, keyword, "params are one flat list", "what stands beside it");
  return own();
}

/** Even options that could be distinguished: clients refuse combinators at the root. */
function flattened(
  reading: Reading,
  place: Place,
  objects: readonly (ObjectNode | RefNode)[],
  keyword: "anyOf" | "oneOf",
): ObjectNode | undefined {
  const lose = (why: string, instead: string) => widen(reading, place, keyword, why, instead);
  const merged = mergeObjects(objects, { reading, lose, isExclusive: keyword === "oneOf" });
  if (merged?.kind === "ref") {
    const type = reading.types.done.get(merged.name)?.type;
    return type?.kind === "object" ? type : undefined;
  }
  return merged?.kind === "object" ? merged : undefined;
}

/** Results are objects; any other schema becomes any object. */
function readResult(reading: Reading): TypeNode {
  const { root, at } = reading.document;
  const isTyped = !isJsonObject(root) || root.type !== undefined;
  const read = readType(reading, { schema: isTyped ? root : { ...root, type: "object" }, at });
  const { nullable, ...type } = withWiresInside(read);
  if (nullable === true) loseAt(reading, { at }, "type", "narrower", "a result is never null", "an object");
  if (type.kind === "object" || type.kind === "ref") return type as TypeNode; // without null it stays what it is
  if (type.kind === "union" && type.of.every((option) => option.kind === "object" || option.kind === "ref"))
    return type as TypeNode;
  widen(reading, { at }, "type", "a result is an object", "any object");
  return anyObject;
}

/** Where a schema takes params that it does not name, and what it says of them can't stand. */
function reportUnknownParams(
  rest: Part | undefined,
  effects: Effects,
  policy: UnknownParams,
  pointer: string,
  lose: Lose,
): void {
  const at = { pointer, keyword: "additionalProperties" };
  if (effects.destructive || policy === "reject") {
    const why = effects.destructive
      ? "a tool that may destroy refuses unknown params"
      : "the catalog refuses unknown params";
    lose({ ...at, effect: "narrower", why, instead: "additionalProperties: false" });
  }
  if (rest !== undefined && rest.schema !== true) {
    lose({ ...at, effect: "wider", why: "a tool gets only the params that it names", instead: "others are dropped" });
  }
}
