import type { Catalog, Tool } from "../catalog/catalog.ts";
import { isCurrent } from "../catalog/versions.ts";
import { emitWhole } from "./emit.ts";
import { jsonOf } from "./emitters/catalog-json.ts";
import { contractOf } from "./emitters/contracts.ts";
import { pageOf, servedPartsOf } from "./emitters/docs.ts";
import { scaffoldsOf } from "./emitters/scaffolds.ts";
import { searchEntryOf } from "./emitters/search-index.ts";
import { validatorOf } from "./emitters/validators.ts";
import type { OutputFile } from "./output-file.ts";

// What two threads share, which is most of the work: what is printed of each tool alone, in two pieces of each, and files that show all
// tools. Whatever is kept here of a tool, the emitters do not print again.

/** The code of a tool. */
const codeOf = { contract: contractOf, validator: validatorOf };
/** Its texts. */
const textsOf = { scaffolds: scaffoldsOf, json: jsonOf };
/** Those of current versions alone. */
const currentTextsOf = { page: pageOf, served: servedPartsOf, searched: searchEntryOf };

type Printed<Printers> = {
  readonly [Part in keyof Printers]: Printers[Part] extends (catalog: Catalog) => (tool: Tool) => infer Value
    ? Value
    : never;
};

/** A piece, as plain data, so that a thread can send it. */
export type PrintedPiece = PrintedWhole | PrintedTool;

/** Files that show all tools. */
interface PrintedWhole {
  readonly whole: readonly OutputFile[];
}

interface PrintedTool {
  /** The place of the tool in the catalog. */
  readonly index: number;
  readonly code?: Printed<typeof codeOf>;
  readonly texts?: Printed<typeof textsOf>;
  readonly currentTexts?: Printed<typeof currentTextsOf>;
}

/** The number of pieces: the files that show all tools, the code of each tool, then the texts of each. */
export function countPieces({ tools }: Catalog): number {
  return 1 + 2 * tools.length;
}

/**
 * Prints some of the pieces, and keeps what it prints of tools.
 * @param take gives the place of the next one; undefined: all are taken
 */
export function* printTaken(catalog: Catalog, take: () => number | undefined): Generator<PrintedPiece> {
  for (let piece = take(); piece !== undefined; piece = take())
    yield piece === 0 ? { whole: emitWhole(catalog) } : printTool(piece - 1, catalog);
}

function printTool(piece: number, catalog: Catalog): PrintedTool {
  const { length } = catalog.tools;
  const index = piece % length;
  const tool = toolAt(index, catalog);
  return piece < length ? { index, code: printCode(tool, catalog) } : { index, ...printTexts(tool, catalog) };
}

function printCode(tool: Tool, catalog: Catalog): Printed<typeof codeOf> {
  return { contract: contractOf(catalog)(tool), validator: validatorOf(catalog)(tool) };
}

function printTexts(tool: Tool, catalog: Catalog): Pick<PrintedTool, "texts" | "currentTexts"> {
  const texts = { scaffolds: scaffoldsOf(catalog)(tool), json: jsonOf(catalog)(tool) };
  if (!isCurrent(tool)) return { texts };
  const page = pageOf(catalog)(tool);
  return {
    texts,
    currentTexts: { page, served: servedPartsOf(catalog)(tool), searched: searchEntryOf(catalog)(tool) },
  };
}

/** Keeps what another thread printed. */
export function keepPrinted(catalog: Catalog, printed: Iterable<PrintedPiece>): void {
  for (const piece of printed) {
    if ("whole" in piece) continue;
    const { index, code, texts, currentTexts } = piece;
    const tool = toolAt(index, catalog);
    if (code !== undefined) {
      contractOf.keep(catalog, tool, code.contract);
      validatorOf.keep(catalog, tool, code.validator);
    }
    if (texts !== undefined) {
      scaffoldsOf.keep(catalog, tool, texts.scaffolds);
      jsonOf.keep(catalog, tool, texts.json);
    }
    if (currentTexts !== undefined) {
      pageOf.keep(catalog, tool, currentTexts.page);
      servedPartsOf.keep(catalog, tool, currentTexts.served);
      searchEntryOf.keep(catalog, tool, currentTexts.searched);
    }
  }
}

/** The files that need no other piece. */
export function filesOf(piece: PrintedPiece): readonly OutputFile[] {
  if ("whole" in piece) return piece.whole;
  const { code, texts, currentTexts } = piece;
  return [
    ...(code === undefined ? [] : [code.contract, ...code.validator]),
    ...(texts?.scaffolds ?? []),
    ...(currentTexts === undefined ? [] : [currentTexts.page]),
  ];
}

/** The same piece with other files in the places of its own. */
export function withFiles(piece: PrintedPiece, change: (file: OutputFile) => OutputFile): PrintedPiece {
  if ("whole" in piece) return { whole: piece.whole.map(change) };
  const { code, texts, currentTexts } = piece;
  return {
    ...piece,
    ...(code && { code: { contract: change(code.contract), validator: code.validator.map(change) } }),
    ...(texts && { texts: { ...texts, scaffolds: texts.scaffolds.map(change) } }),
    ...(currentTexts && { currentTexts: { ...currentTexts, page: change(currentTexts.page) } }),
  };
}

function toolAt(index: number, { tools }: Catalog): Tool {
  const tool = tools[index];
  if (tool === undefined) throw new Error(`invariant: no tool has the index ${index}`);
  return tool;
}
