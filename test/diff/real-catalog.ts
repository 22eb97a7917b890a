import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import type { Origins } from "../../src/compiler/catalog/origins.ts";
import { compile } from "../../src/compiler/compile.ts";
import { readSchema } from "../read-schema.ts";

/** This repository's own catalog. */
export function realCatalog(): { readonly catalog: Catalog; readonly origins: Origins } {
  const { value, diagnostics } = compile(readSchema());
  if (value === undefined) {
    throw new Error(`schema/ does not compile: ${diagnostics.map((finding) => finding.message).join("; ")}`);
  }
  return value;
}
