import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import { loadTokenCounter } from "../../src/cli/token-counter.ts";
import { isBuiltinName } from "../../src/contract/builtin-tools.ts";
import { catalogDocs } from "../../src/runtime/catalog-docs.ts";
import { instructionsOf } from "../../src/runtime/guide.ts";
import { guidePage } from "../../src/runtime/guide-page.ts";
import { type ListingOptions, listTools } from "../../src/runtime/listing.ts";
import { createPolicy } from "../../src/runtime/policy.ts";
import type { Registry } from "../../src/runtime/registry.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";

// The instructions for a model that connects to the workbench, in every way that it can be shown: test/golden/guide.

interface Way {
  readonly name: string;
  readonly listingOptions: ListingOptions;
  readonly deny?: readonly string[];
}

const ways: readonly Way[] = [
  { name: "core", listingOptions: { profile: "core" } },
  { name: "memory", listingOptions: { profile: "memory" } },
  { name: "meta", listingOptions: { profile: "full", surface: "meta" } },
  { name: "ramorie", listingOptions: { profile: "ramorie" } },
  { name: "zetmem", listingOptions: { profile: "zetmem" } },
  { name: "places", listingOptions: { profile: "places" } },
  { name: "ai-memory", listingOptions: { profile: "ai_memory" } },
  { name: "no-sessions", listingOptions: { profile: "full", surface: "direct" }, deny: ["session_*"] },
  { name: "no-search", listingOptions: { profile: "full", surface: "folded" }, deny: ["tool_search", "memory_store"] },
  {
    name: "only-reads",
    listingOptions: { profile: "full", surface: "meta" },
    deny: ["call_write", "call_destructive"],
  },
];

async function reported<Deps>(of: Registry<Deps>, { listingOptions, deny = [] }: Way) {
  const policy = createPolicy({ deny });
  const shown = { listingOptions, policy };
  return {
    instructions: instructionsOf(of, shown),
    page: guidePage(of, shown, await catalogDocs(of)),
    listed: (await listTools(of, listingOptions, policy)).map(({ name }) => name),
    policy,
  };
}

const countTokens = await loadTokenCounter(["cl100k_base"]);

describe.each(ways)("$name", (way) => {
  test("is written as agreed", async () => {
    const { instructions, page } = await reported(registry, way);
    expectGolden(`${way.name}.instructions.txt`, `${instructions}\n`);
    expectGolden(`${way.name}.guide.md`, page);
  });

  test("costs a model 300 tokens at most", async () => {
    const { instructions } = await reported(registry, way);
    expect(countTokens(instructions, "cl100k_base")).toBeLessThanOrEqual(300);
  });

  test("names nothing that the model is not shown", async () => {
    const { instructions, page, listed, policy } = await reported(registry, way);
    expect(strangeNames(instructions, listed, way, policy)).toEqual([]);
    expect(strangeNames(page, listed, way, policy)).toEqual([]);
    const unlisted = Object.keys(registry.tools).filter(
      (name) => !listed.includes(name) && !listed.includes("call_read"),
    );
    expect(unlisted.filter((name) => new RegExp(`\\b${name}\\b`).test(instructions))).toEqual([]);
  });
});

/**
 * Names that policy denies; where old names are listed, all others too; of the built-in tools, those that are not listed.
 */
function strangeNames(
  text: string,
  listed: readonly unknown[],
  { listingOptions }: Way,
  policy: ReturnType<typeof createPolicy>,
): readonly string[] {
  const listsOldNames = registry.profiles[listingOptions.profile as "core"]?.listAs !== undefined;
  const words = new Set(text.match(/\b[a-z]+(?:_[a-z]+)+\b/g));
  return [...words].filter((word) => {
    if (isBuiltinName(word)) return !listed.includes(word);
    if (!Object.hasOwn(registry.tools, word)) return false;
    // A proxy tool calls it by any name.
    return !policy.permits(word) || (listsOldNames && !listed.includes(word) && !listed.includes("call_read"));
  });
}

test("names are found out that should not be there", async () => {
  const way: Way = { name: "core", listingOptions: { profile: "core" }, deny: ["memory_recall"] };
  const { policy, listed } = await reported(registry, way);
  const text = "Look with memory_recall or tool_families, then task_get.";
  expect(strangeNames(text, listed, way, policy)).toEqual(["memory_recall", "tool_families"]);
  const old: Way = { name: "ramorie", listingOptions: { profile: "ramorie" } };
  expect(strangeNames("task_get or recall", (await reported(registry, old)).listed, old, createPolicy({}))).toEqual([
    "task_get",
  ]);
});

describe("a large catalog", () => {
  const families = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`family${at}`, { title: `Family ${at}`, summary: "Does one thing well" }]),
  );
  const [first] = Object.values(registry.tools);
  if (first === undefined) throw new Error("the workbench has no tools");
  const tools = Object.fromEntries(
    Object.keys(families).map((family) => [
      `${family}_do`,
      { ...first, name: `${family}_do`, family, session: "required" as const },
    ]),
  );
  const workflows = Array.from({ length: 100 }, (_, at) => ({ goal: `Reach goal ${at}`, steps: ["family1_do"] }));
  const { name, version } = registry.server;
  const large = { ...registry, server: { name, version }, families, tools, workflows, opensSession: "family0_do" };

  test("has instructions of the same length, which count the rest", async () => {
    const { instructions } = await reported(large, {
      name: "large",
      listingOptions: { profile: "full", surface: "meta" },
    });
    expect(countTokens(instructions, "cl100k_base")).toBeLessThanOrEqual(300);
    expect(instructions).toContain("\nOpen a session with family0_do before you write.\n");
    expect(instructions.match(/^- and \d+ more$/gm)).toEqual(["- and 48 more", "- and 92 more"]);
  });
});

function expectGolden(name: string, text: string): void {
  const path = join(import.meta.dirname, "..", "golden", "guide", name);
  if (mayRewriteGoldens() && (!existsSync(path) || readFileSync(path, "utf8") !== text)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  expect(text).toBe(existsSync(path) ? readFileSync(path, "utf8") : "");
}

describe("a profile with plain texts", () => {
  const written = (instructions: string | undefined, texts: "plain" | undefined) => {
    const { instructions: _, ...server } = registry.server;
    const profile = registry.profiles.core;
    if (profile === undefined) throw new Error("there is no profile core");
    const { texts: __, ...core } = profile;
    const of = {
      ...registry,
      server: { ...server, ...(instructions === undefined ? {} : { instructions }) },
      profiles: { ...registry.profiles, core: { ...core, ...(texts === undefined ? {} : { texts }) } },
    };
    return (listing: Partial<ListingOptions> = {}) =>
      instructionsOf(of, { listingOptions: { profile: "core", ...listing }, policy: createPolicy({}) });
  };

  test.each(["Ask first.", "  Ask first.\n\n- Then act.  \n", "\tTabs\tstay"])(
    "has the instructions %j byte for byte",
    (text) => {
      expect(written(text, "plain")()).toBe(text);
    },
  );

  test.each([undefined, "", " \n "])("has none where its author wrote %j", (text) => {
    expect(written(text, "plain")()).toBe("");
  });

  test("has the guide's lines as soon as another list is asked for", () => {
    expect(written("Ask first.", "plain")({ detail: "full" })).toContain("More: the resource");
    expect(written("Ask first.", undefined)()).toMatch(/^Ask first\.\n[\s\S]*More: the resource/);
  });
});
