import fc from "fast-check";
import { expect, test } from "vitest";
import { contradictionBetween } from "../../src/services/upkeep/contradiction.ts";

// What two texts say against each other, by their words.

test.each([
  ["We deploy the uploader on Tuesdays.", "We do not deploy the uploader on Tuesdays.", "negation"],
  ["The uploader never retries.", "The uploader retries.", "negation"],
  ["The cache isn't shared between workers.", "The cache is shared between workers.", "negation"],
  ["The bridge listens on port 7179.", "The bridge listens on port 7180.", "number"],
  ["Tests take 5 minutes. Lint is quick.", "Deploys are rare. Tests take 9 minutes.", "number"],
  ["The cache of the uploader is on.", "The cache of the uploader is off.", "opposite"],
  ["Tokens are required for the bridge.", "Tokens are optional for the bridge.", "opposite"],
  ["We deploy the uploader on Tuesdays.", "We deploy the uploader on Fridays.", "value"],
  ["The importer keeps maps in Postgres.", "The importer keeps maps in MySQL.", "value"],
])("%s | %s", (a, b, reason) => {
  expect(contradictionBetween(a, b)).toMatchObject({ reason });
  expect(contradictionBetween(b, a)).toMatchObject({ reason });
});

test.each([
  ["The bridge listens on port 7179.", "The bridge listens on port 7179 of loopback."],
  ["The uploader retries.", "The importer does not retry."],
  ["The cache is not on.", "The cache is off."],
  ["We deploy the uploader on Tuesdays.", "We deploy the importer on Fridays."],
  ["The uploader is written in Rust.", "The uploader is fast."],
  ["It is 5.", "It is 6."],
  ["", "Nothing."],
])("no contradiction: %s | %s", (a, b) => {
  expect(contradictionBetween(a, b)).toBeUndefined();
});

const word = fc.constantFrom(
  "uploader",
  "bridge",
  "retries",
  "port",
  "7179",
  "7180",
  "not",
  "never",
  "on",
  "off",
  "monday",
  "friday",
  "橋",
);
const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `${words.join(" ")}.`);
const text = fc.array(sentence, { maxLength: 5 }).map((all) => all.join(" "));

test("no text contradicts itself, the order changes nothing but the sides, and both sentences stand in the texts", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(contradictionBetween(a, a)).toBeUndefined();
      const found = contradictionBetween(a, b);
      expect(contradictionBetween(b, a) === undefined).toBe(found === undefined);
      if (found === undefined) return;
      expect(a).toContain(found.sentences[0]);
      expect(b).toContain(found.sentences[1]);
    }),
    { numRuns: 300 },
  );
});

test("the plainest contradiction is named", () => {
  const a = "The bridge of the uploader listens on port 7179 here. The cache is on.";
  const b = "The cache is off. The bridge of the uploader listens quickly on port 7180.";
  expect(contradictionBetween(a, b)?.sentences).toEqual(["The cache is on.", "The cache is off."]);
});

test("long texts are compared in time", () => {
  const long = (number: number) =>
    Array.from({ length: 5_000 }, (_, n) => `The part ${n} has ${number} ${n} screws.`).join(" ");
  const begun = performance.now();
  expect(contradictionBetween(long(1), long(2))).toMatchObject({ reason: "number" });
  expect(performance.now() - begun).toBeLessThan(3_000);
});
