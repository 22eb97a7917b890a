import type { Catalog, Detail, Tool } from "../../catalog/catalog.ts";
import type { Origins } from "../../catalog/origins.ts";
import { systemNames } from "../../catalog/system-names.ts";
import { currentTools } from "../../catalog/versions.ts";
import { foldedTool } from "../../schema/folded-listing.ts";
import { type WireTool, wireSystemName, wireTool } from "../../schema/wire-tool.ts";
import { surfaceListing } from "../../tokens/surface-listing.ts";
import { dataModule, membersModule, memberText } from "../data-module.ts";
import type { EmitOptions } from "../emit.ts";
import type { OutputFile } from "../output-file.ts";
import { printOnce } from "../print-cache.ts";
import { listedSystems } from "../tool-names.ts";

/**
 * `generated/wire/<profile>.json`: the answer to `tools/list`, on one line; its bytes are what goes over the wire. And every
 * tool alone, on each surface and in each detail, for servers that are started to show something else: `wire/tools/`.
 */
export function emitWire(catalog: Catalog, _origins: Origins, { printed }: EmitOptions): readonly OutputFile[] {
  const profiles = catalog.profiles.map((profile) => file(profile.name, { tools: surfaceListing(profile, catalog) }));
  const tools = currentTools(catalog);
  // By the name that is shown: readers that take some of them choose and order by name.
  const alone = (name: string, wire: (tool: Tool) => WireTool) => {
    const print = printOnce({ cache: printed, what: `wire ${name}`, catalog }, (tool) =>
      memberText(tool.name, wire(tool)),
    );
    return membersModule(`generated/wire/tools/${name}`, tools.map(print));
  };
  const parts = (["compact", "full", "verbose"] as const).flatMap((detail: Detail) => [
    ...alone(`direct.${detail}`, (tool) => wireTool(tool, catalog, detail)),
    ...alone(`folded.${detail}`, (tool) => foldedTool(tool, catalog, detail)),
    ...listedSystems(catalog).flatMap((system) =>
      dataModule(`generated/wire/tools/as-${system}.${detail}`, named(namesOf(system, catalog, detail))),
    ),
  ]);
  return [...profiles, ...parts];
}

function namesOf(system: string, catalog: Catalog, detail: Detail): readonly WireTool[] {
  return [...currentTools(catalog), ...(catalog.builtins ?? [])]
    .flatMap((tool) => systemNames(tool, system))
    .map((known) => wireSystemName(known, catalog, detail));
}

function named(tools: readonly WireTool[]): { readonly [name: string]: WireTool } {
  return Object.fromEntries(tools.map((tool) => [tool.name, tool]));
}

function file(name: string, value: object): OutputFile {
  return { path: `generated/wire/${name}.json`, text: `${JSON.stringify(value)}\n`, kind: "generated" };
}
