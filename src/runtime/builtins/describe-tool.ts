import { isBuiltinName } from "../../contract/builtin-tools.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import { utf8Length } from "../../contract/utf8.ts";
import type { Violation } from "../../contract/violation.ts";
import type { CallState } from "../call-state.ts";
import { listedTools } from "../listing.ts";
import type { Detail } from "../registry.ts";
import { builtinWire } from "./builtin-wire.ts";
import { type DescribeInput, describeCatalog, describeFamily, maxDefinitionBytes } from "./describe-many.ts";
import { canonicalName, permittedFamilies, permittedNames, unknownName } from "./permitted.ts";
import { findPart } from "./schema-path.ts";
import { searchIndex } from "./search-index.ts";

export type Described = { readonly value: JsonObject } | { readonly violation: Violation };

/** `tool_describe`: the catalog, a family, a tool, or a part of one. */
export async function describeTool<Deps>(call: CallState<Deps>, input: DescribeInput): Promise<Described> {
  const { tool: named } = input;
  if (named === undefined || named === "") return { value: await describeCatalog(call, input) };
  const name = canonicalName(call, named);
  if (name !== undefined) return describeOne(call, name, input);
  const families = permittedFamilies(call);
  const family = families.find((one) => one.name === named);
  if (family !== undefined) return { value: await describeFamily(call, family, input) };
  const known = families.map((one) => one.name);
  const expected = `the name of a tool or a family${known.length === 0 ? "" : ` (${known.join(", ")})`}`;
  return { violation: unknownName("/tool", expected, named, [...permittedNames(call), ...known]) };
}

async function describeOne<Deps>(
  call: CallState<Deps>,
  name: string,
  { tool: named = name, level, path, detail }: DescribeInput,
): Promise<Described> {
  const { textFilter: filter } = call;
  const entry = ownValue(call.registry.tools, name);
  const found = (await searchIndex(call.registry)).find((one) => one.name === name);
  const summary = filter.text(found?.summary ?? entry?.summary ?? "");
  const old = named === name ? "" : `${named} is an old name of ${name}. `;
  if (level === "name") return { value: { name, text: `${old}${summary}` } };
  const signature = found?.signature ?? name;
  if (level === "signature") return { value: { name, text: `${old}${signature}\n${summary}` } };
  const definition = filter.tool(await definitionOf(call, name, path === undefined ? detail : "verbose"));
  if (path !== undefined && path !== "") return describePart(name, definition, path);
  const whole = `${old}${signature}`;
  if (utf8Length(JSON.stringify(definition)) <= maxDefinitionBytes) return { value: { name, text: whole, definition } };
  return {
    value: {
      name,
      text: `${whole}\nThe definition was too large and was cut; use path to read its parts.`,
      definition: shorten(definition),
      cut: true,
    },
  };
}

function describePart(name: string, definition: JsonObject, path: string): Described {
  const found = findPart(definition, path);
  if (found.kind === "missing") {
    const { at, word, known } = found;
    const place = at === "" ? name : `'${at}' of ${name}`;
    const names = known.slice(0, 20).join(", ");
    const expected = known.length === 0 ? `nothing: ${place} has no parts` : `a part of ${place}: ${names}`;
    return { violation: unknownName("/path", expected, word, known) };
  }
  // A schema is JSON.
  const schema = found.schema as unknown as JsonObject;
  const isLarge = utf8Length(JSON.stringify(schema)) > maxDefinitionBytes;
  const text = typeof schema.description === "string" ? schema.description : `${path} of ${name}`;
  return { value: { name, text, definition: isLarge ? shorten(schema) : schema, ...(isLarge ? { cut: true } : {}) } };
}

async function definitionOf<Deps>({ registry }: CallState<Deps>, name: string, detail: Detail): Promise<JsonObject> {
  if (isBuiltinName(name)) {
    const [tool] = await builtinWire([name], "direct", detail);
    if (tool !== undefined) return tool;
  }
  const [tool] = await listedTools(registry.listings.direct[detail], [name]);
  if (tool === undefined) throw new Error(`invariant: the listing has the tool ${name}`);
  return tool;
}

/** Leaves out everything below so many levels that the rest fits; a marker stands where something was left out. */
function shorten(value: JsonObject): JsonObject {
  for (let levels = 6; levels > 1; levels--) {
    const shortened = cutBelow(value, levels);
    if (isJsonObject(shortened) && utf8Length(JSON.stringify(shortened)) <= maxDefinitionBytes) return shortened;
  }
  return { cut: "too large to show; use path to read its parts" };
}

function cutBelow(value: Json, levels: number): Json {
  if (Array.isArray(value)) return levels === 0 ? ["…"] : value.map((item) => cutBelow(item, levels - 1));
  if (!isJsonObject(value))
    return typeof value === "string" && value.length > 2_000 ? `${value.slice(0, 2_000)}…` : value;
  if (levels === 0) return { "…": `${Object.keys(value).length} more` };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cutBelow(member, levels - 1)]));
}
