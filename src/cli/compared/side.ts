// What `diff` compares: two sides, each a catalog of ours or the tools/list of any server.
import type { Catalog } from "../../compiler/catalog/catalog.ts";
import { type Origins, originOf } from "../../compiler/catalog/origins.ts";
import type { Change, DiffReport } from "../../compiler/diff/change.ts";
import type { ParamNames } from "../../compiler/diff/listed/param-names.ts";
import type { ToolNames } from "../../compiler/diff/listed/tool-names.ts";
import type { Json } from "../../contract/json.ts";
import type { SourceFile, Span } from "../../diagnostics/source-file.ts";

/** Where parts of a side were written: JSON Pointers into it → spans. What is not known is absent. */
export type Locate = (pointers: readonly string[]) => Promise<ReadonlyMap<string, Span>>;

export interface CatalogSide {
  readonly kind: "catalog";
  /** As findings and people call it: "v1.2.0", "../released", "old.json". */
  readonly name: string;
  readonly catalog: Catalog;
  /** Its handlers, where they can be read; absent for a catalog.json. */
  readonly handlers?: () => Promise<readonly SourceFile[]>;
  /** Those of the project around a catalog.json. They may be of another time: only what they are is known of them, not which there are. */
  readonly handlersAround?: () => Promise<readonly SourceFile[]>;
  /** Spans of the YAML that it was compiled from; absent for a catalog.json. */
  readonly origins?: Origins;
  /** It was recorded by a release: whatever differs from it asks for a new version. */
  readonly released?: true;
  /** Beside it, in its commit, stood a recorded baseline. */
  readonly hadBaseline?: true;
  readonly locate: Locate;
}

export interface ListSide {
  readonly kind: "list";
  readonly name: string;
  /** As it was given: `{tools: […]}`, a JSON-RPC answer or the bare array. */
  readonly list: Json;
  /** Other names of params that are accepted and not listed; known of catalogs of ours. */
  readonly paramNames?: ParamNames;
  /** The same of tools. */
  readonly toolNames?: ToolNames;
  readonly locate: Locate;
}

/** A recorded baseline that was changed by hand: what it contains was never released. */
export interface EditedBaseline {
  readonly kind: "edited";
  readonly name: string;
  readonly locate: Locate;
}

/** There was no catalog yet at the commit where a branch began. */
export interface NoCatalogYet {
  readonly kind: "none-yet";
  readonly name: string;
}

export type Side = CatalogSide | ListSide;

/** Spans of a compiled catalog. */
export function locateIn(origins: Origins): Locate {
  return async (pointers) => {
    const found = pointers.map((pointer) => [pointer, originOf(origins, pointer)] as const);
    return new Map(found.flatMap(([pointer, span]) => (span === undefined ? [] : [[pointer, span]])));
  };
}

/** The same files under other paths; each file becomes one other file, which keeps what is known of its lines. */
export function renameOrigins(origins: Origins, rename: (path: string) => string): Origins {
  const files = new Map<SourceFile, SourceFile>();
  const renamed = (span: Span): Span => {
    const file = files.get(span.file) ?? { path: rename(span.file.path), text: span.file.text };
    files.set(span.file, file);
    return { ...span, file };
  };
  return new Map([...origins].map(([pointer, span]) => [pointer, renamed(span)]));
}

/**
 * Gives every change a place in a text where one is known: removed things are in the base, all else in the head. Until
 * now those without a span say where by a pointer: `<base>#/tools/3`, or `#/tools/3` for the head.
 */
export async function withPlaces(report: DiffReport, base: Side, head: Side): Promise<DiffReport> {
  const sides = { base, head };
  const pointerOf = ({ span, path, side }: Change): string | undefined => {
    if (span !== undefined) return undefined;
    if (path.startsWith(`${sides[side].name}#`)) return path.slice(sides[side].name.length + 1);
    return path.startsWith("#") ? path.slice(1) : undefined;
  };
  const asked = (side: Change["side"]) =>
    report.changes.flatMap((change) => (change.side === side ? (pointerOf(change) ?? []) : []));
  const places = { base: await locate(base, asked("base")), head: await locate(head, asked("head")) };
  const changes = report.changes.map((change): Change => {
    const pointer = pointerOf(change);
    if (pointer === undefined) return change;
    const span = places[change.side].get(pointer);
    const path = span === undefined ? `${sides[change.side].name}#${pointer}` : span.file.path;
    return { ...change, path, ...(span === undefined ? {} : { span }) };
  });
  return { ...report, changes };
}

function locate(side: Side, pointers: readonly string[]): ReturnType<Side["locate"]> {
  return pointers.length === 0 ? Promise.resolve(new Map()) : side.locate([...new Set(pointers)]);
}
