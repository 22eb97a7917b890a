import { canonicalJson } from "../../../contract/canonical-json.ts";
import { cacheFolder } from "../../../contract/generated-cache.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import { oncePerTool } from "../../catalog/once-per-tool.ts";
import { joinedFile, type OutputFile, separated } from "../output-file.ts";

/** `generated/.cache/catalog.json`: the catalog itself in canonical order, which is what diff compares. */
export function emitCatalogJson(catalog: Catalog): readonly OutputFile[] {
  const tools = catalog.tools.map(jsonOf(catalog));
  const text = canonicalJson({ ...catalog, tools: [] });
  // Only a key of the catalog itself stands in a line with this margin: texts of authors hold no line break.
  const [before = "", after = ""] = text.split(/^ {2}"tools": \[\]/m);
  const list = tools.length === 0 ? ["[]"] : ["[\n", ...separated(tools, nextItem), "\n  ]"];
  return [joinedFile(`${cacheFolder}/catalog.json`, [`${before}  "tools": `, ...list, after])];
}

const nextItem = { text: ",\n" };

/** A tool in it. */
export const jsonOf = oncePerTool((tool) => ({
  text: `    ${canonicalJson(tool).trimEnd().replaceAll("\n", "\n    ")}`,
}));
