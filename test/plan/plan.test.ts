import fc from "fast-check";
import { expect, test } from "vitest";
import type { OutputFile } from "../../src/compiler/emit/output-file.ts";
import { plan, staleSteps } from "../../src/compiler/plan.ts";

const file = (path: string, text: string, kind: OutputFile["kind"] = "generated"): OutputFile => ({ path, text, kind });
const manifest = (...files: readonly unknown[]): [string, string] => [
  "generated/manifest.json",
  JSON.stringify({ format: 1, files }),
];

function statuses(files: readonly OutputFile[], disk: readonly (readonly [string, string])[]): readonly string[] {
  const { steps, diagnostics } = plan(files, new Map(disk));
  return [...steps.map((step) => `${step.status} ${step.path}`), ...diagnostics.map((finding) => finding.code)];
}

test("files are created, updated or left alone by what stands on disk", () => {
  const files = [file("generated/c.ts", "3"), file("generated/a.ts", "1"), file("generated/b.ts", "2")];
  expect(
    statuses(files, [
      ["generated/a.ts", "1"],
      ["generated/b.ts", "old"],
    ]),
  ).toEqual(["unchanged generated/a.ts", "update generated/b.ts", "create generated/c.ts"]);
});

test("a scaffold is written when it is absent and never again", () => {
  const files = [file("src/a.ts", "first", "scaffold"), file("src/b.ts", "first", "scaffold")];
  expect(statuses(files, [["src/a.ts", "by hand"]])).toEqual(["unchanged src/a.ts", "create src/b.ts"]);
});

test("a file that the manifest lists and nobody wants is an orphan; one that it does not list is only reported", () => {
  expect(statuses([], [manifest("generated/old.ts"), ["generated/old.ts", "1"], ["generated/mine.ts", "2"]])).toEqual([
    "foreign generated/mine.ts",
    "orphan generated/old.ts",
    "foreign-file",
  ]);
});

test("entries of a manifest that lead out of generated/ are refused", () => {
  const entries = [
    "src/a.ts",
    "/etc/passwd",
    "generated/../src/a.ts",
    "generated//a",
    "..",
    "generated/a\\..\\b",
    7,
    "",
  ];
  const disk = entries.map((entry): [string, string] => [String(entry), "text"]);
  const { steps, diagnostics } = plan([], new Map([manifest(...entries), ...disk]));
  expect(steps).toEqual([]);
  expect(diagnostics.map((finding) => finding.code)).toEqual(entries.map(() => "manifest-entry-refused"));
});

test.each([["not JSON"], ["[]"], ["null"], ['{"files":"generated/a.ts"}'], ["7"]])(
  "a manifest that reads %s deletes nothing",
  (text) => {
    expect(
      statuses(
        [],
        [
          ["generated/manifest.json", text],
          ["generated/a.ts", "1"],
        ],
      ),
    ).toEqual(["foreign generated/a.ts", "manifest-unreadable", "foreign-file"]);
  },
);

test("after a plan was carried out, the next one has nothing to do", () => {
  const path = fc.constantFrom("generated/a.ts", "generated/b/c.ts", "src/x.ts", "generated/d.json");
  const disk = fc.dictionary(path, fc.constantFrom("1", "2"));
  fc.assert(
    fc.property(disk, disk, (wanted, before) => {
      const files = Object.entries(wanted).map(([at, text]) =>
        file(at, text, at.startsWith("src/") ? "scaffold" : "generated"),
      );
      const listed = Object.keys(before).filter((at) => at.startsWith("generated/"));
      const after = new Map([...Object.entries(before), manifest(...listed)]);
      for (const step of plan(files, after).steps) {
        if (step.status === "create" || step.status === "update") after.set(step.path, step.text);
        if (step.status === "orphan") after.delete(step.path);
      }
      expect(staleSteps(plan(files, after))).toEqual([]);
      for (const { path: at, text, kind } of files) {
        expect(after.get(at)).toBe(kind === "scaffold" ? (before[at] ?? text) : text);
      }
    }),
  );
});
