import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tokenAttacks, underFaults } from "./promises.ts";

// What is promised is tested, by a test that is there.

const root = join(import.meta.dirname, "..");
const textOf = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : undefined);

test.each(underFaults)("$sentence", ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0);
  expect(tests.filter(([file, words]) => textOf(file)?.includes(words) !== true)).toEqual([]);
});

/** Rows of the table below a heading of docs/security.md. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const [, section = ""] = (textOf("docs/security.md") ?? "").split(`## ${heading}\n`);
  const [table = ""] = section.split("\n## ");
  const rows = table.split("\n").filter((line) => line.startsWith("| "));
  return rows.slice(1).map((line) => line.split(" | ").map((cell) => cell.replaceAll(/^\| | \|$/g, "")));
}

test("each promise of docs/security.md names tests that are there", () => {
  const rows = rowsBelow("What is promised");
  expect(rows.length).toBeGreaterThan(20);
  const wrong = rows.flatMap(([promise, tests = ""]) => {
    const named = [...tests.matchAll(/`(test\/[^`]+)`/g)].map(([, file = ""]) => file);
    return named.length > 0 && named.every((file) => existsSync(join(root, file))) ? [] : [promise];
  });
  expect(wrong).toEqual([]);
});

test("thirty attacks on tokens and more are made, the known kinds among them", () => {
  const text = textOf("test/process/oauth.test.ts") ?? "";
  const [, list = ""] = text.split("const attacks: readonly Attack[] = [\n");
  const [inside = ""] = list.split("\n];\n");
  const names = [...inside.matchAll(/(?:invalid\(|name: )"([^"]+)"/g)].map(([, name]) => name);
  expect(new Set(names).size).toBeGreaterThanOrEqual(30);
  expect(tokenAttacks.filter(([, attack]) => !names.includes(attack))).toEqual([]);
});
