import { expect, it } from "vitest";
import { type ProvedCase, unprovedCodes } from "./unproved-codes.ts";

// The guard of the corpus is guarded: each way of leaving a code unproved must be reported.
const codes = ["unknown-key", "yaml-too-large"];
const cases: readonly ProvedCase[] = [{ name: "mistyped-key", speaks: ["unknown-key"], fixed: [] }];
const proof = {
  code: "yaml-too-large",
  file: "a.test.ts",
  names: '"yaml-too-large"',
  speaks: "speaks",
  silent: "is silent",
};
const texts = { "a.test.ts": 'it("speaks of "yaml-too-large""), it("is silent")' };
const textOf = (file: string): string => (file === "a.test.ts" ? texts[file] : "");

it("has nothing to say of a corpus that proves every code", () => {
  expect(unprovedCodes(codes, cases, [proof], textOf)).toEqual([]);
});

it.each<[string, readonly string[], readonly ProvedCase[], string]>([
  ["a code without a case", [...codes, "new-code"], cases, "new-code: no case speaks"],
  [
    "a case without good/",
    codes,
    cases.map((each) => ({ ...each, fixed: undefined })),
    "unknown-key: no case with good/ stays silent",
  ],
  [
    "a case whose good/ still speaks",
    codes,
    cases.map((each) => ({ ...each, fixed: ["unknown-key"] })),
    "unknown-key: no case with good/ stays silent",
  ],
  ["a code that is gone", ["unknown-key"], cases, "yaml-too-large: there is no such code"],
])("reports %s", (_, all, given, complaint) => {
  expect(unprovedCodes(all, given, [proof], textOf)).toEqual([complaint]);
});

it.each(["names", "speaks", "silent"] as const)(
  "reports a test elsewhere that does not say what it should: %s",
  (part) => {
    const damaged = { ...proof, [part]: "nowhere" };
    expect(unprovedCodes(codes, cases, [damaged], textOf)).toEqual(["yaml-too-large: a.test.ts does not say nowhere"]);
  },
);

it("reports a test file that is gone", () => {
  expect(unprovedCodes(codes, cases, [{ ...proof, file: "gone.test.ts" }], textOf)).toHaveLength(3);
});
