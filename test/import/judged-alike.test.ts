import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { anyInput } from "./any-schema.ts";
import { argumentsNear } from "./arguments-near.ts";
import { disagreement, importAndCompile, inputOf, originalJudge, ourJudge, toolOf } from "./judge.ts";

// The law of the import, over schemas of every kind: what comes out compiles, and judges arguments as the original did, or
// a listed loss names the very keyword by which it doesn't.

/** Schemas that Ajv refuses to read have no judge. */
function judgeOf(input: JsonObject) {
  try {
    return originalJudge(input);
  } catch {
    return undefined;
  }
}

describe("any input schema", () => {
  test(
    "compiles once imported, and judges alike",
    () => {
      const counts = { compared: 0, accepted: 0, refused: 0 };
      fc.assert(
        fc.property(
          anyInput.chain((input) =>
            fc.record({
              input: fc.constant(input),
              calls: fc.array(argumentsNear(input), { minLength: 8, maxLength: 8 }),
            }),
          ),
          ({ input, calls }) => {
            const tool: Json = {
              name: "do_it",
              inputSchema: input,
              annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
            };
            const { imported, catalog } = importAndCompile([tool], "any");
            const judge = judgeOf(inputOf(tool));
            if (judge === undefined) return;
            counts.compared++;
            const ours = ourJudge(toolOf(catalog, "do_it"), catalog, "do_it");
            for (const given of calls) {
              counts[ours(given).accepts ? "accepted" : "refused"]++;
              expect(disagreement(judge, ours, imported.lost, "/0/inputSchema", given)).toBe(undefined);
            }
          },
        ),
        // The same schemas each time: a law that fails once a month does not show which change broke it. IMPORT_SEED and
        // IMPORT_RUNS look further, for a night or by hand.
        { numRuns: Number(process.env.IMPORT_RUNS ?? 60), seed: Number(process.env.IMPORT_SEED ?? 683878192) },
      );
      expect(counts.compared).toBeGreaterThan(20);
      expect(counts.accepted).toBeGreaterThan(100);
      expect(counts.refused).toBeGreaterThan(100);
    },
    Number(process.env.IMPORT_RUNS ?? 60) * 2500,
  );
});
