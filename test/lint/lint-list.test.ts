import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lintList } from "../../src/compiler/lint/published/lint-list.ts";
import type { Json } from "../../src/contract/json.ts";
import { listCodes } from "../../src/diagnostics/codes/list-codes.ts";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { render, summary } from "../../src/diagnostics/render.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";

// A saved tools/list is judged by the rules about published tools. A case is a folder: the list, what is said of it, and
// the same list with the mistake fixed, of which nothing may be said any more.

const goldens = join(import.meta.dirname, "../golden/lists");
const cases = readdirSync(goldens).sort();

function judged(name: string, file: string): readonly Diagnostic[] {
  const value = JSON.parse(readFileSync(join(goldens, name, file), "utf8")) as Json; // what JSON.parse gives is JSON
  return lintList(value, { path: file, notes: true }) ?? [];
}

describe("what is said of a saved list", () => {
  it.each(cases)("%s", (name) => {
    const found = judged(name, "list.json");
    const actual = `${render(found)}\n${summary(found)}\n`;
    const path = join(goldens, name, "expected.txt");
    if (mayRewriteGoldens()) writeFileSync(path, actual);
    expect(existsSync(path) ? readFileSync(path, "utf8") : "").toBe(actual);
  });

  it.each(cases)("nothing, once it is fixed: %s", (name) => {
    expect(render(judged(name, "good.json"))).toBe("");
  });

  it("has a case for each kind of finding", () => {
    const spoken = new Set<string>(cases.flatMap((name) => judged(name, "list.json").map(({ code }) => code)));
    expect(Object.keys(listCodes).filter((code) => !spoken.has(code))).toEqual([]);
  });
});
