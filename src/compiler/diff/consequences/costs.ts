import { sameJson } from "../../../contract/alias.ts";
import type { Detail } from "../../catalog/catalog.ts";
import { pointer } from "../../catalog/origins.ts";
import { type WireTool, wireTool } from "../../schema/wire-tool.ts";
import { maxTokenGrowth, minTokenCount } from "../../tokens/growth-bounds.ts";
import { type CountTokens, listingTokens } from "../../tokens/listing-cost.ts";
import { surfaceListing } from "../../tokens/surface-listing.ts";
import { type ComparedCatalog, type ComparedTool, ownCatalog, ownTool } from "../compared.ts";
import { type Consequence, consequence, type Sides, type TouchedTool } from "./consequence.ts";

// What tools and profiles cost every model that is shown them, counted in cl100k. Without a counter, nothing.

/** A cost that grew by less, in part or in tokens, is not worth a word. */
const minShare = 0.1;
const minTokens = 20;

export function costConsequences(touched: readonly TouchedTool[], sides: Sides): readonly Consequence[] {
  const { countTokens } = sides;
  if (countTokens === undefined) return [];
  return [...touched.flatMap((tool) => toolCost(tool, sides, countTokens)), ...profileCosts(sides, countTokens)];
}

function toolCost({ at, base, head }: TouchedTool, sides: Sides, countTokens: CountTokens): readonly Consequence[] {
  if (base === undefined) return [];
  const was = tokensOf(base, sides.base, countTokens);
  return grown(`'${head.name}'`, was, tokensOf(head, sides.head, countTokens)).map((message) =>
    consequence("token-cost-increased", at, message, "shorten its texts, or split it"),
  );
}

function grown(subject: string, was: number, is: number): readonly string[] {
  const more = is - was;
  if (more < minTokens || more <= was * minShare) return [];
  return [`${subject} costs '${is}' tokens instead of '${was}', ${Math.round((more / was) * 100)} % more`];
}

/** In the most detail in which a profile lists it. */
function tokensOf(tool: ComparedTool, catalog: ComparedCatalog, countTokens: CountTokens): number {
  const shown =
    tool.listed === undefined ? wireTool(ownTool(tool), ownCatalog(catalog), detailOf(tool, catalog)) : tool.listed.raw;
  return countTokens(JSON.stringify(shown), "cl100k_base");
}

function detailOf(tool: ComparedTool, catalog: ComparedCatalog): Detail {
  const shown = catalog.profiles.filter(({ tools }) => tools.includes(tool.name)).map(({ detail }) => detail);
  return (["verbose", "full"] as const).find((detail) => shown.includes(detail)) ?? "compact";
}

function profileCosts({ base, head }: Sides, countTokens: CountTokens): readonly Consequence[] {
  if (head.listed === true) return [];
  return head.profiles.flatMap((profile, index): Consequence[] => {
    const { name, tokenBudget } = profile;
    const at = { subject: `profile ${name}`, headPointer: pointer("/profiles", index) };
    const [before, after] = [listingOf(name, base), listingOf(name, head)];
    // Most profiles show none of what changed.
    if (before === undefined || after === undefined || sameJson(before, after)) return [];
    if (tokenBudget === undefined && !mayHaveGrown(before, after)) return [];
    const was = listingTokens(before, countTokens);
    const is = listingTokens(after, countTokens);
    // What is over its budget is reported as that.
    if (is > (tokenBudget ?? Number.POSITIVE_INFINITY)) return [];
    return grown(`profile '${name}'`, was, is).map((message) =>
      consequence("token-cost-increased", at, message, "shorten texts, or show fewer tools"),
    );
  });
}

/** Most lists need not be counted: a long one grows by a tenth only where much is new. */
function mayHaveGrown(before: readonly WireTool[], after: readonly WireTool[]): boolean {
  const more = maxTokenGrowth(before, after);
  const enough = Math.ceil(more / minShare);
  return more >= minTokens && minTokenCount(before, enough) < enough;
}

function listingOf(name: string, catalog: ComparedCatalog): ReturnType<typeof surfaceListing> | undefined {
  const profile = catalog.profiles.find((one) => one.name === name);
  return profile === undefined ? undefined : surfaceListing(profile, ownCatalog(catalog));
}
