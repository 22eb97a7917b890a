import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { surfaceListing } from "../../src/compiler/tokens/surface-listing.ts";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { argumentsNear } from "./arguments-near.ts";
import { disagreement, importAndCompile, inputOf, originalJudge, ourJudge, toolOf } from "./judge.ts";

// Lists of real servers, saved: every tool judges arguments as the original does, or a listed loss says where it doesn't.
// test/process/import.test.ts asks the servers themselves.

const lists = join(import.meta.dirname, "..", "fixtures", "lists");
const samples = 150;

describe.each(readdirSync(lists))("%s", (file) => {
  const list: unknown = JSON.parse(readFileSync(join(lists, file), "utf8"));
  const saved = isJsonObject(list) && Array.isArray(list.tools) ? (list.tools as readonly JsonObject[]) : [];
  const server = isJsonObject(list) ? String(list.package) : "";
  const { imported, catalog } = importAndCompile(list, server);

  test("every tool is imported, and nothing is lost", () => {
    expect(imported.tools.map(({ original }) => original)).toEqual(saved.map(({ name }) => name));
    // What the list does not say of effects is a guess, which the list does not show either.
    expect(imported.lost.filter(({ effect }) => effect !== "assumed")).toEqual([]);
  });

  test("what is listed equals what was listed", () => {
    const profile = catalog.profiles.find(({ name }) => name === "as_imported");
    if (profile === undefined) throw new Error("no such profile");
    const listed: unknown = JSON.parse(JSON.stringify(surfaceListing(profile, catalog)));
    expect(listed).toEqual(saved);
  });

  test.each(saved.map((raw, index) => ({ raw, index, name: String(raw.name) })))(
    "$name judges alike",
    ({ raw, index, name }) => {
      const to = imported.tools.find(({ original }) => original === name)?.name ?? "";
      const original = originalJudge(inputOf(raw));
      const ours = ourJudge(toolOf(catalog, to), catalog, name);
      const losses = imported.lost.filter(({ tool }) => tool === name);
      const pointer = `/tools/${index}/inputSchema`;
      const counts = { accepted: 0, refused: 0 };
      fc.assert(
        fc.property(argumentsNear(inputOf(raw)), (given) => {
          const verdict = ours(given);
          counts[verdict.accepts ? "accepted" : "refused"]++;
          expect(disagreement(original, ours, losses, pointer, given)).toBe(undefined);
          // The handler gets what the original's got, and defaults beside it.
          if (verdict.accepts) expect(verdict.value).toMatchObject(given);
        }),
        { numRuns: samples },
      );
      // A law about nothing would hold as well.
      expect(counts.accepted).toBeGreaterThan(samples / 20);
    },
  );
});
