import type { Catalog, Detail, Profile, Surface } from "../catalog/catalog.ts";
import { currentTools } from "../catalog/versions.ts";
import { foldedTool } from "../schema/folded-listing.ts";
import { profileListing } from "../schema/profile-listing.ts";
import type { WireTool } from "../schema/wire-tool.ts";
import { metaListing } from "./meta-listing.ts";

/** Surfaces that have a list of their own. */
export type ListedSurface = Exclude<Surface, "auto">;

/** How a list is shown; what is absent is as the profile says. */
export interface Showing {
  readonly surface?: ListedSurface;
  readonly detail?: Detail;
  /** "off" leaves out what a tool says of its effects. */
  readonly hints?: "on" | "off";
}

/** The tools of `tools/list` for a profile, in its order. Old names keep their params on every surface. */
export function surfaceListing(profile: Profile, catalog: Catalog, showing: Showing = {}): readonly WireTool[] {
  const detail = showing.detail ?? profile.detail ?? "compact";
  const surface = showing.surface ?? listedSurface(profile.surface);
  const shown = listing(profile, catalog, surface, detail);
  return showing.hints === "off" ? shown.map(withoutHints) : shown;
}

function listing(profile: Profile, catalog: Catalog, surface: ListedSurface, detail: Detail): readonly WireTool[] {
  if (surface === "meta") return metaListing(catalog, detail);
  const listed = profileListing({ ...profile, detail }, catalog);
  return surface === "folded" && profile.listAs === undefined ? folded(listed, catalog, detail) : listed;
}

/** `auto` is direct while the catalog is small; what a list of another size costs is what its surface costs. */
export function listedSurface(surface: Surface): ListedSurface {
  return surface === "auto" ? "direct" : surface;
}

function folded(listed: readonly WireTool[], catalog: Catalog, detail: Detail): readonly WireTool[] {
  const tools = new Map(currentTools(catalog).map((tool) => [tool.name, tool]));
  return listed.map((wire) => {
    const tool = tools.get(wire.name);
    return tool === undefined ? wire : foldedTool(tool, catalog, detail);
  });
}

function withoutHints({ annotations: _, ...wire }: WireTool): WireTool {
  return wire;
}
