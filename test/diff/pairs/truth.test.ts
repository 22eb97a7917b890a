import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mayRewriteGoldens } from "../../may-rewrite-goldens.ts";
import { changesBetween } from "./oracle.ts";
import { recordedPairs } from "./saved-list.ts";
import { changesOf, printTruth, readTruth } from "./truth.ts";

// The records of what changed between versions of public servers are what the oracle finds, plus corrections with reasons.

const pairs = recordedPairs();

test("there are pairs enough", () => {
  expect(pairs.length).toBeGreaterThanOrEqual(60);
  expect(new Set(pairs.map(({ server }) => server)).size).toBeGreaterThanOrEqual(17);
});

describe.each(pairs.map((pair) => ({ ...pair, from: pair.base.version, to: pair.head.version })))(
  "$server $from → $to",
  ({ base, head, truthPath }) => {
    const truth = readTruth(truthPath);
    const found = changesBetween(base, head);
    const printed = printTruth({ ...truth, found });
    if (mayRewriteGoldens()) writeFileSync(truthPath, printed);

    test("is recorded as the oracle sees it", () => {
      expect(readFileSync(truthPath, "utf8")).toBe(printed);
    });

    test("is described, and its corrections say why", () => {
      expect(truth.about).not.toBe("");
      for (const { why } of truth.corrections) expect(why).not.toBe("");
      changesOf({ ...truth, found });
    });
  },
);
