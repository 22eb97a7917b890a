import type { Profile } from "../../compiler/catalog/catalog.ts";
import { acceptedParamNames } from "../../compiler/diff/listed/param-names.ts";
import { acceptedToolNames } from "../../compiler/diff/listed/tool-names.ts";
import type { WireTool } from "../../compiler/schema/wire-tool.ts";
import { surfaceListing } from "../../compiler/tokens/surface-listing.ts";
import type { Json } from "../../contract/json.ts";
import { pathKeys } from "../../contract/json-pointer.ts";
import { named } from "../../terminal/cli-error.ts";

import type { CatalogSide, ListSide } from "./side.ts";

/**
 * A catalog as what it publishes, to be compared with another server's list: the tools of one profile, in full detail, and the
 * other names of these tools and of their params, which it accepts all the same.
 * @param wanted a profile; undefined: the catalog's default
 * @throws CliError when there is no such profile
 */
export function publishedList(side: CatalogSide, wanted: string | undefined): ListSide {
  const { catalog } = side;
  const tools = surfaceListing(profileOf(side, wanted), catalog, { detail: "full" });
  return {
    kind: "list",
    name: side.name,
    // A listing is made of nothing but JSON: it is what the server sends. Which resources there are, beside those of the catalog,
    // is known to the running server alone.
    list: { tools, prompts: catalog.prompts ?? [] } as unknown as Json,
    paramNames: acceptedParamNames(catalog),
    toolNames: acceptedToolNames(catalog),
    locate: async (pointers) => {
      const own = pointers.map((pointer) => [pointer, ownPointer(side, tools, pointer)] as const);
      const places = await side.locate(own.map(([, at]) => at));
      return new Map(
        own.flatMap(([pointer, at]) => {
          const span = places.get(at);
          return span === undefined ? [] : [[pointer, span]];
        }),
      );
    },
  };
}

function profileOf({ catalog, name: side }: CatalogSide, wanted: string | undefined): Profile {
  const name = wanted ?? catalog.defaultProfile;
  return named(name, catalog.profiles, `'${side}' has no profile '${name}'`);
}

/** From a place in the list to the one in the catalog: `/tools/2/inputSchema/properties/limit` → `/tools/7/params/1`. */
function ownPointer({ catalog }: CatalogSide, tools: readonly WireTool[], pointer: string): string {
  const [first, index, part, group, name] = pathKeys(pointer);
  if (first === "prompts") return pointer;
  const wire = first === "tools" ? tools[Number(index)] : undefined;
  if (wire === undefined) return "";
  const at = catalog.tools.findIndex(
    ({ name: own, supersededBy, aliases }) =>
      supersededBy === undefined && (own === wire.name || aliases.some((alias) => alias.name === wire.name)),
  );
  const tool = catalog.tools[at];
  if (tool === undefined) return "";
  if (part === "outputSchema") return `/tools/${at}/returns`;
  const param =
    part === "inputSchema" && group === "properties" ? tool.params.findIndex((one) => one.name === name) : -1;
  return param === -1 ? `/tools/${at}` : `/tools/${at}/params/${param}`;
}
