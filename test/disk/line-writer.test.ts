import { appendFileSync, chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lineWriter } from "../../src/disk/line-writer.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-lines-"));
  path = join(folder, "lines");
});
afterEach(() => rmSync(folder, { recursive: true }));

function append(line: string): void {
  const file = openSync(path, "a");
  try {
    lineWriter(file, path)(line);
  } finally {
    closeSync(file);
  }
}

it("begins a new line after one that another process could not finish", () => {
  append("one\n");
  appendFileSync(path, "tw");
  append("three\n");
  expect(readFileSync(path, "utf8")).toBe("one\ntw\nthree\n");
});

it("appends to a file that may not be read", () => {
  append("one\n");
  chmodSync(path, 0o200);
  append("two\n");
  chmodSync(path, 0o600);
  expect(readFileSync(path, "utf8")).toBe("one\ntwo\n");
});
