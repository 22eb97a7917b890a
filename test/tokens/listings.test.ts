import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Catalog, Detail, Profile, Tool } from "../../src/compiler/catalog/catalog.ts";
import { foldedTool } from "../../src/compiler/schema/folded-listing.ts";
import { profileListing } from "../../src/compiler/schema/profile-listing.ts";
import { wireTool } from "../../src/compiler/schema/wire-tool.ts";
import { builtinListing, listedSurface, surfaceListing } from "../../src/compiler/tokens/surface-listing.ts";
import { guideTools } from "../../src/contract/builtin-tools.ts";
import { field, richCatalog, string, tool } from "../emit/rich-catalog.ts";

const catalog = richCatalog();
const quiet: Catalog = { ...catalog, unknownParams: "warn" };

function profile(name: string): Profile {
  const found = catalog.profiles.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`the fixture has no profile ${name}`);
  return found;
}

describe("a folded tool", () => {
  const params = [
    field("title", string(), { required: true }),
    field("limit", { kind: "integer" }, { often: true }),
    field("word", string()),
    field("since", string({ format: "date" })),
  ];

  it("keeps required params and those marked often, and says how many more there are", () => {
    const folded = foldedTool(tool("note_find", { summary: "Find notes.", params }), quiet, "compact");
    expect(folded.description).toBe("Find notes. (+2 params)");
    expect(Object.keys(folded.inputSchema.properties ?? {})).toEqual(["title", "limit"]);
    expect(folded.inputSchema.required).toEqual(["title"]);
  });

  it("keeps what a call may be refused for: the action, params that an action requires, and the confirmation", () => {
    const cases = [
      { action: "show", requires: [], optional: ["since"] },
      { action: "move", requires: ["word"], optional: [] },
    ];
    const any = tool("note_manage", {
      params: [field("action", string()), ...params.slice(2), field("confirm", { kind: "boolean" })],
      actions: { by: "action", cases },
      confirm: { message: "burn the note" },
    });
    const folded = foldedTool(any, quiet, "compact");
    expect(Object.keys(folded.inputSchema.properties ?? {})).toEqual(["action", "word", "confirm"]);
    expect(folded.description).toBe("A tool. (+1 param)");
  });

  it("stays open where the tool itself is closed, so that a folded param can be sent", () => {
    const effects = { readOnly: false, destructive: true, idempotent: true, openWorld: false };
    const closed = tool("note_burn", { params, effects });
    expect(wireTool(closed, quiet, "compact").inputSchema.additionalProperties).toBe(false);
    expect(foldedTool(closed, quiet, "compact").inputSchema).not.toHaveProperty("additionalProperties");
  });

  it("is the tool itself where nothing is folded away", () => {
    const bare = tool("note_find", { params: params.slice(0, 2) });
    expect(foldedTool(bare, quiet, "compact")).toEqual(wireTool(bare, quiet, "compact"));
  });

  it("counts one param as one", () => {
    expect(foldedTool(tool("note_find", { params: params.slice(0, 3) }), quiet, "compact").description).toBe(
      "A tool. (+1 param)",
    );
  });

  it("is never longer than the tool itself by more than what it says of the rest", () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 8 });
    const flags = fc.array(fc.record({ required: fc.boolean(), often: fc.boolean() }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(names, flags, fc.constantFrom<Detail>("compact", "full", "verbose"), (keys, how, detail) => {
        const any = tool("note_find", { params: keys.map((key, index) => field(key, string(), how[index] ?? {})) });
        const direct = JSON.stringify(wireTool(any, quiet, detail)).length;
        expect(JSON.stringify(foldedTool(any, quiet, detail)).length).toBeLessThanOrEqual(
          direct + " (+8 params)".length,
        );
      }),
    );
  });
});

describe("a surface", () => {
  it("is, direct, what the profile lists", () => {
    for (const each of catalog.profiles) {
      const listed = surfaceListing(each, catalog, { surface: "direct" });
      const guides = each.listAs === undefined ? builtinListing(guideTools, each.detail ?? "compact") : [];
      expect(listed).toEqual([...profileListing(each, catalog), ...guides]);
    }
  });

  it("folded, lists the same names in the same order, and leaves old names as they are", () => {
    const names = (listing: readonly { readonly name: string }[]) => listing.map(({ name }) => name);
    for (const each of catalog.profiles) {
      const folded = surfaceListing(each, catalog, { surface: "folded" });
      expect(names(folded)).toEqual(names(surfaceListing(each, catalog, { surface: "direct" })));
    }
    const old = profile("old");
    expect(surfaceListing(old, catalog, { surface: "folded" })).toEqual(profileListing(old, catalog));
  });

  it("is the profile's own where none is named, and direct for auto", () => {
    const full = profile("full");
    const folded = surfaceListing(full, catalog, { surface: "folded" });
    expect(surfaceListing({ ...full, surface: "folded" }, catalog)).toEqual(folded);
    const direct = surfaceListing(full, catalog, { surface: "direct" });
    expect(surfaceListing({ ...full, surface: "auto" }, catalog)).toEqual(direct);
  });

  it("auto is meta once there are more than forty tools, or more than some ten thousand tokens", () => {
    const many = (count: number, description: string): Catalog => {
      const tools = Array.from({ length: count }, (_, index) => tool(`note_${index}`, { summary: description }));
      const profiles = [{ ...profile("full"), surface: "auto" as const, tools: tools.map(({ name }) => name) }];
      return { ...quiet, tools, profiles };
    };
    const surface = (each: Catalog) => listedSurface(each.profiles[0] ?? profile("full"), each);
    // Two of the forty are the built-in ones.
    expect(surface(many(38, "A tool."))).toBe("direct");
    expect(surface(many(39, "A tool."))).toBe("meta");
    expect(surface(many(10, "A long tool. ".repeat(400)))).toBe("meta");
  });

  it("meta, lists the same handful for every profile, one proxy tool for each risk", () => {
    const [first, ...others] = catalog.profiles.map((each) =>
      surfaceListing(each, catalog, { surface: "meta", detail: "compact" }),
    );
    expect(first?.map(({ name }) => name)).toEqual([
      "tool_search",
      "tool_describe",
      "tool_families",
      "call_read",
      "call_write",
      "call_destructive",
    ]);
    expect(first?.slice(3).map(({ annotations }) => annotations)).toEqual([
      { readOnlyHint: true },
      { destructiveHint: false },
      undefined,
    ]);
    for (const other of others) expect(other).toEqual(first);
  });

  it("with hints off, says nothing of effects", () => {
    const listing = surfaceListing(profile("full"), catalog, { hints: "off" });
    expect(listing.filter((each) => "annotations" in each)).toEqual([]);
    expect(listing).toHaveLength(profileListing(profile("full"), catalog).length + guideTools.length);
  });
});

describe("a deprecated tool", () => {
  const deprecated = (notice: NonNullable<Tool["deprecated"]>) =>
    wireTool(tool("note_find", { summary: "Find notes", deprecated: notice }), catalog, "compact").description;

  it.each([
    [{ since: "1.0.0" }, "Find notes. Deprecated."],
    [{ since: "1.0.0", sunset: "2027-12-01" }, "Find notes. Deprecated before 2027-12-01."],
    [{ since: "1.0.0", replacedBy: "note_search" }, "Find notes. Deprecated: use note_search."],
    [
      { since: "1.0.0", sunset: "2027-12-01", replacedBy: "note_search" },
      "Find notes. Deprecated: use note_search before 2027-12-01.",
    ],
  ])("says so in its description: %j", (notice, description) => {
    expect(deprecated(notice)).toBe(description);
  });

  it("says so in every detail", () => {
    const old = tool("note_find", { deprecated: { since: "1.0.0", replacedBy: "note_search" } });
    for (const detail of ["compact", "full", "verbose"] as const) {
      expect(wireTool(old, catalog, detail).description).toContain("Deprecated: use note_search.");
    }
  });
});
