import { autoSurfaceByCount, autoSurfaceBySize } from "../../contract/auto-surface.ts";
import { builtinsBeside, metaTools, proxyTools } from "../../contract/builtin-tools.ts";
import { readBuiltinCatalog } from "../builtins/builtin-catalog.ts";
import type { Catalog, Detail, Profile, Surface } from "../catalog/catalog.ts";
import { systemNames } from "../catalog/system-names.ts";
import { currentTool, currentTools } from "../catalog/versions.ts";
import { foldedTools, wireTools } from "../schema/listed-tools.ts";
import { profileListing } from "../schema/profile-listing.ts";
import type { WireTool } from "../schema/wire-tool.ts";

/** Surfaces with their own list. */
export type ListedSurface = Exclude<Surface, "auto">;

/** The form of a list; the profile decides what is absent. */
export interface ListingOptions {
  readonly surface?: ListedSurface;
  readonly detail?: Detail;
  /** "off" omits the annotations about effects. */
  readonly hints?: "on" | "off";
}

/**
 * The tools of `tools/list` for a profile, in its order, and after them the built-in ones. The names of another system keep their
 * params on every surface and are listed without built-in tools, unless one of them is an alias of a built-in tool.
 */
export function surfaceListing(
  profile: Profile,
  catalog: Catalog,
  listingOptions: ListingOptions = {},
): readonly WireTool[] {
  const detail = listingOptions.detail ?? profile.detail ?? "compact";
  const surface = listingOptions.surface ?? listedSurface(profile, catalog);
  const shown = listing(profile, catalog, surface, detail);
  return listingOptions.hints === "off" ? shown.map(withoutHints) : shown;
}

function listing(profile: Profile, catalog: Catalog, surface: ListedSurface, detail: Detail): readonly WireTool[] {
  if (surface === "meta") return builtinListing(metaTools, detail);
  const listed = profileListing({ ...profile, detail }, catalog);
  if (profile.listAs !== undefined) return [...listed, ...proxyToolsBeside(profile.listAs, catalog, detail)];
  const shown = surface === "folded" ? folded(listed, catalog, detail) : listed;
  return [...shown, ...builtinListing(builtinsBeside(profile.builtins), detail, surface)];
}

/** An old name that finds tools needs the proxy tools: hosts call only listed tools, and what it finds is not listed. */
function proxyToolsBeside(system: string, catalog: Catalog, detail: Detail): readonly WireTool[] {
  return findsTools(system, catalog) ? builtinListing(proxyTools, detail) : [];
}

function findsTools(system: string, catalog: Catalog): boolean {
  return (catalog.builtins ?? []).some((tool) => tool.aliases.some((alias) => alias.of === system));
}

/** The surface of a profile, with `auto` resolved. */
export function listedSurface(profile: Profile, catalog: Catalog): ListedSurface {
  if (profile.surface !== "auto") return profile.surface;
  const byCount = autoSurfaceByCount(profile);
  return byCount ?? autoSurfaceBySize(listing(profile, catalog, "direct", profile.detail ?? "compact"));
}

/** The number of tools in `tools/list` for a profile, including built-in ones. */
export function listedCount(profile: Profile, catalog: Catalog): number {
  const { listAs, tools } = profile;
  if (listedSurface(profile, catalog) === "meta") return metaTools.length;
  if (listAs === undefined) return tools.length + builtinsBeside(profile.builtins).length;
  const named = [...tools.flatMap((name) => currentTool(name, catalog) ?? []), ...(catalog.builtins ?? [])];
  const known = named.flatMap((tool) => systemNames(tool, listAs));
  return known.length + (findsTools(listAs, catalog) ? proxyTools.length : 0);
}

function folded(listed: readonly WireTool[], catalog: Catalog, detail: Detail): readonly WireTool[] {
  const tools = new Map(currentTools(catalog).map((tool) => [tool.name, tool]));
  const foldedOf = foldedTools[detail](catalog);
  return listed.map((wire) => {
    const tool = tools.get(wire.name);
    return tool === undefined ? wire : foldedOf(tool);
  });
}

function withoutHints({ annotations: _, ...wire }: WireTool): WireTool {
  return wire;
}

/** Built-in tools as `tools/list` shows them: the same bytes beside every catalog. */
export function builtinListing(
  names: readonly string[],
  detail: Detail,
  surface: ListedSurface = "direct",
): readonly WireTool[] {
  const catalog = readBuiltinCatalog();
  return names.map((name) => {
    const tool = catalog.tools.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`invariant: there is a built-in tool ${name}`);
    return (surface === "folded" ? foldedTools : wireTools)[detail](catalog)(tool);
  });
}
