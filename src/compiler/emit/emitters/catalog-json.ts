import { canonicalJson } from "../../catalog/canonical-json.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { Origins } from "../../catalog/origins.ts";
import type { EmitOptions } from "../emit.ts";
import type { OutputFile } from "../output-file.ts";
import { printOnce } from "../print-cache.ts";

/** `generated/catalog.json`: the catalog itself in canonical order, which is what diff compares. */
export function emitCatalogJson(catalog: Catalog, _origins: Origins, { printed }: EmitOptions): readonly OutputFile[] {
  const print = printOnce({ cache: printed, what: "catalog", catalog }, (tool) =>
    canonicalJson(tool).trimEnd().replaceAll("\n", "\n    "),
  );
  const tools = catalog.tools.map((tool) => `    ${print(tool)}`);
  const text = canonicalJson({ ...catalog, tools: [] });
  const list = tools.length === 0 ? "[]" : `[\n${tools.join(",\n")}\n  ]`;
  // Only a key of the catalog itself stands in a line with this margin: texts of authors hold no line break.
  return [
    {
      path: "generated/catalog.json",
      text: text.replace(/^ {2}"tools": \[\]/m, () => `  "tools": ${list}`),
      kind: "generated",
    },
  ];
}
