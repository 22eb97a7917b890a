import type { JsonObject } from "../../../contract/json.ts";
import type { Catalog, Tool, ToolAlias } from "../../catalog/catalog.ts";
import { currentTools } from "../../catalog/versions.ts";
import { aliasInputSchema, aliasOutputSchema } from "../../schema/json-schema.ts";
import { allHints } from "../../schema/wire-tool.ts";
import { acceptedParams } from "../alias-params.ts";

/** Other names that the server answers to and does not list: tool → what a list would show under each of them. */
export type ToolNames = ReadonlyMap<string, ReadonlyMap<string, JsonObject>>;

/** What a catalog of ours answers to beyond what it publishes. */
export function acceptedToolNames(catalog: Catalog): ToolNames {
  const named = [...currentTools(catalog), ...(catalog.builtins ?? [])].filter(({ aliases }) => aliases.length > 0);
  return new Map(
    named.map((tool) => [
      tool.name,
      new Map(tool.aliases.map((alias) => [alias.name, entryUnder(alias, tool, catalog)])),
    ]),
  );
}

/** What callers of the old name may send, and what they read. */
function entryUnder(alias: ToolAlias, tool: Tool, catalog: Catalog): JsonObject {
  const taken = { ...alias, params: acceptedParams(alias, tool) };
  const entry = {
    inputSchema: aliasInputSchema(taken, tool, catalog, true),
    ...(tool.contentOnly === true ? {} : { outputSchema: aliasOutputSchema(alias, tool, catalog, true) }),
    annotations: { ...allHints(tool.effects) },
  };
  // An entry of a list is made of nothing but JSON.
  return entry as unknown as JsonObject;
}
