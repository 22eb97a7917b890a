import { isJsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import { childEntries, treatmentOf } from "./vocabulary.ts";

/** A schema as it was written: an object, `true` or `false`; from outside it may be anything. */
export type RawSchema = unknown;

/** The keywords of a schema that is an object. */
export type Keywords = { readonly [keyword: string]: unknown };

/** A JSON Schema document: its schemas, and where its references lead. Nothing outside of it is ever fetched. */
export interface SchemaDocument {
  readonly root: RawSchema;
  /** JSON Pointer to the root, in what holds the document. */
  readonly at: string;
  /** Every schema that a keyword holds, with the schemas inside it. */
  readonly schemas: Map<object, Subschemas>;
  /** Base URI of each schema below an `$id`; absent: the document's own. */
  readonly bases: Map<object, string>;
  /** By URI with fragment: `$id` resources (`<uri>#`) and anchors (`<uri>#name`). */
  readonly identified: Map<string, RawSchema>;
  /** How often each `$dynamicAnchor` is there: one that is alone is a plain anchor. */
  readonly dynamicAnchors: Map<string, number>;
  /** Of each schema; collected when one is found by its name. */
  places: ReadonlyMap<unknown, string> | undefined;
  /** Why its schemas were not read to the end. */
  problem: string | undefined;
  /** What was found out already: references by base and text, and which schemas are recursive. */
  readonly targets: Map<string, Target | undefined>;
  readonly recursive: Map<RawSchema, boolean>;
}

export interface Subschemas {
  /** They judge the same value. */
  readonly inPlace: readonly RawSchema[];
  /** They judge parts of it. */
  readonly within: readonly RawSchema[];
  /** They are only kept here, to be referred to. */
  readonly kept: readonly RawSchema[];
}

/** What a reference leads to. */
export interface Target {
  readonly schema: RawSchema;
  /** JSON Pointer, as `SchemaDocument.at`. */
  readonly at: string;
  /** The last part of the reference, which is a name where definitions are meant. */
  readonly name: string;
}

const documentUri = "schema:///";
const maxDepth = 300;
const maxSchemas = 100_000;

/** @throws never; of what is too large or too deep only a part is indexed */
export function openDocument(root: RawSchema, at = ""): SchemaDocument {
  const document: SchemaDocument = {
    root,
    at,
    schemas: new Map(),
    bases: new Map(),
    identified: new Map([[`${documentUri}#`, root]]),
    dynamicAnchors: new Map(),
    places: undefined,
    problem: undefined,
    targets: new Map(),
    recursive: new Map(),
  };
  addSchemas(root, undefined, document);
  return document;
}

/** Indexes a schema and all inside it: also for one to which a reference leads, but no keyword of ours. */
export function addSchemas(start: RawSchema, from: object | undefined, document: SchemaDocument): void {
  const { schemas } = document;
  const pending = [{ raw: start, outer: baseOf(from, document), depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { raw, depth } = next;
    if (!isJsonObject(raw) || schemas.has(raw)) continue;
    if (depth > maxDepth || schemas.size >= maxSchemas) {
      document.problem = `the schema ${depth > maxDepth ? "nests too deep" : "is too large"} to compare`;
      continue;
    }
    const subschemas = subschemasOf(raw);
    schemas.set(raw, subschemas);
    const outer = identify(raw, next.outer, document);
    if (outer !== documentUri) document.bases.set(raw, outer);
    for (const list of [subschemas.inPlace, subschemas.within, subschemas.kept]) {
      for (const child of list) if (typeof child === "object") pending.push({ raw: child, outer, depth: depth + 1 });
    }
  }
}

const noSubschemas: Subschemas = { inPlace: [], within: [], kept: [] };

function subschemasOf(raw: Keywords): Subschemas {
  let found: { inPlace: RawSchema[]; within: RawSchema[]; kept: RawSchema[] } | undefined;
  for (const key in raw) {
    const treatment = treatmentOf(key);
    if (treatment?.holds === undefined) continue;
    found ??= { inPlace: [], within: [], kept: [] };
    const list = treatment.kind !== "asserts" ? found.kept : treatment.inPlace === true ? found.inPlace : found.within;
    for (const [, child] of childEntries(raw, key)) list.push(child);
  }
  return found ?? noSubschemas;
}

function identify(raw: Keywords, outer: string, { identified, dynamicAnchors }: SchemaDocument): string {
  let base = outer;
  if (typeof raw.$id === "string") {
    // Draft 07 spelled an anchor as an $id that is a fragment.
    if (raw.$id.startsWith("#")) identified.set(outer + raw.$id, raw);
    else {
      base = absolute(raw.$id, outer) ?? outer;
      identified.set(`${base}#`, raw);
    }
  }
  if (typeof raw.$anchor === "string") identified.set(`${base}#${raw.$anchor}`, raw);
  if (typeof raw.$dynamicAnchor === "string") {
    identified.set(`${base}#${raw.$dynamicAnchor}`, raw);
    dynamicAnchors.set(raw.$dynamicAnchor, (dynamicAnchors.get(raw.$dynamicAnchor) ?? 0) + 1);
  }
  return base;
}

/** Without its fragment. */
function absolute(uri: string, base: string): string | undefined {
  const [withoutFragment = ""] = uri.split("#");
  return URL.canParse(withoutFragment, base) ? new URL(withoutFragment, base).href : undefined;
}

function baseOf(from: object | undefined, { bases }: SchemaDocument): string {
  return (from === undefined ? undefined : bases.get(from)) ?? documentUri;
}

/**
 * What a reference leads to: a JSON Pointer, an anchor or an `$id` inside the document.
 * @param from the schema that refers; the reference is relative to an `$id` around it
 */
export function resolve(ref: string, from: object, document: SchemaDocument): Target | undefined {
  const { targets } = document;
  const base = baseOf(from, document);
  const key = `${base} ${ref}`;
  if (!targets.has(key)) targets.set(key, find(ref, base, document));
  return targets.get(key);
}

function find(ref: string, base: string, document: SchemaDocument): Target | undefined {
  const [path = "", fragment = ""] = ref.split("#");
  const uri = path === "" ? base : absolute(path, base);
  const isPointer = fragment === "" || fragment.startsWith("/");
  let schema: unknown = document.identified.get(`${uri}#${isPointer ? "" : fragment}`);
  if (schema === undefined) return undefined;
  let at = placeOf(schema, document);
  let name = ref.split(/[/#]/).findLast((part) => part !== "") ?? "root";
  for (const part of isPointer ? fragment.split("/").slice(1) : []) {
    const key = percentDecoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof schema !== "object" || schema === null || !Object.hasOwn(schema, key)) return undefined;
    schema = (schema as Keywords)[key]; // an object, and the key is its own
    at = childPath(at, key);
    name = key;
  }
  return { schema, at, name };
}

/** A part of the fragment of a reference. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (problem) {
    // Not percent-encoded after all: taken literally, as validators do.
    if (problem instanceof URIError) return part;
    throw problem;
  }
}

/** Few schemas are found by their names, so places are collected when the first of them is looked for. */
function placeOf(schema: unknown, document: SchemaDocument): string {
  if (schema === document.root) return document.at;
  document.places ??= placesIn(document);
  return document.places.get(schema) ?? document.at;
}

function placesIn({ root, at }: SchemaDocument): ReadonlyMap<unknown, string> {
  const pending = [{ raw: root, at }];
  const places = new Map<unknown, string>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { raw } = next;
    if (!isJsonObject(raw) || places.has(raw)) continue;
    places.set(raw, next.at);
    for (const keyword of Object.keys(raw)) {
      const place = childPath(next.at, keyword);
      for (const [key, child] of childEntries(raw, keyword)) {
        pending.push({ raw: child as typeof root, at: key === undefined ? place : childPath(place, key) });
      }
    }
  }
  return places;
}

/**
 * Can a schema be reached from itself? Where that takes too long to find out it counts as recursive, which is always
 * safe: it is then referred to by its name.
 */
export function isRecursive(schema: RawSchema, document: SchemaDocument): boolean {
  const answer = document.recursive.get(schema) ?? reachesItself(schema, document);
  document.recursive.set(schema, answer);
  return answer;
}

function reachesItself(start: RawSchema, document: SchemaDocument): boolean {
  const seen = new Set<unknown>();
  const pending = [start];
  for (let raw = pending.pop(); raw !== undefined; raw = pending.pop()) {
    if (!isJsonObject(raw)) continue;
    const { inPlace, within } = document.schemas.get(raw) ?? subschemasOf(raw);
    const target = typeof raw.$ref === "string" ? resolve(raw.$ref, raw, document)?.schema : undefined;
    for (const next of [...inPlace, ...within, target]) {
      if (next === start || seen.size > maxSchemas) return true;
      if (!isJsonObject(next) || seen.has(next)) continue;
      seen.add(next);
      pending.push(next);
    }
  }
  return false;
}
