import type { JsonSchema } from "../../contract/json-schema.ts";

// Shorter listings show parts of a published schema. They are taken from it, so that they can't differ in anything else.

/** In UTF-16 code units. A longer default is prose, which a caller that leaves the param out need not read. */
const maxDefaultLength = 32;

/** A schema without titles, descriptions, examples, deprecation marks and long default texts; other defaults stay. */
export function withoutTexts(whole: JsonSchema): JsonSchema {
  // In what stands in YAML as it is, booleans may stand for schemas.
  if (typeof whole !== "object") return whole;
  const { title: _, description: __, examples: ___, deprecated: ____, ...shorter } = whole;
  const { default: byDefault, ...withoutDefault } = shorter;
  const schema = typeof byDefault === "string" && byDefault.length > maxDefaultLength ? withoutDefault : shorter;
  const { properties, $defs, items, anyOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: mapValues(properties, withoutTexts) }),
    ...(items === undefined ? {} : { items: withoutTexts(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(withoutTexts) }),
    ...(typeof additionalProperties === "object" ? { additionalProperties: withoutTexts(additionalProperties) } : {}),
    ...($defs === undefined ? {} : { $defs: mapValues($defs, withoutTexts) }),
  };
}

/** An object schema without some of its optional properties, and without the definitions that only they needed. */
export function withoutProperties(schema: JsonSchema, hidden: ReadonlySet<string>): JsonSchema {
  const shown = Object.entries(schema.properties ?? {}).filter(([name]) => !hidden.has(name));
  const { $defs, ...rest } = { ...schema, properties: Object.fromEntries(shown) };
  if ($defs === undefined) return rest;
  const needed = new Set(referredFrom(rest));
  // A Set's iteration also visits what is added on the way.
  for (const name of needed) for (const other of referredFrom($defs[name] ?? {})) needed.add(other);
  const kept = Object.entries($defs).filter(([name]) => needed.has(name));
  return kept.length === 0 ? rest : { ...rest, $defs: Object.fromEntries(kept) };
}

/** Also by what stands in YAML as it is, where any keyword may hold schemas. */
function referredFrom(part: unknown): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, value]: readonly [string, unknown]) =>
    key === "$ref" && typeof value === "string"
      ? [value.replace(/^#\/\$defs\//, "").replace(/\/.*$/, "")]
      : referredFrom(value),
  );
}

function mapValues(
  map: { readonly [name: string]: JsonSchema },
  change: (schema: JsonSchema) => JsonSchema,
): { readonly [name: string]: JsonSchema } {
  return Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, change(schema)]));
}
