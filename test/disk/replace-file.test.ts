import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { replaceFileSync } from "../../src/disk/replace-file.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-replace-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const small = ["", "a", "zwölf ", "日本", "👍\n"];
const large = "ö日".repeat(200_000);

test.each([
  ["no piece", []],
  ["small pieces", small],
  ["a piece that is larger than any buffer, between others", [...small, large, "end"]],
  [
    "more pieces than a buffer holds",
    Array.from({ length: 90_000 }, (_, index) => `${small[index % small.length]}${index}`),
  ],
])("a file in pieces is the same as one in one: %s", (_, pieces) => {
  const path = join(folder, "file");
  const { size } = replaceFileSync(path, pieces);
  const bytes = readFileSync(path);
  expect(bytes.equals(Buffer.from(pieces.join("")))).toBe(true);
  expect(size).toBe(bytes.length);
});
