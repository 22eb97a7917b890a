import { on } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Catalog } from "../../compiler/catalog/catalog.ts";
import type { OutputFile } from "../../compiler/emit/output-file.ts";
import { type PrintedPiece, withFiles } from "../../compiler/emit/printed-tools.ts";
import type { PackedFiles } from "../../compiler/syntax/packed-files.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { reasonOf } from "../../disk/disk-errors.ts";
import { packageFolder } from "../../disk/package-folder.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { createdBy, type WrittenEarly } from "./share-writer.ts";
import { nothingTaken, type TakenPieces, takePieces } from "./take-pieces.ts";

/** What the second thread reads; it answers with `PackedFiles`. */
export interface SharedSources {
  readonly sources: readonly SourceFile[];
  readonly taken: TakenPieces;
}

/** What it prints from then. */
export interface SharedWork {
  readonly catalog: Catalog;
  readonly taken: TakenPieces;
}

/** The catalog has no errors; it writes files and answers with `Shared`. */
export interface SharedOrder {
  /** The project's root, links resolved. */
  readonly home: string;
  /** Nothing is written but what is not committed. */
  readonly isDry: boolean;
}

/** What the second thread did. */
export interface Shared extends WrittenEarly {
  /** What it printed: the pieces that it took. Without the texts of files that it has created: they stand on disk, and sending so much text takes long. */
  readonly printed: readonly PrintedPiece[];
}

/** The part of `generate` that a second thread does. */
export interface Share {
  /** @returns a function that takes the next file that neither thread has taken */
  readonly beginReading: (sources: readonly SourceFile[]) => () => number | undefined;
  /** To be called when all files are taken. @returns those that the second thread took */
  readonly read: () => Promise<PackedFiles>;
  readonly begin: (catalog: Catalog) => void;
  readonly take: (count: number) => () => number | undefined;
  /** To be called when the catalog has no errors: from here on files are written. */
  readonly finish: (order: SharedOrder) => Promise<Shared>;
  /** Ends the thread, without waiting until it is gone. */
  readonly close: () => void;
}

/** From so many texts on, a second thread saves more than its start takes. */
const minSources = 300;

/**
 * @param count of the texts, or nearly
 * @returns undefined for small catalogs, and where the sources of this package run unbuilt
 */
export function openShare(count: number): Share | undefined {
  const script = join(packageFolder(), "dist", "cli", "share-worker.js");
  if (count < minSources || import.meta.url.endsWith(".ts") || !existsSync(script)) return undefined;
  const worker = new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb: 128 } });
  // Also keeps an error of the thread until an answer is awaited. A catalog with errors may not be printable, and then none is.
  const answers = on(worker, "message", { close: ["exit"] });
  const [takenFiles, takenPieces] = [nothingTaken(), nothingTaken()];
  return {
    beginReading(sources) {
      worker.postMessage({ sources, taken: takenFiles } satisfies SharedSources);
      return takePieces(takenFiles, sources.length, "first");
    },
    async read() {
      const { value }: Answered<PackedFiles> = await answers.next();
      return onlyOf(value);
    },
    begin: (catalog) => worker.postMessage({ catalog, taken: takenPieces } satisfies SharedWork),
    take: (count) => takePieces(takenPieces, count, "last"),
    async finish(order) {
      worker.postMessage(order);
      const { value }: Answered<Shared> = await answers.next();
      const shared = onlyOf(value);
      const isCreated = createdBy(shared);
      const whole = (file: OutputFile) => (isCreated(file) ? fileOnDisk(order.home, file) : file);
      return { ...shared, printed: shared.printed.map((piece) => withFiles(piece, whole)) };
    },
    close: () => void worker.terminate(),
  };
}

type Answered<Answer> = IteratorResult<readonly Answer[], undefined>;

function onlyOf<Answer>(answers: readonly Answer[] | undefined): Answer {
  const [answer] = answers ?? [];
  if (answer === undefined) throw new Error("invariant: the second thread has ended without an answer");
  return answer;
}

/** A file whose text is read when it is asked for. */
function fileOnDisk(home: string, { path, kind }: OutputFile): OutputFile {
  return {
    path,
    kind,
    get text() {
      try {
        return readFileSync(join(home, path), "utf8");
      } catch (error) {
        throw new CliError(`'${path}' can't be read: ${reasonOf(error)}`, { cause: error });
      }
    },
  };
}
