import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { addSchemas, type Keywords, openDocument, resolve, type SchemaDocument } from "./document.ts";
import { childEntries, treatmentOf } from "./vocabulary.ts";

/**
 * The same schema with references of one form, `#` and `#/$defs/…`: names (`$id`, `$anchor`) are gone, and a schema that is reached under
 * several dynamic scopes is there once for each. What a reference leads to is found in the document only.
 * @returns undefined where a reference leads nowhere, or there would be too many copies
 * @see JSON Schema 2020-12 core, sections 7.1, 8.2 and 9.3
 */
export function plainReferences(root: JsonObject): JsonObject | undefined {
  const document = openDocument(root);
  if (document.problem !== undefined) return undefined;
  const anchors = dynamicAnchorsOf(document);
  const definitions = new Map<string, JsonObject | boolean>();
  const references = new Map<object, Map<string, string>>();
  const pending: { readonly name: string; readonly schema: Keywords; readonly scope: Scope }[] = [];
  let count = 0;
  let copied = 0;
  let isWhole = true;

  /** The scope inside a schema: its resource is the innermost one. */
  function within(scope: Scope, schema: unknown): Scope {
    const own = isJsonObject(schema) ? anchors.get(document.bases.get(schema) ?? noBase) : undefined;
    // The outermost one counts.
    return own === undefined ? scope : new Map([...own, ...scope]);
  }

  /** A reference to a schema under a scope. */
  function refTo(schema: unknown, scope: Scope): string {
    if (!isJsonObject(schema)) {
      const name = `is-${String(schema)}`;
      definitions.set(name, schema === true);
      if (typeof schema !== "boolean") isWhole = false;
      return `#/$defs/${name}`;
    }
    const inner = within(scope, schema);
    const key = keyOf(inner);
    const known = references.get(schema) ?? new Map<string, string>();
    references.set(schema, known);
    let ref = known.get(key);
    if (ref !== undefined) return ref;
    const name = String(++count);
    ref = `#/$defs/${name}`;
    known.set(key, ref);
    if (count > maxDefinitions) isWhole = false;
    else pending.push({ name, schema, scope: inner });
    return ref;
  }

  function targetOf(keyword: "$ref" | "$dynamicRef", from: Keywords, scope: Scope): string | undefined {
    const text = from[keyword];
    if (typeof text !== "string") return undefined;
    const target = resolve(text, from, document)?.schema;
    if (target === undefined) {
      isWhole = false;
      return undefined;
    }
    addSchemas(target, from, document);
    if (document.problem !== undefined) {
      isWhole = false;
      return undefined;
    }
    const [, name = ""] = text.split("#");
    const isDynamic = keyword === "$dynamicRef" && isJsonObject(target) && target.$dynamicAnchor === name;
    return refTo((isDynamic ? within(scope, target).get(name) : undefined) ?? target, scope);
  }

  function plain(schema: unknown, outer: Scope): Json {
    if (!isJsonObject(schema)) return schema === true || schema === false ? schema : {};
    if (++copied > maxCopied) isWhole = false;
    if (!isWhole) return {};
    const scope = within(outer, schema);
    const keywords = Object.entries(schema).flatMap(([keyword, value]): readonly (readonly [string, Json])[] => {
      if (naming.has(keyword)) return [];
      const children = treatmentOf(keyword)?.holds === undefined ? [] : childEntries(schema, keyword);
      if (children.length === 0) return [[keyword, value]];
      return [[keyword, withChildren(value, children, (child) => plain(child, scope))]];
    });
    const made: { [keyword: string]: Json } = Object.fromEntries(keywords);
    const [ref, dynamic] = (["$ref", "$dynamicRef"] as const).map((keyword) => targetOf(keyword, schema, scope));
    if (ref !== undefined) made.$ref = ref;
    if (dynamic === undefined) return made;
    if (ref === undefined) made.$ref = dynamic;
    else made.allOf = [...(Array.isArray(made.allOf) ? made.allOf : []), { $ref: dynamic }];
    return made;
  }

  const rootScope = within(new Map(), root);
  references.set(root, new Map([[keyOf(rootScope), "#"]]));
  const made = plain(root, rootScope);
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    definitions.set(next.name, plain(next.schema, next.scope) as JsonObject);
    if (!isWhole) return undefined;
  }
  if (!isWhole || !isJsonObject(made)) return undefined;
  return definitions.size === 0 ? made : { ...made, $defs: Object.fromEntries(definitions) };
}

/** Where dynamic references of each name lead: to the outermost resource on the way that has an anchor of the name. */
type Scope = ReadonlyMap<string, object>;

/** Numbers of schemas: equal scopes have equal keys. */
const numbers = new WeakMap<object, number>();
let numbered = 0;

function keyOf(scope: Scope): string {
  const parts = [...scope].map(([name, schema]) => {
    const number = numbers.get(schema) ?? ++numbered;
    numbers.set(schema, number);
    return `${JSON.stringify(name)}:${number}`;
  });
  return parts.sort().join();
}

/** Of each resource, by name. */
function dynamicAnchorsOf({ identified, bases }: SchemaDocument): ReadonlyMap<string, Scope> {
  const found = new Map<string, Map<string, object>>();
  for (const schema of identified.values()) {
    if (!isJsonObject(schema) || typeof schema.$dynamicAnchor !== "string") continue;
    const base = bases.get(schema) ?? noBase;
    found.set(base, (found.get(base) ?? new Map()).set(schema.$dynamicAnchor, schema));
  }
  return found;
}

const noBase = "";

const maxDefinitions = 10_000;
/** Schemas that are copied, each as often as it is. */
const maxCopied = 100_000;

/** What is said in another way, or only names something. */
const naming: ReadonlySet<string> = new Set([
  "$id",
  "$schema",
  "$vocabulary",
  "$anchor",
  "$dynamicAnchor",
  "$ref",
  "$dynamicRef",
  "$defs",
  "definitions",
]);

/** The value of a keyword, with other schemas in it. */
function withChildren(value: Json, children: ReturnType<typeof childEntries>, made: (child: unknown) => Json): Json {
  const [first] = children;
  if (children.length === 1 && first?.[0] === undefined) return made(first?.[1]);
  if (Array.isArray(value)) return children.map(([, child]) => made(child));
  const others = isJsonObject(value) ? value : {};
  return { ...others, ...Object.fromEntries(children.map(([key, child]) => [String(key), made(child)])) };
}
