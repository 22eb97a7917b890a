import { readBuiltinCatalog } from "../builtins/builtin-catalog.ts";
import type { Catalog, Detail, Field, Profile, Tool } from "../catalog/catalog.ts";
import { currentTools } from "../catalog/versions.ts";
import { foldedTool, type ShownBecause, shownBecause } from "../schema/folded-listing.ts";
import { type WireTool, wireAlias, wireTool } from "../schema/wire-tool.ts";
import type { Counting } from "./breakdown.ts";
import { type ListedSurface, listedSurface, surfaceListing } from "./surface-listing.ts";

/** What one param of a listed tool costs, or would cost if it were shown. */
export interface ParamCost {
  /** The name under which the tool is listed. */
  readonly tool: string;
  readonly param: string;
  /** Tokens by which the tool is longer with it than without it. */
  readonly tokens: number;
  /** false: it is folded away. */
  readonly shown: boolean;
  /** `optional` is folded away on the surface `folded` and shown on the others. */
  readonly why: ShownBecause | "optional";
}

export interface ParamBreakdown {
  readonly by: "param";
  readonly profile: string;
  readonly surface: ListedSurface;
  readonly detail: Detail;
  /** Tools in the order of the list, their params in the order of the catalog. */
  readonly rows: readonly ParamCost[];
}

/**
 * The cost of every param in the list of a profile. That of a param that is folded away is exactly what the list grows by when it
 * is marked `often: true`, the change of "(+2 params)" included.
 */
export function paramBreakdown(profile: Profile, catalog: Catalog, counting: Counting): ParamBreakdown {
  const surface = listedSurface(profile, catalog);
  const detail = profile.detail ?? "compact";
  const listed = listedTools(catalog, surface, detail);
  const rows = surfaceListing(profile, catalog).flatMap(({ name }) => {
    const tool = listed.get(name);
    return tool === undefined ? [] : costsOf(name, tool, counting);
  });
  return { by: "param", profile: profile.name, surface, detail, rows };
}

/** A name of the list, and how its entry would be with other params. */
interface ListedTool {
  readonly params: readonly Field[];
  readonly entry: (params: readonly Field[]) => WireTool;
  readonly because: (param: Field) => ParamCost["why"];
  readonly isFolded: boolean;
}

/** Everything that a profile may list, by the name under which it is listed. */
function listedTools(catalog: Catalog, surface: ListedSurface, detail: Detail): ReadonlyMap<string, ListedTool> {
  const isFolded = surface === "folded";
  const current = (owner: Catalog) => (tool: Tool) => {
    const entry = (params: readonly Field[]) =>
      isFolded ? foldedTool({ ...tool, params }, owner, detail) : wireTool({ ...tool, params }, owner, detail);
    const because = (param: Field) => shownBecause(tool, param) ?? "optional";
    return [tool.name, { params: tool.params, entry, because, isFolded }] as const;
  };
  const old = (tool: Tool) =>
    tool.aliases.map((alias) => {
      const entry = (params: readonly Field[]) => wireAlias({ ...alias, params }, tool, catalog, detail);
      const because = ({ required }: Field) => (required ? "required" : "optional");
      return [alias.name, { params: alias.params, entry, because, isFolded: false }] as const;
    });
  const builtins = readBuiltinCatalog();
  return new Map<string, ListedTool>([
    ...builtins.tools.map(current(builtins)),
    ...currentTools(catalog).map(current(catalog)),
    ...[...currentTools(catalog), ...(catalog.builtins ?? [])].flatMap(old),
  ]);
}

function costsOf(
  tool: string,
  { params, entry, because, isFolded }: ListedTool,
  { countTokens, encoding }: Counting,
): readonly ParamCost[] {
  const tokensWith = (some: readonly Field[]) => countTokens(JSON.stringify(entry(some)), encoding);
  const whole = tokensWith(params);
  return params.map((param) => {
    const why = because(param);
    const shown = !isFolded || why !== "optional";
    const tokens = shown
      ? whole - tokensWith(params.filter((other) => other !== param))
      : tokensWith(params.map((other) => (other === param ? { ...param, often: true } : other))) - whole;
    return { tool, param: param.name, tokens, shown, why };
  });
}
