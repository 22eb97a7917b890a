import { isBuiltinName } from "../../contract/builtin-tools.ts";
import type { Catalog, Detail, Profile } from "../catalog/catalog.ts";
import { currentTools } from "../catalog/versions.ts";
import type { WireTool } from "../schema/wire-tool.ts";
import { type CountTokens, listingTokens, type TokenEncoding, toolCosts } from "./listing-cost.ts";
import { type ListedSurface, type ListingOptions, listedSurface, surfaceListing } from "./surface-listing.ts";

// The token cost of a catalog for models, grouped in six ways. Every number is for a serialised `tools` array (or for one
// tool in it) as a client gets it.

export const cuts = ["tool", "family", "profile", "list", "surface", "detail"] as const;
export type Cut = (typeof cuts)[number];

export interface CostRow {
  readonly name: string;
  /** How many tools are listed. */
  readonly tools: number;
  readonly tokens: number;
  /** Maximum tokens that the profile allows for this row, if it has a budget. */
  readonly budget?: number;
}

/** How tokens are counted. */
export interface Counting {
  readonly countTokens: CountTokens;
  readonly encoding: TokenEncoding;
}

export interface Breakdown {
  readonly by: Cut;
  /** The profile of the rows; absent when the rows are profiles. */
  readonly profile?: string;
  readonly surface?: ListedSurface;
  readonly detail?: Detail;
  /** Largest first, then by name; surfaces and details stay in their order. */
  readonly rows: readonly CostRow[];
  /** The whole list of the profile; absent where rows are different forms of the same list. */
  readonly total?: CostRow;
}

/** Cost of every profile, against its budget. */
export function profilesBreakdown(catalog: Catalog, profiles: readonly Profile[], counting: Counting): Breakdown {
  return { by: "profile", rows: largestFirst(profiles.map((profile) => profileRow(profile, catalog, counting))) };
}

const listedSurfaces = ["meta", "folded", "direct"] as const satisfies readonly ListedSurface[];

/** Cost of every profile on every surface; the budget is for the surface that the profile uses. */
export function listsBreakdown(catalog: Catalog, profiles: readonly Profile[], counting: Counting): Breakdown {
  const rows = profiles.flatMap((profile) => {
    const own = listedSurface(profile, catalog);
    return listedSurfaces.map((surface) => {
      const name = surface === own ? `${profile.name} ${surface} *` : `${profile.name} ${surface}`;
      const budget = surface === own ? profile.tokenBudget : undefined;
      return costRow(name, surfaceListing(profile, catalog, { surface }), counting, budget);
    });
  });
  return { by: "list", rows };
}

/** One profile, grouped by anything except profiles. */
export function profileBreakdown(
  by: Exclude<Cut, "profile" | "list">,
  profile: Profile,
  catalog: Catalog,
  counting: Counting,
): Breakdown {
  const about = { by, profile: profile.name };
  const surface = listedSurface(profile, catalog);
  const detail = profile.detail ?? "compact";
  const row = (name: string, listingOptions: ListingOptions) =>
    costRow(name, surfaceListing(profile, catalog, listingOptions), counting, undefined);
  switch (by) {
    case "tool":
    case "family": {
      const rows =
        by === "tool" ? toolRows(profile, catalog, counting) : largestFirst(familyRows(profile, catalog, counting));
      return { ...about, surface, detail, rows, total: profileRow(profile, catalog, counting) };
    }
    case "surface":
      return { ...about, detail, rows: listedSurfaces.map((shown) => row(shown, { surface: shown })) };
    case "detail": {
      const details = (["compact", "full", "verbose"] as const).map((shown) => row(shown, { detail: shown }));
      return { ...about, surface, rows: [row("compact, hints off", { detail: "compact", hints: "off" }), ...details] };
    }
  }
}

function profileRow(profile: Profile, catalog: Catalog, counting: Counting): CostRow {
  return costRow(profile.name, surfaceListing(profile, catalog), counting, profile.tokenBudget);
}

function toolRows(profile: Profile, catalog: Catalog, { countTokens, encoding }: Counting): readonly CostRow[] {
  const costs = toolCosts(surfaceListing(profile, catalog), countTokens, encoding);
  const budget = profile.tokenBudgetPerTool;
  return costs.map(({ name, tokens }) => ({ name, tools: 1, tokens, ...(budget === undefined ? {} : { budget }) }));
}

function familyRows(profile: Profile, catalog: Catalog, counting: Counting): readonly CostRow[] {
  const families = new Map(
    currentTools(catalog).flatMap(({ name, family, aliases }) => [
      [name, family] as const,
      ...aliases.map((alias) => [alias.name, family] as const),
    ]),
  );
  const builtIn = new Set((catalog.builtins ?? []).flatMap(({ aliases }) => aliases.map(({ name }) => name)));
  const listed = surfaceListing(profile, catalog);
  const row = (label: string, isMember: (name: string) => boolean) => {
    const members = listed.filter(({ name }) => isMember(name));
    return members.length === 0 ? [] : [costRow(label, members, counting, undefined)];
  };
  return [
    ...catalog.families.flatMap(({ name: family }) => row(family, (name) => families.get(name) === family)),
    ...row("(built in)", (name) => isBuiltinName(name) || builtIn.has(name)),
  ];
}

function costRow(
  name: string,
  tools: readonly WireTool[],
  { countTokens, encoding }: Counting,
  budget: number | undefined,
): CostRow {
  const tokens = listingTokens(tools, countTokens, encoding);
  return { name, tools: tools.length, tokens, ...(budget === undefined ? {} : { budget }) };
}

function largestFirst(rows: readonly CostRow[]): readonly CostRow[] {
  return [...rows].sort((a, b) => b.tokens - a.tokens || (a.name < b.name ? -1 : 1));
}
