import { isJsonObject } from "../../../contract/json.ts";
import { type Holds, treatmentOf } from "./keywords.ts";
import { Undecidable } from "./undecidable.ts";

/** A schema as it was written: an object, `true` or `false`. */
export type RawSchema = unknown;

/** The keywords of a schema that is an object. */
export type Keywords = { readonly [keyword: string]: unknown };

/**
 * How `nullable: true` beside a `type` is read: as one more type (Ajv, which MCP clients run) or as an annotation (JSON
 * Schema, which does not know it).
 */
export type NullableReading = "type" | "annotation";

/** A JSON Schema document: where its references lead. */
export interface SchemaDocument {
  readonly root: RawSchema;
  readonly nullable: NullableReading;
  /** Is there a `nullable` whose reading matters? */
  readonly saysNullable: boolean;
  /** Is there an `unevaluated…`, so that checks must remember what was evaluated? */
  readonly saysUnevaluated: boolean;
  /** Every schema that the root leads to. */
  readonly reachable: ReadonlySet<Keywords>;
  /** Base URI of each schema below an `$id`; absent: the document's own. */
  readonly bases: ReadonlyMap<object, string>;
  /** By URI with fragment: `$id` resources (`<uri>#`) and anchors (`<uri>#name`). */
  readonly places: ReadonlyMap<string, RawSchema>;
  /** How often each `$dynamicAnchor` is there: one that is alone is a plain anchor. */
  readonly dynamicAnchors: ReadonlyMap<string, number>;
}

/**
 * Walks a document once, noting identifiers, and then what its root leads to.
 * @throws Undecidable when it is too large or too deep to compare, or when a reference leads to itself
 */
export function openDocument(root: RawSchema, nullable: NullableReading = "type"): SchemaDocument {
  const places = new Map<string, RawSchema>([[`${documentUri}#`, root]]);
  const index: Index = { subschemas: new Map(), bases: new Map(), places, dynamicAnchors: new Map() };
  noteIdentifiers(root, documentUri, index);
  const found = new Set<Keywords>();
  const document = { root, nullable, saysNullable: false, saysUnevaluated: false, reachable: found, ...index };
  noteReachable(document, index, found);
  for (const raw of found) {
    if (raw.nullable === true && raw.type !== undefined) document.saysNullable = true;
    if (raw.unevaluatedItems !== undefined || raw.unevaluatedProperties !== undefined) document.saysUnevaluated = true;
  }
  refuseCycles(root, document, index);
  return document;
}

/** For schemas of our own making, without references. */
export const bareDocument: SchemaDocument = {
  root: true,
  nullable: "type",
  saysNullable: false,
  saysUnevaluated: false,
  reachable: new Set(),
  bases: new Map(),
  places: new Map(),
  dynamicAnchors: new Map(),
};

const documentUri = "schema:///";
const maxDepth = 300;
const maxSchemas = 100_000;

interface Index {
  readonly subschemas: Map<object, Subschemas>;
  readonly bases: Map<object, string>;
  readonly places: Map<string, RawSchema>;
  readonly dynamicAnchors: Map<string, number>;
}

function noteIdentifiers(start: RawSchema, startBase: string, index: Index): void {
  const pending = [{ raw: start, outer: startBase, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { raw, depth } = next;
    if (!isJsonObject(raw) || index.subschemas.has(raw)) continue;
    const subschemas = subschemasOf(raw);
    index.subschemas.set(raw, subschemas);
    if (depth > maxDepth) throw new Undecidable("the schema nests too deep to compare");
    if (index.subschemas.size > maxSchemas) throw new Undecidable("the schema is too large to compare");
    const outer = identify(raw, next.outer, index);
    if (outer !== documentUri) index.bases.set(raw, outer);
    for (const list of [subschemas.inPlace, subschemas.within, subschemas.kept]) {
      for (const child of list) if (typeof child === "object") pending.push({ raw: child, outer, depth: depth + 1 });
    }
  }
}

function noteReachable(document: SchemaDocument, index: Index, found: Set<Keywords>): void {
  const pending = [document.root];
  while (pending.length > 0) {
    const raw = pending.pop();
    if (!isJsonObject(raw) || found.has(raw)) continue;
    found.add(raw);
    for (const target of certainTargets(raw, document) ?? []) {
      // A pointer may lead to where no keyword of ours keeps schemas.
      noteIdentifiers(target, document.bases.get(raw) ?? documentUri, index);
      pending.push(target);
    }
    const { inPlace, within } = index.subschemas.get(raw) ?? noSubschemas;
    pending.push(...inPlace, ...within);
  }
}

const noTargets: readonly RawSchema[] = [];

/** What references lead to; undefined where that can't be told, which is said again, and heard, when it matters. */
export function certainTargets(raw: Keywords, document: SchemaDocument): readonly RawSchema[] | undefined {
  if (raw.$ref === undefined && raw.$dynamicRef === undefined && raw.$recursiveRef === undefined) return noTargets;
  try {
    return targetsOf(raw, document);
  } catch (problem) {
    if (problem instanceof Undecidable) return undefined;
    throw problem;
  }
}

interface Subschemas {
  /** They judge the same value. */
  readonly inPlace: readonly RawSchema[];
  /** They judge parts of it. */
  readonly within: readonly RawSchema[];
  /** They are only kept here, to be referred to. */
  readonly kept: readonly RawSchema[];
}

const noSubschemas: Subschemas = { inPlace: [], within: [], kept: [] };

function subschemasOf(raw: Keywords): Subschemas {
  let found: { inPlace: RawSchema[]; within: RawSchema[]; kept: RawSchema[] } | undefined;
  for (const key in raw) {
    const treatment = treatmentOf(key);
    if (treatment === undefined || !("holds" in treatment) || treatment.holds === undefined) continue;
    found ??= { inPlace: [], within: [], kept: [] };
    const list = treatment.kind !== "asserts" ? found.kept : treatment.inPlace === true ? found.inPlace : found.within;
    list.push(...childrenOf(raw[key], treatment.holds));
  }
  return found ?? noSubschemas;
}

/** A schema that judges a value by itself, without going into the value, says nothing that can be judged. */
function refuseCycles(root: RawSchema, document: SchemaDocument, index: Index): void {
  const done = new Set<object>();
  const open = new Set<object>();
  const pending: RawSchema[] = [root];
  const visit = (raw: RawSchema): void => {
    if (!isJsonObject(raw) || done.has(raw)) return;
    if (open.has(raw)) throw new Undecidable("a $ref leads to itself");
    open.add(raw);
    const { inPlace, within } = index.subschemas.get(raw) ?? noSubschemas;
    inPlace.forEach(visit);
    certainTargets(raw, document)?.forEach(visit);
    open.delete(raw);
    done.add(raw);
    pending.push(...within);
  };
  while (pending.length > 0) visit(pending.pop());
}

/** The subschemas in a keyword's value; what has another form is left to whoever reads the keyword. */
export function childrenOf(value: unknown, holds: Holds): readonly RawSchema[] {
  switch (holds) {
    case "schema":
      return [value];
    case "list":
      return Array.isArray(value) ? value : [];
    case "schema-or-list":
      return Array.isArray(value) ? value : [value];
    case "map":
      return isJsonObject(value) ? Object.values(value) : [];
    case "map-of-schemas-or-names":
      return isJsonObject(value) ? Object.values(value).filter((one) => !Array.isArray(one)) : [];
  }
}

function identify(raw: Keywords, outer: string, { places, dynamicAnchors }: Index): string {
  let base = outer;
  if (typeof raw.$id === "string") {
    // Draft 07 spelled an anchor as an $id that is a fragment.
    if (raw.$id.startsWith("#")) places.set(outer + raw.$id, raw);
    else {
      base = resolved(raw.$id, outer) ?? outer;
      places.set(`${base}#`, raw);
    }
  }
  if (typeof raw.$anchor === "string") places.set(`${base}#${raw.$anchor}`, raw);
  if (typeof raw.$dynamicAnchor === "string") {
    places.set(`${base}#${raw.$dynamicAnchor}`, raw);
    dynamicAnchors.set(raw.$dynamicAnchor, (dynamicAnchors.get(raw.$dynamicAnchor) ?? 0) + 1);
  }
  return base;
}

/** Absolute, without its fragment. */
function resolved(uri: string, base: string): string | undefined {
  const [withoutFragment = ""] = uri.split("#");
  return URL.canParse(withoutFragment, base) ? new URL(withoutFragment, base).href : undefined;
}

/**
 * What a schema's references lead to, in the order `$ref`, `$dynamicRef`, `$recursiveRef`.
 * @throws Undecidable for one that leads out of the document, nowhere, or to where only a caller knows
 */
export function targetsOf(raw: Keywords, document: SchemaDocument): readonly RawSchema[] {
  const targets: RawSchema[] = [];
  if (typeof raw.$ref === "string") targets.push(lookUp(raw.$ref, raw, document));
  if (typeof raw.$dynamicRef === "string") {
    const name = raw.$dynamicRef.split("#")[1] ?? "";
    if ((document.dynamicAnchors.get(name) ?? 0) > 1) {
      throw new Undecidable(`$dynamicRef ${raw.$dynamicRef} may lead to several places`);
    }
    targets.push(lookUp(raw.$dynamicRef, raw, document));
  }
  if (raw.$recursiveRef !== undefined) throw new Undecidable("$recursiveRef is not compared");
  return targets;
}

function lookUp(ref: string, from: object, document: SchemaDocument): RawSchema {
  const base = document.bases.get(from) ?? documentUri;
  const [path = "", fragment = ""] = ref.split("#");
  const uri = path === "" ? base : resolved(path, base);
  const found = uri === undefined ? undefined : placeAt(uri, fragment, document);
  if (found !== undefined) return found;
  throw new Undecidable(`the reference ${ref} leads nowhere in this document`);
}

function placeAt(uri: string, fragment: string, document: SchemaDocument): RawSchema | undefined {
  if (fragment !== "" && !fragment.startsWith("/")) return document.places.get(`${uri}#${fragment}`);
  let at: unknown = document.places.get(`${uri}#`);
  for (const part of fragment.split("/").slice(1)) {
    const key = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Keywords)[key]; // an object, and the key is its own
  }
  return at;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Not percent-encoded after all: taken literally, as validators do.
    return part;
  }
}
