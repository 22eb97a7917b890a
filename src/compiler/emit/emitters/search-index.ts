import { cacheFolder } from "../../../contract/generated-cache.ts";
import type { Catalog, Tool } from "../../catalog/catalog.ts";
import { oncePerTool } from "../../catalog/once-per-tool.ts";
import { currentTools } from "../../catalog/versions.ts";
import { jsonItems, jsonModule, jsonPart } from "../data-module.ts";
import type { OutputFile } from "../output-file.ts";
import { signatureOf } from "../signature.ts";

/** `generated/.cache/wire/search.js`: what `tool_search` looks through, one entry a tool, in catalog order. */
export function emitSearchIndex(catalog: Catalog): readonly OutputFile[] {
  const tools = currentTools(catalog).map(searchEntryOf(catalog));
  return jsonModule(`${cacheFolder}/wire/search`, ['{"tools":[', ...jsonItems(tools), "]}"]);
}

/** The one of a tool in its current version. */
export const searchEntryOf = oncePerTool((tool, catalog) => jsonPart(JSON.stringify(searchEntry(tool, catalog))));

function searchEntry(tool: Tool, { tiers }: Catalog) {
  const { name, title, summary, guidance, aliases, params, actions } = tool;
  return {
    name,
    title,
    summary,
    tier: tiers.findIndex((tier) => tier.name === tool.tier),
    signature: signatureOf(tool),
    aliases: aliases.map((alias) => alias.name),
    params: params.map((param) => param.name),
    // People search for the actions of a multi-action tool.
    actions:
      actions === undefined
        ? []
        : actions.cases.flatMap(({ action, summary }) => (summary === undefined ? [action] : [action, summary])),
    useWhen: guidance.useWhen,
    texts: [
      ...(tool.description === undefined ? [] : [tool.description]),
      ...guidance.practices,
      ...guidance.workflows.map(({ goal }) => goal),
      ...params.flatMap(({ description }) => (description === undefined ? [] : [description])),
    ],
  };
}
