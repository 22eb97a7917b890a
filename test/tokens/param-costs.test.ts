import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Catalog, Detail, Profile } from "../../src/compiler/catalog/catalog.ts";
import { paramBreakdown } from "../../src/compiler/tokens/param-costs.ts";
import { surfaceListing } from "../../src/compiler/tokens/surface-listing.ts";
import { field, richCatalog, string, tool } from "../emit/rich-catalog.ts";

const catalog = richCatalog();

/** One token a character. */
const counting = { countTokens: (text: string) => text.length, encoding: "cl100k_base" as const };
const lengthOf = (profile: Profile, of: Catalog) => JSON.stringify(surfaceListing(profile, of)).length;

const folded: Profile = { name: "core", selects: {}, tools: ["note_find"], surface: "folded" };

describe("the cost of a param", () => {
  it("that is folded away is what the list grows by when it is marked often", () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 6 });
    const flags = fc.array(fc.record({ required: fc.boolean(), often: fc.boolean() }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(names, flags, fc.constantFrom<Detail>("compact", "full", "verbose"), (keys, how, detail) => {
        const params = keys.map((key, index) => field(key, string(), how[index] ?? {}));
        const profile = { ...folded, detail };
        const withParams = (some: typeof params) => ({ ...catalog, tools: [tool("note_find", { params: some })] });
        const { rows } = paramBreakdown(profile, withParams(params), counting);
        const ours = rows.filter((row) => row.tool === "note_find");
        expect(ours.map(({ param, shown }) => [param, shown])).toEqual(
          params.map(({ name, required, often }) => [name, required || often === true]),
        );
        for (const { param, shown, tokens } of ours) {
          const marked = params.map((each) => (each.name === param ? { ...each, often: true } : each));
          const grown = lengthOf(profile, withParams(marked)) - lengthOf(profile, withParams(params));
          expect(shown ? 0 : tokens).toBe(grown);
        }
      }),
    );
  });

  it.each(catalog.profiles)("is given for each param that $name lists, under the listed name", (profile) => {
    const { rows } = paramBreakdown(profile, catalog, counting);
    expect(rows.every(({ shown, tokens }) => shown && tokens > 0)).toBe(true);
    const listed = surfaceListing(profile, catalog).flatMap(({ name, inputSchema: { properties = {} } }) =>
      Object.keys(properties).map((param) => `${name}.${param}`),
    );
    // The handle of the session is a param of the server's, of no tool.
    const own = listed.filter((name) => !name.endsWith(".session"));
    expect(rows.map(({ tool: name, param }) => `${name}.${param}`)).toEqual(own);
  });
});
