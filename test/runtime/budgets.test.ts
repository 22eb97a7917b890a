import { describe, expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import { loadTokenCounter } from "../../src/cli/token-counter.ts";
import { listTools, type Showing } from "../../src/runtime/listing.ts";
import { createPolicy } from "../../src/runtime/policy.ts";

// What the workbench may cost a model: cl100k over the very array that is sent, built-in tools included. The limits are
// promises to users; a tool that does not fit in makes room by saying it in fewer words.

const countTokens = await loadTokenCounter(["cl100k_base"]);

async function cost(showing: Showing): Promise<{ readonly whole: number; readonly each: number }> {
  const tools = await listTools(registry, showing, createPolicy({}));
  const whole = countTokens(JSON.stringify(tools), "cl100k_base");
  return { whole, each: whole / tools.length };
}

describe("a list costs at most", () => {
  test("1,700 tokens for the profile core", async () => {
    expect((await cost({ profile: "core" })).whole).toBeLessThanOrEqual(1_700);
  });

  test("60 tokens a tool for everything, folded, and 47 without hints", async () => {
    const folded = { profile: "full", surface: "folded" } as const;
    expect((await cost(folded)).each).toBeLessThanOrEqual(60);
    expect((await cost({ ...folded, hints: "off" })).each).toBeLessThanOrEqual(47);
  });

  test("900 tokens on the surface meta, whatever the catalog", async () => {
    expect((await cost({ profile: "full", surface: "meta" })).whole).toBeLessThanOrEqual(900);
  });
});
