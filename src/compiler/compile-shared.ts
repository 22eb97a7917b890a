import { type Checked, hasErrors } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../diagnostics/source-file.ts";
import type { Catalog } from "./catalog/catalog.ts";
import { type Compilation, type CompileOptions, check } from "./compile.ts";
import { type EmitterGroup, emitGroup, withManifest } from "./emit/emit.ts";
import type { OutputFile } from "./emit/output-file.ts";
import { countPieces, filesOf, keepPrinted, type PrintedPiece, printTaken } from "./emit/printed-tools.ts";
import { type PackedFiles, unpackFiles } from "./syntax/packed-files.ts";
import { readTaken } from "./syntax/parse.ts";

/** Another thread, which reads files and prints pieces (`printed-tools.ts`). */
export interface SecondThread {
  /** @returns a function that takes the next file that neither thread has taken, and gives its place among the sources; undefined: there is none */
  readonly takeFile: () => number | undefined;
  /** All files are taken. @returns what it read */
  readonly read: () => Promise<PackedFiles>;
  /** Gets the catalog as soon as there is one, before it is known whether it has errors. */
  readonly begin: (catalog: Catalog) => void;
  /** The catalog has no errors. @returns what it printed: the pieces that it took */
  readonly finish: () => Promise<readonly PrintedPiece[]>;
  /** @returns a function that takes the next piece that neither thread has taken, and gives its place; undefined: there is none */
  readonly take: (count: number) => () => number | undefined;
  /** Gets what this thread prints, as soon as it is there. */
  readonly printed: (files: readonly OutputFile[]) => void;
}

/** As `compile`, in two threads. Both read; this one judges the catalog, and then takes pieces too. */
export async function compileShared(
  sources: readonly SourceFile[],
  options: CompileOptions,
  { takeFile, read, begin, finish, take, printed }: SecondThread,
): Promise<Checked<Compilation>> {
  const own = [...readTaken(sources, takeFile)].map(({ file }) => file);
  const files = [...own, ...unpackFiles(await read(), sources)];
  const parsed = new Map(files.map((file) => [file.source.path, file]));
  const { value: checked, diagnostics } = check(sources, options, { parsed, resolved: begin });
  if (checked === undefined) return { value: undefined, diagnostics };
  const { catalog, origins, sharedParams = [] } = checked;
  if (hasErrors(diagnostics)) return { value: { catalog, origins, files: [] }, diagnostics };
  const settings = { ...options, sharedParams, sources };
  const emitted = (group: EmitterGroup) => emitGroup(group, catalog, origins, settings);
  const pending = finish();
  const other = emitted("other");
  printed(other);
  const pieces: PrintedPiece[] = [];
  let texts: readonly OutputFile[] | undefined;
  let missing = catalog.tools.length;
  for (const piece of printTaken(catalog, take(countPieces(catalog)))) {
    pieces.push(piece);
    printed(filesOf(piece));
    if (!("texts" in piece) || --missing > 0) continue;
    // Not at the end, when the other thread would have nothing left to do.
    const before = new Set(pieces.flatMap(filesOf));
    texts = emitted("texts");
    printed(texts.filter((file) => !before.has(file)));
  }
  const others = await pending;
  keepPrinted(catalog, others);
  const whole = [...pieces, ...others].flatMap((piece) => ("whole" in piece ? piece.whole : []));
  const all = [...other, ...whole, ...(texts ?? emitted("texts")), ...emitted("code")];
  return { value: { catalog, origins, files: withManifest(all, settings) }, diagnostics };
}
