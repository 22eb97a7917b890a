import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
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

  test("every tool is imported", () => {
    expect(imported.tools.map(({ original }) => original)).toEqual(saved.map(({ name }) => name));
    expect(imported.lost.filter(({ effect }) => effect === "left-out")).toEqual([]);
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
          counts[ours(given).accepts ? "accepted" : "refused"]++;
          expect(disagreement(original, ours, losses, pointer, given)).toBe(undefined);
        }),
        { numRuns: samples },
      );
      // A law about nothing would hold as well.
      expect(counts.accepted).toBeGreaterThan(samples / 20);
    },
  );
});
