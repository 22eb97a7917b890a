// Which names may be told to a caller: the one answer for hints, notices, near misses, instructions and the guide.
import { guideTools, isBuiltinName, metaTools, proxyTools } from "../contract/builtin-tools.ts";
import { ownValue } from "../contract/own-property.ts";
import { proxyToolFor } from "./builtins/proxy-tool-for.ts";
import type { ListingOptions } from "./listing.ts";
import type { Policy } from "./policy.ts";
import type { Registry } from "./registry.ts";

/** Names as the model of this server knows them. */
export interface CallerNames {
  /** Does `tools/list` hold this very name. */
  readonly isListed: (name: string) => boolean;
  /** The name under which the model can call a tool; undefined where it can't, or only by a name that it is not shown. */
  readonly nameOf: (tool: string) => string | undefined;
  /** The same, or the tool's own name: whoever knows it may call it, unless the list stands for names of another kind. */
  readonly shownOrOwn: (tool: string) => string | undefined;
  /** What the list holds is all that a model may hear of: it stands for old names, or for the doors to all others. */
  readonly isClosed: boolean;
  /** The list holds old names in place of ours. */
  readonly listsOldNames: boolean;
}

/** What the names depend on, settled when a server starts. */
export interface NameFacts<Deps> {
  readonly registry: Registry<Deps>;
  readonly policy: Policy;
  /** undefined: nobody was told what is shown, so every tool goes by its own name. */
  readonly listingOptions: ListingOptions | undefined;
}

const known = new WeakMap<Policy, WeakMap<object, WeakMap<object, CallerNames>>>();

/** Made once for a server: a registry, a policy and a showing last as long as it does. */
export function callerNames<Deps>({ registry, policy, listingOptions }: NameFacts<Deps>): CallerNames {
  const byRegistry = known.get(policy) ?? new WeakMap<object, WeakMap<object, CallerNames>>();
  known.set(policy, byRegistry);
  const byListing = byRegistry.get(registry) ?? new WeakMap<object, CallerNames>();
  byRegistry.set(registry, byListing);
  const made = byListing.get(listingOptions ?? nothingShown) ?? namesOf({ registry, policy, listingOptions });
  byListing.set(listingOptions ?? nothingShown, made);
  return made;
}

/** Stands for "nobody was told" among what names are kept by. */
const nothingShown = {};

function namesOf<Deps>({ registry, policy, listingOptions }: NameFacts<Deps>): CallerNames {
  const own = (tool: string) => (policy.permits(tool) ? tool : undefined);
  if (listingOptions === undefined) {
    return { isListed: () => false, nameOf: own, shownOrOwn: own, isClosed: false, listsOldNames: false };
  }
  const profile = ownValue(registry.profiles, listingOptions.profile);
  const isMeta = (listingOptions.surface ?? profile?.surface) === "meta";
  const listed = new Set(listedNames(registry, { listingOptions, policy }));
  const old = new Map<string, string>();
  for (const name of [...listed].sort()) {
    const target = ownValue(registry.aliases, name)?.target;
    if (target !== undefined && !old.has(target)) old.set(target, name);
  }
  const listsOldNames = !isMeta && profile?.listAs !== undefined;
  const nameOf = (tool: string) => {
    if (!policy.permits(tool)) return undefined;
    if (listed.has(tool)) return tool;
    const effects = ownValue(registry.tools, tool)?.effects;
    const hasProxyTool = effects !== undefined && !isBuiltinName(tool) && listed.has(proxyToolFor(effects));
    return old.get(tool) ?? (hasProxyTool ? tool : undefined);
  };
  const isClosed = isMeta || listsOldNames;
  return {
    isListed: (name) => listed.has(name),
    nameOf,
    // Built-in tools that stand in no list are for other surfaces.
    shownOrOwn: (tool) => nameOf(tool) ?? (isClosed || isBuiltinName(tool) ? undefined : own(tool)),
    isClosed,
    listsOldNames,
  };
}

/**
 * The names of `tools/list`, without reading it. A test holds them to the lists themselves.
 * @see listing.ts
 */
export function listedNames<Deps>(
  { profiles, aliases }: Pick<Registry<Deps>, "profiles" | "aliases">,
  { listingOptions, policy }: { readonly listingOptions: ListingOptions; readonly policy: Policy },
): readonly string[] {
  const profile = ownValue(profiles, listingOptions.profile);
  const permitted = (names: readonly string[]) => names.filter((name) => policy.permits(name));
  if ((listingOptions.surface ?? profile?.surface) === "meta") return permitted(metaTools);
  if (profile === undefined) return [];
  const { listAs, tools } = profile;
  if (listAs === undefined) return permitted([...tools, ...guideTools]);
  const old = Object.values(aliases).filter(
    ({ of, target }) => of === listAs && (isBuiltinName(target) || tools.includes(target)),
  );
  // Where an old name finds tools, doors to what it finds stand beside it.
  const proxies = old.some(({ target }) => isBuiltinName(target)) ? permitted(proxyTools) : [];
  return [...old.filter(({ target, name }) => policy.permits(target, name)).map(({ name }) => name), ...proxies];
}
