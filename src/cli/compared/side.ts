// What `diff` compares: two sides, each a catalog of ours or the tools/list of any server.
import type { Catalog } from "../../compiler/catalog/catalog.ts";
import { type Origins, originOf } from "../../compiler/catalog/origins.ts";
import type { Json } from "../../contract/json.ts";
import type { SourceFile, Span } from "../../diagnostics/source-file.ts";

/** Where parts of a side were written: JSON Pointers into it → spans. What is not known is absent. */
export type Locate = (pointers: readonly string[]) => Promise<ReadonlyMap<string, Span>>;

export interface CatalogSide {
  readonly kind: "catalog";
  /** As findings and people call it: "v1.2.0", "../released", "old.json". */
  readonly name: string;
  readonly catalog: Catalog;
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

/** Spans of a compiled catalog. `rename` gives files of another folder or commit a path that differs from ours. */
export function locateIn(origins: Origins, rename: (path: string) => string): Locate {
  const renamed = renamer(rename);
  return async (pointers) => {
    const found = pointers.map((pointer) => [pointer, originOf(origins, pointer)] as const);
    return new Map(found.flatMap(([pointer, span]) => (span === undefined ? [] : [[pointer, renamed(span)]])));
  };
}

/** The same files under other paths; each file becomes one other file, which keeps what is known of its lines. */
function renamer(rename: (path: string) => string): (span: Span) => Span {
  const files = new Map<SourceFile, SourceFile>();
  return (span) => {
    const file = files.get(span.file) ?? { path: rename(span.file.path), text: span.file.text };
    files.set(span.file, file);
    return { ...span, file };
  };
}

/** Moves all spans of a catalog to files under other paths. */
export function renameOrigins(origins: Origins, rename: (path: string) => string): Origins {
  const renamed = renamer(rename);
  return new Map([...origins].map(([pointer, span]) => [pointer, renamed(span)]));
}
