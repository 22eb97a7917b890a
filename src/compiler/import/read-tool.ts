import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import type { Effects } from "../../contract/tool-facts.ts";
import type { Field, UnknownParams } from "../catalog/catalog.ts";
import type { ObjectNode, RefNode, TypeNode } from "../catalog/type-node.ts";
import { openDocument, resolve, type SchemaDocument } from "../json-schema/document.ts";
import type { KeywordSet, Part } from "../json-schema/keyword-set.ts";
import type { NamedTool } from "./choose-names.ts";
import { cleanText, firstSentence, oneLine } from "./clean-text.ts";
import { mergeObjects } from "./combine-types.ts";
import { flatten } from "./flatten.ts";
import { reportLost } from "./keywords.ts";
import type { Lose, Loss } from "./loss.ts";
import type { NamedTypes } from "./named-types.ts";
import { readEffects } from "./read-effects.ts";
import { readFields } from "./read-object.ts";
import { readType } from "./read-type.ts";
import { loseAt, maxLetters, maxNodes, type Place, type Reading, widen } from "./reading.ts";

/** A tool in our words. */
export interface ReadTool {
  readonly name: string;
  readonly original: string;
  /** Where it stands in the list. */
  readonly pointer: string;
  readonly alias: string | undefined;
  readonly family: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly effects: Effects;
  readonly params: readonly Field[];
  readonly result: TypeNode;
  readonly lost: readonly Loss[];
}

export interface ToolSurroundings {
  readonly types: NamedTypes;
  readonly family: string;
  readonly since: string;
  /** What becomes of params that no tool knows. */
  readonly unknownParams: UnknownParams;
}

export function readTool(tool: NamedTool, around: ToolSurroundings): ReadTool {
  const { raw, pointer, to } = tool;
  const lost: Loss[] = [];
  const lose = (loss: Omit<Loss, "tool">) => lost.push({ tool: tool.name, ...loss });
  const drop = (keyword: string, why: string, instead: string) =>
    lose({ pointer: childPath(pointer, keyword), keyword, effect: "dropped", why, instead });
  for (const key of Object.keys(raw)) {
    if (!known.has(key)) drop(key, "the language has no word for it", "nothing");
  }
  const reading = (document: SchemaDocument, side: Reading["side"]): Reading => ({
    document,
    uses: usesIn(document),
    side,
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
  });
  const texts = readTexts(raw, to, drop);
  /** The document under a keyword of the tool. */
  const open = (keyword: string, why: string, instead: string): SchemaDocument | undefined => {
    if (isJsonObject(raw[keyword])) return openDocument(raw[keyword], childPath(pointer, keyword));
    lose({ pointer, keyword, effect: "assumed", why, instead });
    return undefined;
  };
  const input = open("inputSchema", "there is none", "no params");
  const { params, rest } = input === undefined ? { params: [] } : readParams(reading(input, "input"));
  const effects = withConsent(readEffects(raw, to, pointer, lose), params, { pointer, lose });
  if (input !== undefined) reportUnknownParams(rest, effects, around.unknownParams, input.at, lose);
  const output = open("outputSchema", "the list does not describe the result", "any object");
  const result = output === undefined ? anyObject : readResult(reading(output, "output"));
  return {
    name: to,
    original: tool.name,
    pointer,
    alias: tool.alias,
    family: around.family,
    ...texts,
    effects,
    params,
    result,
    lost,
  };
}

const known = new Set(["name", "title", "description", "inputSchema", "outputSchema", "annotations"]);
const anyObject: ObjectNode = { kind: "object", fields: [], open: true };

function readTexts(
  raw: JsonObject,
  name: string,
  drop: (keyword: string, why: string, instead: string) => void,
): Pick<ReadTool, "title" | "summary" | "description"> {
  const hinted = isJsonObject(raw.annotations) ? raw.annotations.title : undefined;
  const given = [raw.title, hinted].find((one) => typeof one === "string" && /\S/.test(one));
  const cleanTitle = typeof given === "string" ? cleanText(given) : undefined;
  const plain = name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll("_", " ");
  const line = oneLine(cleanTitle?.text ?? plain);
  const cut = line.slice(0, maxTitleLength).replace(/[\ud800-\udbff]$/, "");
  const title = line.length > maxTitleLength ? `${cut.trimEnd()}…` : line;
  if (cleanTitle !== undefined && title !== given) drop("title", "a title is one short line", title);
  const about = typeof raw.description === "string" ? cleanText(raw.description) : undefined;
  for (const change of about?.changes ?? []) drop("description", change, "the changed text");
  if (about === undefined) drop("description", "there is none", "a summary made of the name");
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
function readParams(reading: Reading): ReadParams {
  const { root, at } = reading.document;
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
  const own = () => ({ params: readFields(reading, base, "root").fields, rest: base.additional });
  const keyword = anyOf === undefined ? "oneOf" : "anyOf";
  const options = (anyOf ?? oneOf)?.map((option) => readType(reading, option, base));
  if (options === undefined) return own();
  const objects = options.filter((option) => option.kind === "object" || option.kind === "ref");
  const flat = flattened(reading, set, objects, keyword);
  if (flat !== undefined && objects.length === options.length) {
    return { params: flat.fields, rest: flat.open === false ? { schema: false, at } : base.additional };
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
  const { nullable, ...type } = readType(reading, { schema: isTyped ? root : { ...root, type: "object" }, at });
  if (nullable === true) loseAt(reading, { at }, "type", "narrower", "a result is never null", "an object");
  if (type.kind === "object" || type.kind === "ref") return type as TypeNode; // without null it stays what it is
  if (type.kind === "union" && type.of.every((option) => option.kind === "object" || option.kind === "ref"))
    return type as TypeNode;
  widen(reading, { at }, "type", "a result is an object", "any object");
  return anyObject;
}

/** What destroys asks for consent, by a param that must not be there already. */
function withConsent(
  effects: Effects,
  params: readonly Field[],
  { pointer, lose }: { readonly pointer: string; readonly lose: Lose },
): Effects {
  if (!effects.destructive) return effects;
  const at = { pointer: `${pointer}/annotations`, keyword: "destructiveHint" };
  const names = params.flatMap((param) => [param.name, ...(param.aliases ?? []).map((alias) => alias.name)]);
  if (names.includes("confirm")) {
    const why = "its own param 'confirm' takes the place of consent";
    lose({ ...at, effect: "dropped", why, instead: "destructive: false" });
    return { ...effects, destructive: false };
  }
  const why = "a tool that may destroy asks for consent";
  lose({ ...at, effect: "narrower", why, instead: "calls need confirm: true" });
  return effects;
}

/** Whether unknown params are refused is specified once for the whole catalog, and always for tools that destroy. */
function reportUnknownParams(
  rest: Part | undefined,
  effects: Effects,
  policy: UnknownParams,
  pointer: string,
  lose: Lose,
): void {
  const refuses = effects.destructive || policy === "reject";
  const at = { pointer, keyword: "additionalProperties" };
  if (rest?.schema === false && !refuses) {
    const why = "unknown params are refused by a whole catalog, or by tools that destroy";
    lose({ ...at, effect: "wider", why, instead: `unknown_params: ${policy}` });
  } else if (rest?.schema !== false && refuses) {
    const why = effects.destructive
      ? "a tool that may destroy refuses unknown params"
      : "the catalog refuses unknown params";
    lose({ ...at, effect: "narrower", why, instead: "additionalProperties: false" });
  }
  if (rest !== undefined && typeof rest.schema !== "boolean") {
    lose({ ...at, effect: "wider", why: "a tool gets only the params that it names", instead: "others are dropped" });
  }
}
