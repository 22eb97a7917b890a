import { expect, test } from "vitest";
import { furtherAway, isGuessed, oneErrorAway } from "../../../src/services/memories/recall/nearest-stems.ts";

test.each([
  ["vuochers", "voucher", 0.95],
  ["celo", "cello", 0.9],
  ["dangrous", "danger", 0.9],
  ["newslettter", "newslett", 0.9],
  ["weding", "wed", 0.9],
  ["salanity", "salin", 0.8],
])("%s is one error away from the stem %s", (word, stem, likeness) => {
  expect(oneErrorAway(word).get(stem) ?? 0).toBeCloseTo(likeness);
});

test.each([
  ["list", "lisa"],
  ["weding", "we"],
])("%s is not taken for %s", (word, stem) => {
  expect(oneErrorAway(word).has(stem)).toBe(false);
});

test("another ending is nearer than two errors, and other words are far", () => {
  const vocabulary = ["recoveri", "physiotherapist", "median", "recov"];
  expect([...furtherAway("recoverable", vocabulary)]).toEqual([
    ["recoveri", 0.6],
    ["recov", 0.6],
  ]);
  expect([...furtherAway("phisiotherapsit", vocabulary)]).toEqual([]);
  expect([...furtherAway("physoitherapist", vocabulary)].map(([stem]) => stem)).toEqual(["physiotherapist"]);
  expect([...furtherAway("dragon", ["drawn"])]).toEqual([]);
});

test("short words, numbers and codes are right or wrong", () => {
  expect(["cat", "b417", "7179", "cats"].map(isGuessed)).toEqual([false, false, false, true]);
});
