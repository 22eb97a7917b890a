import { canonicalJson } from "../../catalog/canonical-json.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { OutputFile } from "../output-file.ts";

/** `generated/catalog.json`: the catalog itself in canonical order, which is what diff compares. */
export function emitCatalogJson(catalog: Catalog): readonly OutputFile[] {
  return [{ path: "generated/catalog.json", text: canonicalJson(catalog), kind: "generated" }];
}
