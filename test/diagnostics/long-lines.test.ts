import { expect, it } from "vitest";
import { codeFrame } from "../../src/diagnostics/code-frame.ts";
import { plainPalette } from "../../src/diagnostics/display-text.ts";

// A list of tools often stands on one line. What is far from the mark is not even looked at, so it must not show.

function frame(text: string, mark: string, context = 0): readonly string[] {
  const start = text.indexOf(mark);
  return codeFrame(
    { file: { path: "list.json", text }, start, end: start + mark.length },
    undefined,
    plainPalette,
    context,
  );
}

/** What a frame shows behind its line numbers. */
const shown = (lines: readonly string[]) => lines.map((line) => line.replace(/^ *\d* \|/, ""));

it.each(["x", "é", "日", "##["])("a frame in the middle of a very long line of %j is that of a shorter one", (sign) => {
  const of = (count: number) => `${sign.repeat(count)}"mark"${sign.repeat(count)}`;
  expect(shown(frame(of(50_000), '"mark"'))).toEqual(shown(frame(of(300), '"mark"')));
});

it("keeps the beginning and the end of a very long line", () => {
  const rest = "x".repeat(50_000);
  expect(frame(`"mark"${rest}`, '"mark"')).toEqual([`  1 | "mark"${"x".repeat(93)}…`, "    | ^^^^^^"]);
  expect(frame(`${rest}"mark"`, '"mark"')).toEqual([`  1 | …${"x".repeat(93)}"mark"`, `    | ${" ".repeat(94)}^^^^^^`]);
});

it("cuts what stands beside a very long line at the same column", () => {
  const long = `${"x".repeat(50_000)}"mark"${"x".repeat(50_000)}`;
  expect(shown(frame(`short\n${long}\n${"y".repeat(50_002)}`, '"mark"', 1))).toEqual([
    " …",
    ` …${"x".repeat(29)}"mark"${"x".repeat(63)}…`,
    `${" ".repeat(31)}^^^^^^`,
    ` …${"y".repeat(31)}`,
  ]);
});

it("looks at a hundred places of a line of megabytes", () => {
  const text = `${"é##[".repeat(500_000)}"mark"`;
  for (let count = 0; count < 100; count++) expect(frame(text, '"mark"')).toHaveLength(2);
});
