import { cacheFolder } from "../../../contract/generated-cache.ts";
import { oncePerObject } from "../../../contract/once-per-object.ts";
import type { Catalog, Detail } from "../../catalog/catalog.ts";
import { systemNames } from "../../catalog/system-names.ts";
import { currentTools } from "../../catalog/versions.ts";
import { foldedTools, wireTools } from "../../schema/listed-tools.ts";
import { systemTool } from "../../schema/system-listing.ts";
import type { WireTool } from "../../schema/wire-tool.ts";
import { surfaceListing } from "../../tokens/surface-listing.ts";
import { dataModule, jsonItems, jsonModule, jsonPart } from "../data-module.ts";
import { joinedFile, type OutputFile, separated } from "../output-file.ts";
import { listedSystems } from "../tool-names.ts";

/**
 * `generated/.cache/wire/<profile>.json`: the answer to `tools/list`, on one line; its bytes are what goes over the wire. And every
 * tool alone, on each surface and in each detail, for servers that are started to show something else: `wire/tools/`.
 */
export function emitWire(catalog: Catalog): readonly OutputFile[] {
  const profiles = catalog.profiles.map((profile) => {
    const tools = surfaceListing(profile, catalog).map(wireText);
    return joinedFile(`${cacheFolder}/wire/${profile.name}.json`, ['{"tools":[', ...separated(tools, comma), "]}\n"]);
  });
  const tools = currentTools(catalog);
  // By the name that is shown: readers that take some of them choose and order by name.
  const alone = (name: string, shown: readonly WireTool[]) =>
    jsonModule(`${cacheFolder}/wire/tools/${name}`, ["{", ...jsonItems(shown.map(memberPart)), "}"]);
  const parts = (["compact", "full", "verbose"] as const).flatMap((detail: Detail) => [
    ...alone(`direct.${detail}`, tools.map(wireTools[detail](catalog))),
    ...alone(`folded.${detail}`, tools.map(foldedTools[detail](catalog))),
    ...listedSystems(catalog).flatMap((system) =>
      dataModule(`${cacheFolder}/wire/tools/as-${system}.${detail}`, named(namesOf(system, catalog, detail))),
    ),
  ]);
  return [...profiles, ...parts];
}

const comma = { text: "," };

// Several files show the same value.

const wireText = oncePerObject((tool: WireTool) => ({ text: JSON.stringify(tool) }));
const memberPart = oncePerObject((tool: WireTool) => {
  const members = Object.entries(tool).map(([key, value]) => `${quote}${key}${quote}:${valuePart(value)}`);
  return { text: `${valuePart(tool.name)}:{${members.join(",")}}` };
});

/** The mark of texts inside the text of a module. */
const quote = jsonPart('"').text;

/** Tools in several details and on several surfaces have the same schemas, which are most of their text. */
function valuePart(value: unknown): string {
  return typeof value === "object" && value !== null ? objectPart(value).text : jsonPart(JSON.stringify(value)).text;
}

const objectPart = oncePerObject((value: object) => jsonPart(JSON.stringify(value)));

function namesOf(system: string, catalog: Catalog, detail: Detail): readonly WireTool[] {
  return [...currentTools(catalog), ...(catalog.builtins ?? [])].flatMap((tool) =>
    systemNames(tool, system).map((known) => systemTool(known, system, catalog, detail)),
  );
}

function named(tools: readonly WireTool[]): { readonly [name: string]: WireTool } {
  return Object.fromEntries(tools.map((tool) => [tool.name, tool]));
}
