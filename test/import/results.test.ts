import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { anyInput } from "./any-schema.ts";
import { argumentsNear } from "./arguments-near.ts";
import { importAndCompile, originalJudge, ourResultJudge, toolOf } from "./judge.ts";

// The law of the import, for results: what the original's output schema allows, ours allows too, and the caller reads the very values;
// what it refuses is refused, or a listed loss says where it isn't.

interface Counts {
  accepted: number;
  refused: number;
}

/** Samples results near an output schema and counts the verdicts. */
function judgeResults(
  list: unknown,
  { original, output, runs, inWords }: { original: string; output: JsonObject; runs: number; inWords?: true },
): Counts {
  const { imported, catalog } = importAndCompile(list, "any", inWords === undefined ? {} : { inWords });
  const name = imported.tools.find((one) => one.original === original)?.name ?? "";
  const theirs = originalJudge(output);
  const ours = ourResultJudge(toolOf(catalog, name), catalog);
  const wider = imported.lost.filter(({ tool, pointer, effect }) => {
    return tool === original && effect === "wider" && pointer.includes("/outputSchema");
  });
  const counts = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(argumentsNear(output), (result) => {
      const allowed = theirs.judge(result).accepts;
      const { accepts, read } = ours(result);
      counts[accepts ? "accepted" : "refused"]++;
      if (allowed) expect({ result, accepts, read }).toEqual({ result, accepts: true, read: result });
      else if (wider.length === 0) expect({ result, accepts }).toEqual({ result, accepts: false });
    }),
    { numRuns: runs, seed: 7 },
  );
  return counts;
}

const lists = join(import.meta.dirname, "..", "fixtures", "lists");
const withResults = readdirSync(lists).flatMap((file) => {
  const list: unknown = JSON.parse(readFileSync(join(lists, file), "utf8"));
  const tools = isJsonObject(list) && Array.isArray(list.tools) ? (list.tools as readonly JsonObject[]) : [];
  return tools.flatMap(({ name, outputSchema: output }) =>
    isJsonObject(output) ? [{ file, list, name: String(name), output }] : [],
  );
});

test("enough tools of the saved lists describe their results", () => {
  expect(withResults.length).toBeGreaterThan(25);
});

test.each(withResults)("$file: $name allows the results of the original", ({ list, name, output }) => {
  const { accepted } = judgeResults(list, { original: name, output, runs: 150 });
  // A law about nothing would hold as well.
  expect(accepted).toBeGreaterThan(10);
});

describe("fields in the spelling of the wire, however deep", () => {
  const output: JsonObject = {
    type: "object",
    properties: {
      nextPage: { type: "string" },
      "page-info": { type: "object", properties: { totalCount: { type: "integer" } }, required: ["totalCount"] },
      items: { type: "array", items: { type: "object", properties: { itemId: { type: "integer" } } } },
    },
    required: ["page-info"],
  };
  const list = [{ name: "find", inputSchema: { type: "object" }, outputSchema: output }];

  test("are read as they were", () => {
    const { accepted, refused } = judgeResults(list, { original: "find", output, runs: 400, inWords: true });
    expect(Math.min(accepted, refused)).toBeGreaterThan(20);
  });

  test("have our names for the handler", () => {
    const { catalog } = importAndCompile(list, "any", { inWords: true });
    const result = { nextPage: "b", "page-info": { totalCount: 2 }, items: [{ itemId: 1 }] };
    expect(ourResultJudge(toolOf(catalog, "find"), catalog)(result)).toEqual({
      accepts: true,
      returned: { next_page: "b", page_info: { total_count: 2 }, items: [{ item_id: 1 }] },
      read: result,
    });
  });
});

describe("any output schema", () => {
  test(
    "allows what the original allowed",
    () => {
      const counts = { compared: 0, accepted: 0, refused: 0 };
      fc.assert(
        fc.property(anyInput, (output) => {
          const tool = { name: "do_it", inputSchema: { type: "object" }, outputSchema: output };
          try {
            originalJudge(output);
          } catch {
            // Schemas that Ajv refuses to read have no judge.
            return;
          }
          counts.compared++;
          const { accepted, refused } = judgeResults([tool], { original: "do_it", output, runs: 12 });
          counts.accepted += accepted;
          counts.refused += refused;
        }),
        { numRuns: Number(process.env.IMPORT_RUNS ?? 60), seed: Number(process.env.IMPORT_SEED ?? 683878192) },
      );
      expect(counts.compared).toBeGreaterThan(20);
      expect(counts.accepted).toBeGreaterThan(100);
      expect(counts.refused).toBeGreaterThan(30);
    },
    Number(process.env.IMPORT_RUNS ?? 60) * 2500,
  );
});
