import type { Catalog, Tool } from "../catalog/catalog.ts";
import { isCurrent } from "../catalog/versions.ts";
import { jsonOf } from "./emitters/catalog-json.ts";
import { contractOf } from "./emitters/contracts.ts";
import { pageOf, servedPartsOf } from "./emitters/docs.ts";
import { scaffoldsOf } from "./emitters/scaffolds.ts";
import { searchEntryOf } from "./emitters/search-index.ts";
import { validatorOf } from "./emitters/validators.ts";
import type { OutputFile } from "./output-file.ts";

// What is printed of each tool alone, most of the work: two threads share it. Whatever is kept here, the emitters do not print again.

/** Of every tool. */
const ofEach = { contract: contractOf, validator: validatorOf, scaffolds: scaffoldsOf, json: jsonOf };
/** Of current versions. */
const ofCurrent = { page: pageOf, served: servedPartsOf, searched: searchEntryOf };

type Printed<Printers> = {
  readonly [Part in keyof Printers]: Printers[Part] extends (catalog: Catalog) => (tool: Tool) => infer Value
    ? Value
    : never;
};

/** Plain data, so that a thread can send it. */
export interface PrintedTool extends Printed<typeof ofEach> {
  /** The place of the tool in the catalog. */
  readonly index: number;
  /** Absent for older versions. */
  readonly current?: Printed<typeof ofCurrent>;
}

/**
 * Prints some of the tools, and keeps what it prints.
 * @param take gives the index of the next one, and one that no tool has when all are taken
 */
export function* printTaken(catalog: Catalog, take: () => number): Generator<PrintedTool> {
  const { contract, validator, scaffolds, json } = ofEach;
  const { page, served, searched } = ofCurrent;
  for (let index = take(); ; index = take()) {
    const tool = catalog.tools[index];
    if (tool === undefined) return;
    yield {
      index,
      contract: contract(catalog)(tool),
      validator: validator(catalog)(tool),
      scaffolds: scaffolds(catalog)(tool),
      json: json(catalog)(tool),
      ...(isCurrent(tool) && {
        current: { page: page(catalog)(tool), served: served(catalog)(tool), searched: searched(catalog)(tool) },
      }),
    };
  }
}

/** Keeps what another thread printed. */
export function keepPrinted(catalog: Catalog, printed: Iterable<PrintedTool>): void {
  for (const { index, contract, validator, scaffolds, json, current } of printed) {
    const tool = catalog.tools[index];
    if (tool === undefined) throw new Error(`invariant: no tool has the index ${index}`);
    ofEach.contract.keep(catalog, tool, contract);
    ofEach.validator.keep(catalog, tool, validator);
    ofEach.scaffolds.keep(catalog, tool, scaffolds);
    ofEach.json.keep(catalog, tool, json);
    if (current === undefined) continue;
    ofCurrent.page.keep(catalog, tool, current.page);
    ofCurrent.served.keep(catalog, tool, current.served);
    ofCurrent.searched.keep(catalog, tool, current.searched);
  }
}

/** The files that are a tool's alone. */
export function filesOf({ contract, validator, scaffolds, current }: PrintedTool): readonly OutputFile[] {
  return [contract, ...validator, ...scaffolds, ...(current === undefined ? [] : [current.page])];
}
