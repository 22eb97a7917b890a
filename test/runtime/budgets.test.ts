import { describe, expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import { loadTokenCounter } from "../../src/cli/token-counter.ts";
import { type ListingOptions, listTools } from "../../src/runtime/listing.ts";
import { createPolicy } from "../../src/runtime/policy.ts";

// What the workbench may cost a model: cl100k over the very array that is sent, built-in tools included. The promises to
// users are 1,700 for core and 900 for meta. Everything, folded, was to cost 60 and 47 a tool as long as that hid what calls need:
// params that an action requires, and what agents send daily. The limits here stand a little above
// what the lists cost today, so that growth is noticed: who needs more shortens the text first, and then raises a limit
// (never past its promise) in the very change that needs it. `pegboard tokens --by list` shows every list; profiles have
// budgets of the same kind in schema/catalog.yaml.

const countTokens = await loadTokenCounter(["cl100k_base"]);

async function cost(listingOptions: ListingOptions): Promise<{ readonly whole: number; readonly each: number }> {
  const tools = await listTools(registry, listingOptions, createPolicy({}));
  const whole = countTokens(JSON.stringify(tools), "cl100k_base");
  return { whole, each: whole / tools.length };
}

describe("a list costs at most", () => {
  test("1,700 tokens for the profile core", async () => {
    expect((await cost({ profile: "core" })).whole).toBeLessThanOrEqual(1_700);
  });

  test("90 tokens a tool for everything, folded, and 75 without hints", async () => {
    const folded = { profile: "full", surface: "folded" } as const;
    expect((await cost(folded)).each).toBeLessThanOrEqual(90);
    expect((await cost({ ...folded, hints: "off" })).each).toBeLessThanOrEqual(75);
  });

  test("430 tokens on the surface meta, whatever the catalog", async () => {
    expect((await cost({ profile: "full", surface: "meta" })).whole).toBeLessThanOrEqual(430);
  });
});
