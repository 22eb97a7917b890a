import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Catalog } from "../../compiler/catalog/catalog.ts";
import type { PrintedPiece } from "../../compiler/emit/printed-tools.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { packageFolder } from "../../disk/package-folder.ts";
import type { WrittenEarly } from "./share-writer.ts";
import { nothingTaken, type TakenPieces, takePieces } from "./take-pieces.ts";

/** What the second thread prints from. */
export interface SharedWork {
  readonly catalog: Catalog;
  readonly taken: TakenPieces;
}

export interface SharedOrder {
  /** The project's root, links resolved. */
  readonly home: string;
  /** Nothing is written but what is not committed. */
  readonly isDry: boolean;
}

/** What the second thread did. */
export interface Shared extends WrittenEarly {
  /** What it printed: the pieces that it took. */
  readonly printed: readonly PrintedPiece[];
}

/** The part of `generate` that a second thread does. */
export interface Share {
  readonly begin: (catalog: Catalog) => void;
  readonly take: (count: number) => () => number | undefined;
  /** To be called when the catalog has no errors: from here on files are written. */
  readonly finish: (order: SharedOrder) => Promise<Shared>;
  readonly close: () => Promise<void>;
}

/** From so many texts on, a second thread saves more than its start takes. */
const minSources = 300;

/** @returns undefined for small catalogs, and where the sources of this package run unbuilt */
export function openShare(sources: readonly SourceFile[]): Share | undefined {
  const script = join(packageFolder(), "dist", "cli", "share-worker.js");
  if (sources.length < minSources || import.meta.url.endsWith(".ts") || !existsSync(script)) return undefined;
  const worker = new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb: 128 } });
  const ended = once(worker, "message").then(([shared]: Shared[]) => {
    if (shared === undefined) throw new Error("invariant: a message without contents");
    return shared;
  });
  // A catalog with errors may not be printable, and then it is not awaited.
  ended.catch(() => undefined);
  const taken = nothingTaken();
  return {
    begin: (catalog) => worker.postMessage({ catalog, taken } satisfies SharedWork),
    take: (count) => takePieces(taken, count, "last"),
    finish(order) {
      worker.postMessage(order);
      return ended;
    },
    close: async () => void (await worker.terminate()),
  };
}
