import type { JsonObject } from "../../../contract/json.ts";
import type { JsonSchema } from "../../../contract/json-schema.ts";
import { utf8Length } from "../../../contract/utf8.ts";
import type { Code } from "../../../diagnostics/codes.ts";
import type { Catalog, Tool, ToolAlias } from "../../catalog/catalog.ts";
import { type Origins, originOf } from "../../catalog/origins.ts";
import { isCurrent } from "../../catalog/versions.ts";
import { limitOf } from "../../clients/client-limits.ts";
import { aliasInputSchema, aliasOutputSchema, inputSchema, outputSchema } from "../../schema/json-schema.ts";
import type { Finding } from "../rule.ts";
import { catalogPlace, type Published } from "./catalog-place.ts";
import { publishedRules } from "./rules.ts";
import { type PublishedFinding, type PublishedRule, type Reader, type ToolView, viewOf } from "./tool-view.ts";

/**
 * Judges a tool of a catalog as clients will receive it; findings stand where the part was written.
 * @param rules default: all
 */
export function lintPublished(
  tool: Tool,
  at: string,
  catalog: Catalog,
  rules: readonly PublishedRule[] = publishedRules,
): readonly Finding[] {
  // Older versions can be called but are not listed.
  if (!isCurrent(tool)) return [];
  const view = viewOfTool(tool, catalog);
  const place = { at, params: tool.params, returns: tool.returns };
  return rules
    .filter(({ asked }) => asked === "everywhere")
    .flatMap((rule) => rule.check(view, readerOf(catalog)))
    .flatMap((found) => placed(found, place, catalog));
}

/**
 * Judges an old name that a profile lists. Its shape belongs to those who call it and can't be improved, so only what
 * makes clients refuse it is reported.
 */
export function lintListedAlias(alias: ToolAlias, tool: Tool, at: string, catalog: Catalog): readonly Finding[] {
  if (!isCurrent(tool) || !catalog.profiles.some(({ listAs }) => listAs === alias.of)) return [];
  const own = viewOf(wire(alias.name, tool, aliasInputSchema(alias, tool, catalog, true)));
  // Without an old result it answers as the tool, of which it is reported.
  const output = () => asJson(aliasOutputSchema(alias, tool, catalog, true));
  const view = alias.result === undefined ? own : { ...own, output };
  const refused = publishedRules
    .flatMap((rule) => rule.check(view, readerOf(catalog)))
    .filter((found) => found.locate({ path: "" }).severity === "error" && !isReportedElsewhere(found.code));
  return refused.flatMap((found) => placed(found, { at, params: alias.params }, catalog));
}

/** What is reported of the tool, of any alias, or of a text at its place. */
function isReportedElsewhere(code: Code): boolean {
  return reported.has(code) || code.startsWith("description-");
}

const reported: ReadonlySet<Code> = new Set([
  ...(["name-too-long", "name-prefix", "name-verb-vs-hint"] as const),
  ...(["annotation-contradiction", "annotation-incomplete"] as const),
]);

/** The tool with all its texts; its size is that of the form which some profile really lists. */
export function viewOfTool(tool: Tool, catalog: Catalog): ToolView {
  const schema = inputSchema(tool, catalog, true);
  const showsTexts = () =>
    catalog.profiles.some(
      ({ tools, detail }) => (detail === "full" || detail === "verbose") && tools.includes(tool.name),
    );
  return {
    ...viewOf(wire(tool.name, tool, schema)),
    inputBytes: () => {
      const most = sizeOf(schema);
      // The form without texts is smaller; it is only made where that matters.
      const isSmall = most <= limitOf("input-schema-bytes-warning");
      return isSmall || showsTexts() ? most : sizeOf(inputSchema(tool, catalog, false));
    },
    output: () => asJson(outputSchema(tool, catalog, true)),
  };
}

function sizeOf(schema: JsonSchema): number {
  return utf8Length(JSON.stringify(schema));
}

function wire(name: string, tool: Tool, input: JsonSchema): JsonObject {
  return {
    name,
    title: tool.title,
    description: [tool.summary, tool.description ?? "", ...tool.guidance.practices].join("\n"),
    inputSchema: asJson(input),
    annotations: {
      readOnlyHint: tool.effects.readOnly,
      destructiveHint: tool.effects.destructive,
      idempotentHint: tool.effects.idempotent,
      openWorldHint: tool.effects.openWorld,
    },
  };
}

function readerOf(catalog: Catalog): Reader {
  return { targets: catalog.targets, server: catalog.server.name };
}

function placed(found: PublishedFinding, tool: Published, catalog: Catalog): readonly Finding[] {
  const place = catalogPlace(found.at, tool, catalog);
  if (place === undefined) return [];
  // It is about what one tool's params lose: it stands at the name of one, not in a type that others share.
  const at = found.code === "schema-keyword-dropped" ? place.replace(/(?<=\/params\/\d+)\/type\/type$/, "") : place;
  const locate = (origins: Origins) => found.locate(originOf(origins, at) ?? { path: "schema/catalog.yaml" });
  return [{ at, locate }];
}

/** A published schema is JSON by construction; its interface only lacks the index signature. */
function asJson(schema: object): JsonObject {
  return schema as JsonObject;
}
