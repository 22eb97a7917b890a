import { expect, test } from "vitest";
import { readBuiltinCatalog } from "../../src/compiler/builtins/builtin-catalog.ts";
import { allVersions } from "../../src/compiler/catalog/versions.ts";
import { lintRules, runRule } from "../../src/compiler/lint/lint.ts";
import { finding, type LintRule, rule } from "../../src/compiler/lint/rule.ts";
import { partsOf } from "../../src/compiler/lint/visit.ts";
import { resolve } from "../../src/compiler/resolve/resolve.ts";
import { parseSpec } from "../../src/compiler/syntax/parse.ts";
import { readSchema } from "../read-schema.ts";

// A rule that is said to read no tool but its own is not run again when another tool changes. So it must find the same in a catalog
// in which there is no other tool.

const { catalog, origins } = resolve(parseSpec(readSchema()).value, {
  builtinTools: () => readBuiltinCatalog().tools,
}).value;

/** Places where the rule finds something else when it is alone with the tool. */
function placesWhereOthersCount(judged: LintRule): readonly string[] {
  if (catalog === undefined) throw new Error("the catalog of this repository can be read");
  return partsOf(catalog).flatMap(({ tool, subjects }) => {
    if (tool === undefined) return [];
    const alone = { ...catalog, tools: allVersions(tool.name, catalog) };
    return subjects().flatMap((entry) => {
      const [among, apart] = [catalog, alone].map((each) =>
        runRule(judged, entry, each, {}).map((found) => found.locate(origins)),
      );
      return JSON.stringify(among) === JSON.stringify(apart) ? [] : [entry.subject.at];
    });
  });
}

test("rules that are said to read their own tool alone do so", () => {
  const own = lintRules.filter(({ reads }) => reads === "own");
  expect(own.length).toBeGreaterThan(20);
  const wrong = own.flatMap((each) =>
    placesWhereOthersCount(each)
      .slice(0, 1)
      .map((at) => `${each.on} at ${at}`),
  );
  expect(wrong).toEqual([]);
});

test("a rule that reads another tool and does not say so is found", () => {
  const careless = rule("tool", ({ tool, at }, { tools }) =>
    tools.some(({ name }) => name !== tool.name) ? [finding("error-unused", { name: tool.name }, at)] : [],
  );
  expect(placesWhereOthersCount(careless).length).toBeGreaterThan(0);
});
