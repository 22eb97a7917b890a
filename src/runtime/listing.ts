import { autoSurfaceByCount, autoSurfaceBySize } from "../contract/auto-surface.ts";
import { builtinsBeside, metaTools, proxyTools } from "../contract/builtin-tools.ts";
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { ownValue } from "../contract/own-property.ts";
import { builtinWire } from "./builtins/builtin-wire.ts";
import { createTextFilter } from "./denied-names.ts";
import type { Policy } from "./policy.ts";
import type { ByDetail, Detail, ProfileEntry, Registry, Surface } from "./registry.ts";

/** What a server shows, fixed when it starts. Members that are absent are as in the profile. */
export interface ListingOptions {
  readonly profile: string;
  readonly surface?: Surface;
  readonly detail?: Detail;
  /** "off" leaves out the annotations, which describe effects. */
  readonly hints?: "on" | "off";
}

/**
 * The tools of `tools/list`, as the compiler wrote and ordered them, without those that policy denies.
 * @throws when the catalog has no such profile
 */
export async function listTools<Deps>(
  registry: Registry<Deps>,
  listingOptions: ListingOptions,
  policy: Policy,
): Promise<readonly JsonObject[]> {
  const profile = ownValue(registry.profiles, listingOptions.profile);
  if (profile === undefined) {
    throw new Error(
      `unknown profile '${listingOptions.profile}'; the profiles are: ${Object.keys(registry.profiles).join(", ")}`,
    );
  }
  const surface = listingOptions.surface ?? profile.surface;
  const detail = listingOptions.detail ?? profile.detail;
  const isAsCompiled = surface === profile.surface && detail === profile.detail;
  const tools = isAsCompiled ? await compiled(profile) : await assembled(registry, profile, surface, detail);
  const permitted = tools.filter(({ name }) => typeof name === "string" && permits(registry, policy, name));
  const { tool } = createTextFilter(registry, policy);
  const shown = permitted.map(tool);
  return listingOptions.hints === "off" ? shown.map(withoutHints) : shown;
}

/** The surface `auto` with the details that the server chose; the compiler resolves the profiles' own `auto`. */
export async function autoSurface<Deps>(
  registry: Registry<Deps>,
  { profile: name, detail }: Pick<ListingOptions, "profile" | "detail">,
): Promise<Surface> {
  const profile = ownValue(registry.profiles, name);
  if (profile === undefined) return "direct";
  const byCount = autoSurfaceByCount(profile);
  return byCount ?? autoSurfaceBySize(await assembled(registry, profile, "direct", detail ?? profile.detail));
}

async function compiled(profile: ProfileEntry): Promise<readonly JsonObject[]> {
  const wire = (await profile.wire()).default;
  if (!isJsonObject(wire) || !Array.isArray(wire.tools)) throw new Error("invariant: a profile's wire form is a list");
  return wire.tools.filter(isJsonObject);
}

/** Assembled from single tools, as the compiler would have written the list. */
async function assembled<Deps>(
  registry: Registry<Deps>,
  profile: ProfileEntry,
  surface: Surface,
  detail: Detail,
): Promise<readonly JsonObject[]> {
  if (surface === "meta") return builtinWire(metaTools, "direct", detail);
  const { listAs } = profile;
  if (listAs !== undefined) {
    // The order of the names does not depend on the detail.
    const names = (await compiled(profile)).map(({ name }) => name);
    const proxies = proxyTools.filter((proxyTool) => names.includes(proxyTool));
    const tools = await listedTools(registry.listings.as[listAs]?.[detail], names);
    return [...tools, ...(await builtinWire(proxies, "direct", detail))];
  }
  const tools = await listedTools(registry.listings[surface][detail], profile.tools);
  return [...tools, ...(await builtinWire(builtinsBeside(profile.builtins), surface, detail))];
}

/** The tools of a listing that have these names, in the order of the names. */
export async function listedTools(
  load: ByDetail[Detail] | undefined,
  names: readonly unknown[],
): Promise<readonly JsonObject[]> {
  const listing = (await load?.())?.default;
  if (!isJsonObject(listing)) throw new Error("invariant: a listing is an object of tools");
  return names.map((name) => (typeof name === "string" ? ownValue(listing, name) : undefined)).filter(isJsonObject);
}

function permits<Deps>(registry: Registry<Deps>, policy: Policy, name: string): boolean {
  const alias = ownValue(registry.aliases, name);
  return policy.permits(alias?.target ?? name, alias?.name);
}

function withoutHints({ annotations: _, ...tool }: JsonObject): JsonObject {
  return tool;
}
