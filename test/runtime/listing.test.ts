import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import { loadTokenCounter } from "../../src/cli/token-counter.ts";
import { surfaceListing } from "../../src/compiler/tokens/surface-listing.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { listedNames } from "../../src/runtime/caller-names.ts";
import { listTools } from "../../src/runtime/listing.ts";
import { createPolicy } from "../../src/runtime/policy.ts";
import { realCatalog } from "../diff/real-catalog.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";

// What the workbench lists, in every way that it can be shown. The runtime puts lists together from what the compiler
// left; the compiler makes each as a whole. Both must be the same bytes.

const surfaces = ["direct", "folded", "meta"] as const;
const details = ["compact", "full", "verbose"] as const;
const everything = createPolicy({});
const { catalog } = realCatalog();
const countTokens = await loadTokenCounter(["cl100k_base"]);

const ways = catalog.profiles.flatMap((profile) =>
  surfaces.flatMap((surface) =>
    details.flatMap((detail) => (["on", "off"] as const).map((hints) => ({ profile, surface, detail, hints }))),
  ),
);

describe.each(ways)("$profile.name, $surface, $detail, hints $hints", ({ profile, surface, detail, hints }) => {
  test("is listed by the runtime as the compiler would list it", async () => {
    const listed = await listTools(registry, { profile: profile.name, surface, detail, hints }, everything);
    expect(JSON.stringify(listed)).toBe(JSON.stringify(surfaceListing(profile, catalog, { surface, detail, hints })));
  });
});

test("every list is as it was: how many tools, what they cost, and their bytes", async () => {
  const rows = await Promise.all(
    ways.map(async ({ profile, surface, detail, hints }) => {
      const text = JSON.stringify(
        await listTools(registry, { profile: profile.name, surface, detail, hints }, everything),
      );
      const tools = (JSON.parse(text) as unknown[]).length;
      const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
      const way = `${profile.name} ${surface} ${detail} hints-${hints}`;
      return `${way.padEnd(36)} ${String(tools).padStart(3)} tools ${String(countTokens(text, "cl100k_base")).padStart(6)} tokens  ${hash}`;
    }),
  );
  const golden = join(import.meta.dirname, "../golden/listings/workbench.txt");
  const found = `${rows.join("\n")}\n`;
  if (mayRewriteGoldens()) writeFileSync(golden, found);
  expect(found).toBe(existsSync(golden) ? readFileSync(golden, "utf8") : "");
});

// Hints and near misses ask this, without reading a list.
test.each(ways.filter(({ detail, hints }) => detail === "compact" && hints === "on"))(
  "the names of $profile.name, $surface, are known without the list, whatever policy denies",
  async ({ profile, surface }) => {
    const listingOptions = { profile: profile.name, surface };
    for (const deny of [[], ["memory_*"], ["recall", "call_write", "tool_search"], ["*"]]) {
      const policy = createPolicy({ deny });
      const listed = (await listTools(registry, listingOptions, policy)).map(({ name }) => name);
      expect([...listedNames(registry, { listingOptions, policy })].sort()).toEqual(listed.sort());
    }
  },
);

describe("what policy denies", () => {
  const names = (tools: readonly JsonObject[]) => tools.map(({ name }) => name);

  test("is on no surface, the built-in tools no less", async () => {
    const policy = createPolicy({ deny: ["memory_*", "tool_search", "call_destructive"] });
    const direct = names(await listTools(registry, { profile: "full", surface: "direct" }, policy));
    expect(direct.filter((name) => String(name).startsWith("memory_") || name === "tool_search")).toEqual([]);
    expect(direct).toContain("tool_describe");
    expect(names(await listTools(registry, { profile: "full", surface: "meta" }, policy))).toEqual([
      "tool_describe",
      "tool_families",
      "call_read",
      "call_write",
    ]);
  });

  test("leaves no old name of it", async () => {
    const policy = createPolicy({ deny: ["memory_recall"] });
    expect(names(await listTools(registry, { profile: "zetmem" }, policy))).toEqual([
      "store_coding_memory",
      "store_memory",
      "evolve_memory_network",
      "perform_onboarding",
      "workspace_create",
      "workspace_init",
      "workspace_retrieve",
    ]);
  });
});

test("an unknown profile is refused with the known ones", async () => {
  await expect(listTools(registry, { profile: "nope" }, everything)).rejects.toThrow(
    "unknown profile 'nope'; the profiles are: core, memory, full, graph, places, ramorie, pm, zetmem",
  );
});
