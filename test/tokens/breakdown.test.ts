import { describe, expect, it } from "vitest";
import type { Profile } from "../../src/compiler/catalog/catalog.ts";
import { profileBreakdown, profilesBreakdown } from "../../src/compiler/tokens/breakdown.ts";
import { type CountTokens, listingCost } from "../../src/compiler/tokens/listing-cost.ts";
import { surfaceListing } from "../../src/compiler/tokens/surface-listing.ts";
import { richCatalog } from "../emit/rich-catalog.ts";

const catalog = richCatalog();

/** One token a character: what is counted can be read off. */
const countTokens: CountTokens = (text) => text.length;
const counting = { countTokens, encoding: "cl100k_base" as const };

function profile(name: string): Profile {
  const found = catalog.profiles.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`the fixture has no profile ${name}`);
  return found;
}

const bytesOnTheWire = (name: string) => JSON.stringify(surfaceListing(profile(name), catalog)).length;

describe("what a list costs", () => {
  it("is counted over the serialised array, byte for byte", () => {
    const tools = surfaceListing(profile("full"), catalog);
    const seen: string[] = [];
    const cost = listingCost(tools, (text) => seen.push(text));
    expect(seen[0]).toBe(JSON.stringify(tools));
    expect(cost.bytes).toBe(Buffer.byteLength(JSON.stringify(tools)));
  });

  it("names the dearest tools first", () => {
    const { tools, tokens } = listingCost(surfaceListing(profile("full"), catalog), countTokens);
    expect(tools.map(({ tokens: each }) => each)).toEqual(tools.map(({ tokens: each }) => each).sort((a, b) => b - a));
    // Brackets and commas stand between them.
    expect(tools.reduce((sum, each) => sum + each.tokens, 0) + tools.length + 1).toBe(tokens);
  });
});

describe("a breakdown", () => {
  it("by profile counts each profile and knows its budget", () => {
    const { rows } = profilesBreakdown(catalog, catalog.profiles, counting);
    expect(rows.map(({ name }) => name)).toEqual(["loud", "full", "old"]);
    expect(rows.find(({ name }) => name === "loud")).toEqual({
      name: "loud",
      // Its own one, and the two that find and describe tools.
      tools: 3,
      tokens: bytesOnTheWire("loud"),
      budget: 9000,
    });
  });

  it("by tool ends with the whole list", () => {
    const cut = profileBreakdown("tool", { ...profile("full"), tokenBudgetPerTool: 70 }, catalog, counting);
    expect(cut.rows).toHaveLength(6);
    expect(cut.rows.every(({ budget, tools }) => budget === 70 && tools === 1)).toBe(true);
    expect(cut.total).toEqual({ name: "full", tools: 6, tokens: bytesOnTheWire("full") });
  });

  it("by family counts old names with the family of their tool", () => {
    const cut = profileBreakdown("family", profile("old"), catalog, counting);
    expect(cut.rows).toEqual([{ name: "notes", tools: cut.total?.tools, tokens: bytesOnTheWire("old") }]);
  });

  it("by surface and by detail goes from little to much", () => {
    const amounts = (by: "surface" | "detail") =>
      profileBreakdown(by, profile("full"), catalog, counting).rows.map(({ name, tokens }) => [name, tokens] as const);
    const surfaces = amounts("surface");
    const details = amounts("detail");
    expect(surfaces.map(([name]) => name)).toEqual(["meta", "folded", "direct"]);
    expect(details.map(([name]) => name)).toEqual(["compact, hints off", "compact", "full", "verbose"]);
    for (const cut of [surfaces.slice(1), details]) {
      expect(cut.map(([, tokens]) => tokens)).toEqual(cut.map(([, tokens]) => tokens).sort((a, b) => a - b));
    }
  });
});
