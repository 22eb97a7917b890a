import type { Catalog, Tool } from "../catalog/catalog.ts";
import { isCurrent } from "../catalog/versions.ts";
import { jsonOf } from "./emitters/catalog-json.ts";
import { contractOf } from "./emitters/contracts.ts";
import { pageOf, servedPartsOf } from "./emitters/docs.ts";
import { scaffoldsOf } from "./emitters/scaffolds.ts";
import { searchEntryOf } from "./emitters/search-index.ts";
import { validatorOf } from "./emitters/validators.ts";
import type { OutputFile } from "./output-file.ts";

// What is printed of each tool alone, most of the work: two threads share it, in two pieces of each tool. Whatever is kept here, the
// emitters do not print again.

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
export interface PrintedPiece {
  /** The place of the tool in the catalog. */
  readonly index: number;
  readonly code?: Printed<typeof codeOf>;
  readonly texts?: Printed<typeof textsOf>;
  readonly currentTexts?: Printed<typeof currentTextsOf>;
}

/** The number of pieces: the code of all tools, then their texts. */
export function countPieces({ tools }: Catalog): number {
  return 2 * tools.length;
}

/**
 * Prints some of the pieces, and keeps what it prints.
 * @param take gives the place of the next one; undefined: all are taken
 */
export function* printTaken(catalog: Catalog, take: () => number | undefined): Generator<PrintedPiece> {
  const { tools } = catalog;
  for (let piece = take(); piece !== undefined; piece = take()) {
    const index = piece % tools.length;
    const tool = toolAt(index, catalog);
    yield piece < tools.length ? { index, code: printCode(tool, catalog) } : { index, ...printTexts(tool, catalog) };
  }
}

function printCode(tool: Tool, catalog: Catalog): Printed<typeof codeOf> {
  return { contract: contractOf(catalog)(tool), validator: validatorOf(catalog)(tool) };
}

function printTexts(tool: Tool, catalog: Catalog): Pick<PrintedPiece, "texts" | "currentTexts"> {
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
  for (const { index, code, texts, currentTexts } of printed) {
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

/** The files that are a tool's alone. */
export function filesOf({ code, texts, currentTexts }: PrintedPiece): readonly OutputFile[] {
  return [
    ...(code === undefined ? [] : [code.contract, ...code.validator]),
    ...(texts?.scaffolds ?? []),
    ...(currentTexts === undefined ? [] : [currentTexts.page]),
  ];
}

/** The same piece with other files in the places of its own. */
export function withFiles(piece: PrintedPiece, change: (file: OutputFile) => OutputFile): PrintedPiece {
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
