import { alignFields, alignObjects, alignType, type Catalogs } from "./align-values.ts";
import type { ComparableType, ObjectType } from "./comparable-type.ts";
import { type ComparedCatalog, type ComparedTool, hasNoResult, isClosed } from "./compared.ts";
import type { DiffEvent, Place, ValuePlace } from "./event.ts";
import { markMoved } from "./moved-fields.ts";
import { isObjectRoot } from "./object-root.ts";
import { pointersBelow } from "./pointers-below.ts";

/** Pairs what a tool takes and what it answers with, part by part. */
export function alignContract(base: ComparedTool, head: ComparedTool, at: Place, catalogs: Catalogs): DiffEvent[] {
  const params = placeWithin({ base, head, at }, "input", at.subject, "params");
  const root = placeWithin({ base, head, at }, "input", at.subject, "listed", "root");
  return [
    ...markMoved(alignArguments(base, head, { params, root }, catalogs)),
    ...alignResult(base, head, at, catalogs),
  ];
}

/** Pairs what a tool answers with. */
export function alignResult(base: ComparedTool, head: ComparedTool, at: Place, catalogs: Catalogs): DiffEvent[] {
  // A result that was not described before, or is no more, is one change.
  if (hasNoResult(base) !== hasNoResult(head)) return [];
  const place = placeWithin({ base, head, at }, "output", `${at.subject} result`, "result");
  return alignType(base.result, head.result, place, catalogs);
}

function placeWithin(
  { base, head, at }: Pick<ValuePlace, "base" | "head"> & { readonly at: Place },
  side: ValuePlace["side"],
  subject: string,
  ...keys: readonly string[]
): ValuePlace {
  return { ...at, side, base, head, subject, trail: [], ...pointersBelow(at, { base: keys, head: keys }) };
}

function alignArguments(
  base: ComparedTool,
  head: ComparedTool,
  at: { readonly params: ValuePlace; readonly root: ValuePlace },
  catalogs: Catalogs,
): DiffEvent[] {
  if (base.listed === undefined && head.listed === undefined) {
    const closedBefore = isClosed(base, catalogs.base);
    return [
      { kind: "type-kept", at: at.params, base: rootOf(base, catalogs.base), head: rootOf(head, catalogs.head) },
      ...alignFields({ base: base.params, head: head.params, closedBefore }, at.params, catalogs),
    ];
  }
  const was = rootOf(base, catalogs.base);
  const is = rootOf(head, catalogs.head);
  // That nothing is taken any more is one change, which the rule about the whole reports.
  if (is.kind === "never") return [];
  if (was.kind !== "object" || is.kind !== "object") return alignType(was, is, at.root, catalogs);
  const known = isObjectRoot(base) && !isObjectRoot(head) ? knownTo(is, was) : was;
  return [
    { kind: "type-kept", at: { ...at.params, types: { base: known, head: is } }, base: known, head: is },
    ...alignObjects(known, is, { at: at.params, fieldsAt: at.params, catalogs }),
  ];
}

/** A root that became a schema of anything, with no names of its own, refuses none: that it is not an object any more is the whole change. */
function knownTo(head: ObjectType, base: ObjectType): ObjectType {
  if (head.fields.length > 0 || head.open === false) return base;
  return { ...base, fields: [], ...(head.open === true ? { open: true } : {}) };
}

function rootOf(tool: ComparedTool, catalog: ComparedCatalog): ComparableType {
  if (tool.listed !== undefined) return tool.listed.root;
  const root: ObjectType = { kind: "object", fields: tool.params, open: !isClosed(tool, catalog) };
  return root;
}
