import { canonicalJsonLine } from "../../../contract/canonical-json.ts";
import { isJsonObject, type Json } from "../../../contract/json.ts";
import type { Keywords, RawSchema } from "../../json-schema/document.ts";
import { treatmentOf } from "../../json-schema/vocabulary.ts";
import { type CheckedDocument, certainTargets } from "./checked-document.ts";
import { evaluate } from "./evaluate.ts";
import { patternsOf } from "./read-keywords.ts";

/** A schema in its document. Equal ids mean equal schemas, in whatever document, order of keys or annotations. */
export interface SchemaNode {
  readonly id: number;
  readonly raw: RawSchema;
  readonly document: CheckedDocument;
}

/** Gives ids to schemas by what they assert. */
export interface Interner {
  readonly ids: Map<string, number>;
  readonly known: Map<CheckedDocument, Map<object, number>>;
  readonly documents: Map<CheckedDocument, number>;
}

/** The ids of schemas that take everything, whatever their annotations, and of `false`. */
export const anythingId = 0;
export const nothingId = 1;

export function openInterner(): Interner {
  const ids = new Map([
    ["true", anythingId],
    ["false", nothingId],
  ]);
  return { ids, known: new Map(), documents: new Map() };
}

export function nodeOf(raw: RawSchema, document: CheckedDocument, interner: Interner): SchemaNode {
  const id = idOf(raw, document, interner);
  // A reference alone stands for what it leads to: a node never shares its id with a part of itself.
  let at = raw;
  for (;;) {
    const targets: readonly RawSchema[] = isJsonObject(at) ? (certainTargets(at, document) ?? []) : [];
    const target = targets.find((one) => idOf(one, document, interner) === id);
    if (target === undefined) return { id, raw: at, document };
    at = target;
  }
}

export function nodeAccepts(node: SchemaNode, value: Json): boolean {
  return evaluate(node.raw, value, node.document);
}

function idOf(raw: RawSchema, document: CheckedDocument, interner: Interner): number {
  if (typeof raw === "boolean") return raw ? anythingId : nothingId;
  if (!isJsonObject(raw)) return idOfKey(`no schema ${interner.ids.size}`, interner);
  const known = interner.known.get(document) ?? new Map<object, number>();
  interner.known.set(document, known);
  const seen = known.get(raw);
  if (seen !== undefined) return seen;
  // A schema that is met inside itself is named by a number of its own.
  known.set(raw, idOfKey(`own ${documentNumber(document, interner)} ${known.size}`, interner));
  const id = idOfKeywords(raw, document, interner);
  known.set(raw, id);
  return id;
}

function documentNumber(document: CheckedDocument, interner: Interner): number {
  const number = interner.documents.get(document) ?? interner.documents.size;
  interner.documents.set(document, number);
  return number;
}

function idOfKey(key: string, interner: Interner): number {
  const id = interner.ids.get(key) ?? interner.ids.size;
  interner.ids.set(key, id);
  return id;
}

function idOfKeywords(raw: Keywords, document: CheckedDocument, interner: Interner): number {
  const parts: string[] = [];
  const targets = certainTargets(raw, document);
  // The same address outside of both documents is the same schema; anything else that is lost is like nothing else.
  if (targets === undefined && isAbsolute(raw.$ref)) parts.push(`out ${raw.$ref}`);
  else if (targets === undefined) parts.push(`lost ${documentNumber(document, interner)} ${interner.ids.size}`);
  for (const target of targets ?? []) parts.push(`ref ${idOf(target, document, interner)}`);
  const asserting = Object.keys(raw).filter((key) => treatmentOf(key)?.kind === "asserts");
  for (const key of asserting.length > 1 ? asserting.sort() : asserting) {
    const text = keyText(key, raw, document, interner);
    if (text !== undefined) parts.push(text);
  }
  const [only] = parts;
  if (only === undefined) return anythingId;
  if (parts.length === 1 && only === `not ${anythingId}`) return nothingId;
  // A reference alone is what it leads to.
  const alone = parts.length === 1 && targets?.length === 1 ? /^ref (\d+)$/.exec(only)?.[1] : undefined;
  return alone === undefined ? idOfKey(parts.join(";"), interner) : Number(alone);
}

function isAbsolute(ref: unknown): ref is string {
  return typeof ref === "string" && /^[A-Za-z][A-Za-z0-9+.-]*:/.test(ref);
}

function keyText(key: string, raw: Keywords, document: CheckedDocument, interner: Interner): string | undefined {
  const treatment = treatmentOf(key);
  const value = raw[key];
  if (treatment?.kind !== "asserts" || key === "$ref" || value === undefined) return undefined;
  if (key === "nullable" && (value !== true || raw.type === undefined || document.nullable === "annotation")) {
    return undefined;
  }
  if (key === "pattern" || key === "format") {
    const patterns = patternsOf({ [key]: value });
    return patterns.length === 0 ? undefined : `${key} ${JSON.stringify(patterns)}`;
  }
  if (key === "const" && raw.enum === undefined) return `enum ${canonicalJsonLine(value)}`;
  if (treatment.holds === undefined) return `${key} ${setText(key, value)}`;
  const id = (child: unknown): number => idOf(child, document, interner);
  if (Array.isArray(value)) return `${key} [${value.map(id).join()}]`;
  if (treatment.holds === "schema" || treatment.holds === "schema-or-list") return `${key} ${id(value)}`;
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const texts = entries.map(([name, child]) => {
    const names = treatment.holds === "map-of-schemas-or-names" && Array.isArray(child);
    return `${JSON.stringify(name)}:${names ? JSON.stringify(child) : id(child)}`;
  });
  return `${key} {${texts.join()}}`;
}

/** Lists whose order and repeats mean nothing. */
function setText(key: string, value: unknown): string {
  if (typeof value !== "object") return JSON.stringify(value) ?? "";
  if (!Array.isArray(value) || !["enum", "required", "type"].includes(key)) return canonicalJsonLine(value);
  return [...new Set(value.map((one) => canonicalJsonLine(one)))].sort().join();
}
