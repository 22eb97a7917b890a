import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../run-pegboard.ts";
import { allTraps } from "./traps.ts";

// The list of traps, held against the tests that are there: one that was renamed or removed is missing here.

const textOf = (file: string) => readFileSync(join(root, file), "utf8");

/** Names of the tests of a file; one that is skipped is none. */
function testsOf(file: string): readonly string[] {
  return [...textOf(file).matchAll(/^\s*(?:it|test)\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`),/gm)].map(
    ([, double, single, template]) => double ?? single ?? template ?? "",
  );
}

it("each trap has its test, by its whole name", () => {
  const missing = allTraps.filter(({ file, test }) => !testsOf(file).includes(test));
  expect(missing.map(({ trap, file, test }) => `${trap}: no test '${test}' in ${file}`)).toEqual([]);
});

it("each trap stands there once, and each test of the two files of traps is of one", () => {
  const names = allTraps.map(({ of, trap }) => `${of}: ${trap}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const own = new Set(allTraps.map(({ file }) => file).filter((file) => file.includes("-traps.test.ts")));
  const listed = new Set(allTraps.map(({ test }) => test));
  expect([...own].flatMap((file) => testsOf(file)).filter((test) => !listed.has(test))).toEqual([]);
  process.stdout.write(
    `traps: ZetMem ${allTraps.filter(({ of }) => of === "zetmem").length}, ai-memory ${allTraps.filter(({ of }) => of === "ai-memory").length}\n`,
  );
  expect(own.size).toBe(2);
});
