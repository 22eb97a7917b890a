import { isJsonObject } from "../../../contract/json.ts";
import {
  addSchemas,
  type Keywords,
  openDocument,
  type RawSchema,
  resolve,
  type SchemaDocument,
  type Subschemas,
} from "../../json-schema/document.ts";
import { decided, Undecidable } from "./undecidable.ts";

/**
 * How `nullable: true` beside a `type` is read: as one more type (Ajv, which MCP clients run) or as an annotation (JSON
 * Schema, which does not know it).
 */
export type NullableReading = "type" | "annotation";

/** A document that can be compared: it is not too large, and no reference leads to itself. */
export interface CheckedDocument extends SchemaDocument {
  readonly nullable: NullableReading;
  /** Is there a `nullable` whose reading matters? */
  readonly saysNullable: boolean;
  /** Every schema that the root leads to. */
  readonly reachable: ReadonlySet<Keywords>;
}

/** @throws Undecidable when it is too large or too deep to compare, or when a reference leads to itself */
export function checkDocument(root: RawSchema, nullable: NullableReading = "type"): CheckedDocument {
  const document = openDocument(root);
  refuseProblem(document);
  const reachable = reachableFrom(document);
  refuseCycles(document);
  const saysNullable = [...reachable].some((raw) => raw.nullable === true && raw.type !== undefined);
  return Object.assign(document, { nullable, saysNullable, reachable });
}

/** For schemas of our own making, without references. */
export const bareDocument: CheckedDocument = {
  ...openDocument(true),
  nullable: "type",
  saysNullable: false,
  reachable: new Set(),
};

function refuseProblem({ problem }: SchemaDocument): void {
  if (problem !== undefined) throw new Undecidable(problem);
}

function reachableFrom(document: SchemaDocument): ReadonlySet<Keywords> {
  const found = new Set<Keywords>();
  const pending = [document.root];
  while (pending.length > 0) {
    const raw = pending.pop();
    if (!isJsonObject(raw) || found.has(raw)) continue;
    found.add(raw);
    for (const target of certainTargets(raw, document) ?? []) {
      // A pointer may lead to where no keyword of ours keeps schemas.
      addSchemas(target, raw, document);
      refuseProblem(document);
      pending.push(target);
    }
    const { inPlace, within } = document.schemas.get(raw) ?? noSubschemas;
    pending.push(...inPlace, ...within);
  }
  return found;
}

const noSubschemas: Subschemas = { inPlace: [], within: [], kept: [] };

/** A schema that judges a value by itself, without going into the value, asserts nothing that can be judged. */
function refuseCycles(document: SchemaDocument): void {
  const done = new Set<object>();
  const open = new Set<object>();
  const pending: RawSchema[] = [document.root];
  const visit = (raw: RawSchema): void => {
    if (!isJsonObject(raw) || done.has(raw)) return;
    if (open.has(raw)) throw new Undecidable("a $ref leads to itself");
    open.add(raw);
    const { inPlace, within } = document.schemas.get(raw) ?? noSubschemas;
    inPlace.forEach(visit);
    certainTargets(raw, document)?.forEach(visit);
    open.delete(raw);
    done.add(raw);
    pending.push(...within);
  };
  while (pending.length > 0) visit(pending.pop());
}

const noTargets: readonly RawSchema[] = [];

/** What references lead to; undefined where that is not certain, which is reported again where it matters. */
export function certainTargets(raw: Keywords, document: SchemaDocument): readonly RawSchema[] | undefined {
  if (raw.$ref === undefined && raw.$dynamicRef === undefined && raw.$recursiveRef === undefined) return noTargets;
  return decided(
    () => targetsOf(raw, document),
    () => undefined,
  );
}

/**
 * What a schema's references lead to, in the order `$ref`, `$dynamicRef`, `$recursiveRef`.
 * @throws Undecidable for one that leads out of the document, nowhere, or to where only a caller knows
 */
export function targetsOf(raw: Keywords, document: SchemaDocument): readonly RawSchema[] {
  const targets: RawSchema[] = [];
  if (typeof raw.$ref === "string") targets.push(targetOf(raw.$ref, raw, document));
  if (typeof raw.$dynamicRef === "string") {
    const name = raw.$dynamicRef.split("#")[1] ?? "";
    if ((document.dynamicAnchors.get(name) ?? 0) > 1) {
      throw new Undecidable(`$dynamicRef ${raw.$dynamicRef} may lead to several places`);
    }
    targets.push(targetOf(raw.$dynamicRef, raw, document));
  }
  if (raw.$recursiveRef !== undefined) throw new Undecidable("$recursiveRef is not compared");
  return targets;
}

function targetOf(ref: string, from: object, document: SchemaDocument): RawSchema {
  const target = resolve(ref, from, document);
  if (target === undefined) throw new Undecidable(`the reference ${ref} leads nowhere in this document`);
  return target.schema;
}
