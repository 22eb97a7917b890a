import { formatPatterns, isFormatName } from "../../../contract/formats.ts";
import { isJsonObject } from "../../../contract/json.ts";
import { childPath } from "../../../contract/json-pointer.ts";
import { mistyped, respell, suggest } from "../../../diagnostics/mistyped.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import { namedType, oncePerCatalog } from "../../catalog/lookup.ts";
import { pointer } from "../../catalog/origins.ts";
import {
  type ArrayNode,
  type EnumNode,
  type NumberNode,
  rawTypeOf,
  type StringNode,
  type TypeNode,
  type UnionNode,
} from "../../catalog/type-node.ts";
import { walkSchema } from "../../json-schema/walk-schema.ts";
import { slowPattern } from "../../schema/pattern/slow-pattern.ts";
import { type Finding, finding, type LintRule, typeRule } from "../rule.ts";

/** A type must have valid values and valid parts. */
export const typeRules: readonly LintRule[] = [
  typeRule("type", ({ type, at }) => bounds(type, at)),
  typeRule("type", ({ type, at }) =>
    (type.kind === "integer" || type.kind === "number") && type.multipleOf !== undefined && type.multipleOf <= 0
      ? [finding("multiple-of-invalid", { found: type.multipleOf }, pointer(at, "multipleOf"))]
      : [],
  ),
  typeRule("type", ({ type, at }) =>
    type.kind === "enum" && type.values.length === 0 ? [finding("enum-empty", {}, pointer(at, "values"))] : [],
  ),
  typeRule("type", ({ type, at }) => (type.kind === "enum" ? letterCase(type, at) : [])),
  typeRule("type", ({ type, at }) => (type.kind === "string" ? pattern(type, at) : [])),
  typeRule("type", ({ type, at }) => (type.kind === "json" ? rawPatterns(type.schema, pointer(at, "schema")) : [])),
  typeRule("tool", ({ tool, at }) =>
    (["input", "output"] as const).flatMap((key) => rawPatterns(tool[key], pointer(at, key))),
  ),
  // JSON Schema 2020-12 validation, section 7: formats are checked here, so only known ones are allowed.
  typeRule("type", ({ type, at }) =>
    type.kind === "string" && type.format !== undefined && !isFormatName(type.format)
      ? [unknownFormat(type.format, pointer(at, "format"))]
      : [],
  ),
  typeRule("type", ({ type, at }, catalog) => (type.kind === "union" ? union(type, at, catalog) : [])),
  typeRule("namedType", ({ named, at }, catalog) => {
    const help = "make the field that leads back optional or nullable";
    return finiteTypes(catalog).has(named.name) ? [] : [finding("type-endless", { name: named.name }, at, { help })];
  }),
  typeRule("tool", ({ tool, at }, catalog) => ambiguousResult(tool.returns, pointer(at, "returns"), catalog)),
];

function letterCase({ values, normalize }: EnumNode, at: string): readonly Finding[] {
  if (normalize === undefined) return [];
  const cased = (text: string) => (normalize === "lower" ? text.toLowerCase() : text.toUpperCase());
  return values.flatMap(({ value, aliases = [] }, index) =>
    [value, ...aliases]
      .filter((text) => cased(text) !== text)
      .map((text) =>
        finding("enum-value-not-normal", { value: text, normalize }, pointer(at, "values", index), {
          help: `write '${cased(text)}'`,
          fixAt: (place) =>
            values.some((other) => other.value === cased(text)) ? undefined : respell(place, cased(text)),
        }),
      ),
  );
}

function bounds(type: TypeNode, at: string): readonly Finding[] {
  switch (type.kind) {
    case "string":
      return pair(type, "minLength", "maxLength", "min_length", "max_length", at);
    case "array":
      return pair(type, "minItems", "maxItems", "min_items", "max_items", at);
    case "integer":
    case "number":
      return numberBounds(type, at);
    default:
      return [];
  }
}

function pair<K extends string>(
  type: { readonly [P in K]?: unknown } & (StringNode | ArrayNode),
  lowKey: K,
  highKey: K,
  lowName: string,
  highName: string,
  at: string,
): readonly Finding[] {
  const low = type[lowKey];
  const high = type[highKey];
  if (typeof low !== "number" || typeof high !== "number" || low <= high) return [];
  return [finding("bounds-empty", { low: `${lowName} ${low}`, high: `${highName} ${high}` }, pointer(at, lowKey))];
}

/** @param open the bound itself is not allowed */
function bound(key: string, value: number | undefined, open: boolean) {
  return value === undefined ? [] : [{ key, value, open }];
}

function numberBounds(type: NumberNode, at: string): readonly Finding[] {
  const { min, max, above, below } = type;
  const lows = [...bound("min", min, false), ...bound("above", above, true)];
  const highs = [...bound("max", max, false), ...bound("below", below, true)];
  for (const low of lows) {
    for (const high of highs) {
      const first = type.kind === "integer" ? (low.open ? Math.floor(low.value) + 1 : Math.ceil(low.value)) : low.value;
      const last =
        type.kind === "integer" ? (high.open ? Math.ceil(high.value) - 1 : Math.floor(high.value)) : high.value;
      const touching = type.kind === "number" && first === last && (low.open || high.open);
      if (first > last || touching) {
        const ends = { low: `${low.key} ${low.value}`, high: `${high.key} ${high.value}` };
        return [finding("bounds-empty", ends, pointer(at, low.key))];
      }
    }
  }
  return [];
}

function pattern(type: StringNode, at: string): readonly Finding[] {
  if (type.pattern === undefined) return [];
  try {
    new RegExp(type.pattern, "u");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const problem = error.message.replace(/^.*\/u?: /s, "").toLowerCase();
    return [finding("pattern-invalid", { pattern: type.pattern, problem }, pointer(at, "pattern"))];
  }
  const problem = slowPattern(type.pattern, Math.min(type.maxLength ?? Infinity, type.maxBytes ?? Infinity));
  return problem === undefined ? [] : [finding("pattern-slow", { problem }, pointer(at, "pattern"))];
}

/** The patterns of a JSON Schema that stands in YAML as it is. That they compile was checked when it was read. */
function rawPatterns(schema: unknown, at: string): readonly Finding[] {
  if (!isJsonObject(schema)) return [];
  return walkSchema(schema, at).nodes.flatMap((node) => {
    const { pattern: own, maxLength, patternProperties } = node.schema;
    const problem = typeof own === "string" ? slowPattern(own, Number(maxLength ?? Infinity)) : undefined;
    const found = problem === undefined ? [] : [finding("pattern-slow", { problem }, childPath(node.at, "pattern"))];
    const names = isJsonObject(patternProperties) ? Object.keys(patternProperties) : [];
    const slowNames = names.flatMap((name) => {
      const why = slowPattern(name);
      const place = childPath(childPath(node.at, "patternProperties"), name);
      return why === undefined ? [] : [finding("pattern-slow", { problem: why }, place)];
    });
    return [...found, ...slowNames];
  });
}

function unknownFormat(format: string, at: string): Finding {
  const names = Object.keys(formatPatterns);
  const help = suggest(format, names) ?? `known: ${names.join(", ")}`;
  return finding("unknown-format", { format }, at, { help, fixAt: (place) => mistyped(format, place, names).fix });
}

/** Objects need a discriminator; anything else needs distinct JSON types. */
function union(type: UnionNode, at: string, catalog: Catalog): readonly Finding[] {
  if (type.of.length < 2 || type.discriminator !== undefined) return [];
  const follows = type.of.some((option) => isUnread(option, catalog));
  const seen = new Map<string, number>();
  for (const [index, option] of type.of.entries()) {
    const kind = jsonType(option, catalog);
    if (kind === undefined) {
      const options = `'${option.kind}' and any other option`;
      return [{ ...finding("union-indistinct", { options }, pointer(at, "of", index)), follows }];
    }
    if (seen.has(kind)) {
      const help = kind === "object" ? objectsHelp(type, catalog) : "merge them into one type";
      const options = `two options that are ${plural(kind)}`;
      return [{ ...finding("union-indistinct", { options }, pointer(at, "of", index), { help }), follows }];
    }
    seen.set(kind, index);
  }
  return [];
}

/** A field distinguishes objects only where every option is one. */
function objectsHelp({ of }: UnionNode, catalog: Catalog): string {
  return of.every((option) => jsonType(option, catalog) === "object")
    ? "give each a required enum field with one value of its own"
    : "a union of several objects has no options of other types: take those out, or keep one object";
}

/** Is it, or a field of it, a type that could not be read? */
function isUnread(type: TypeNode, catalog: Catalog): boolean {
  const shape = type.kind === "ref" ? namedType(type.name, catalog) : type;
  const types = shape?.kind === "object" ? shape.fields.map((field) => field.type) : [shape];
  return types.some((part) => part?.kind === "json" && part.unread === true);
}

/** undefined: more than one JSON type. */
function jsonType(type: TypeNode, catalog: Catalog): string | undefined {
  switch (type.kind) {
    case "integer":
    case "number":
      return "number";
    case "enum":
      return "string";
    case "ref": {
      const target = namedType(type.name, catalog);
      return target === undefined ? undefined : jsonType(target, catalog);
    }
    case "json":
      return rawTypeOf(type);
    case "union":
      return undefined;
    default:
      return type.kind;
  }
}

function plural(kind: string): string {
  return kind === "boolean" ? "booleans" : `${kind}s`;
}

/** The type alone must decide between the three ways of wrapping. */
function ambiguousResult(type: TypeNode, at: string, catalog: Catalog): readonly Finding[] {
  const wrapped = new Set((type.kind === "union" ? type.of : [type]).map((option) => wrapping(option, catalog)));
  const composite = wrapped.has("object") || wrapped.has("array");
  if (!wrapped.has("unknown") && wrapped.size === 1 && !(composite && type.nullable === true)) return [];
  const kind = type.nullable === true && composite ? "a nullable result" : `a result of the type '${type.kind}'`;
  const found = finding("result-ambiguous", { kind }, at, { help: "put it into a field of an object" });
  return [{ ...found, follows: isUnread(type, catalog) }];
}

function wrapping(type: TypeNode, catalog: Catalog): string {
  const kind = jsonType(type, catalog);
  return kind === undefined ? "unknown" : kind === "object" || kind === "array" ? kind : "data";
}

/** Names of the types that have a finite value: the least fixed point over what they must contain. */
export const finiteTypes = oncePerCatalog((catalog): ReadonlySet<string> => {
  const finite = new Set<string>();
  for (let grown = true; grown; ) {
    grown = false;
    for (const { name, type } of catalog.types) {
      if (finite.has(name) || !hasFiniteValue(type, finite)) continue;
      finite.add(name);
      grown = true;
    }
  }
  return finite;
});

function hasFiniteValue(type: TypeNode, finite: ReadonlySet<string>): boolean {
  if (type.nullable === true) return true;
  switch (type.kind) {
    case "ref":
      return finite.has(type.name);
    case "array":
      return (type.minItems ?? 0) === 0 || hasFiniteValue(type.items, finite);
    case "object":
      return type.fields.every((field) => !field.required || hasFiniteValue(field.type, finite));
    case "union":
      return type.of.some((option) => hasFiniteValue(option, finite));
    default:
      return true;
  }
}
