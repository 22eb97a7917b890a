import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import type { Change } from "../../src/compiler/diff/change.ts";
import type { ComparedCatalog } from "../../src/compiler/diff/compared.ts";
import { introducedCodes } from "../../src/compiler/diff/consequences/introduced-codes.ts";
import { diff } from "../../src/compiler/diff/diff.ts";
import { facets } from "../../src/compiler/diff/facets/facets.ts";
import { currentNames, formerId, isNamed, ruleName, valueRuleId } from "../../src/compiler/diff/former-rules.ts";
import { ruleBook } from "../../src/compiler/diff/rule-book.ts";
import { rules } from "../../src/compiler/diff/rules.ts";
import { witnessProblems } from "./case-guards.ts";
import { changePair } from "./cases/examples.ts";
import { listedTools } from "./cases/listed-tools.ts";
import { foreignYaml, helpless } from "./help-guards.ts";

// Each block of facets.txt is a change of one type, by the name that its rule had once: what became of arguments and of
// results by it. The table is written by hand.

const text = (file: string) => readFileSync(new URL(`./cases/${file}`, import.meta.url), "utf8").trim();
const blocks = text("facets.txt").split("\n\n");
const sides = [
  { side: "input", key: "call", as: "params" },
  { side: "output", key: "result", as: "result" },
] as const;
const today = "2026-06-01";

const cases = blocks.flatMap((block) => {
  const [former = "", ...lines] = block.split("\n");
  const line = (key: string) => lines.find((one) => one.startsWith(`  ${key}: `))?.slice(key.length + 4) ?? "";
  return sides.map(({ side, key, as }) => {
    const [name, comment] = line("is").startsWith('{"') ? ['"value"', "//"] : ["value", "#"];
    const pair = changePair(`${name}: ${line("is")}   ${comment} was ${line("was")}`, as);
    return { former, side, expected: line(key), pair, name: currentNames(formerId(former, side)).at(-1) ?? "" };
  });
});

const found = (base: ComparedCatalog, head: ComparedCatalog): readonly Change[] => diff(base, head, { today }).changes;
/** The reverse of a name: "param-narrowed/max-length" of "param-widened/max-length". */
const reversed = (name: string) =>
  name.replace(/narrowed|widened/, (direction) => (direction === "narrowed" ? "widened" : "narrowed"));

test.each(cases)("$former, $side: $expected", ({ side, expected, pair, name }) => {
  if (pair === undefined) throw new Error("the block does not compile");
  const [base, head] = pair;
  const changes = found(base, head);
  const own = changes.find((change) => ruleName(change) === name);
  expect(own?.severity ?? "nothing").toBe(expected);
  if (own === undefined) return;
  // One cause is one finding, and an undone change is found as its reverse.
  expect(changes.filter(({ facet }) => facet !== undefined).map(ruleName)).toEqual([name]);
  if (own.facet !== "enum-alias") expect(found(head, base).map(ruleName)).toContain(reversed(name));
  if (reversed(name) !== name) expect(found(head, base).map(ruleName)).not.toContain(name);
  expect(found(head, structuredClone(head))).toEqual([]);
  expect(witnessProblems({ on: "facet-changed" }, own, base, head)).toEqual([]);
  expect([...helpless(own.id, changes), ...foreignYaml(pair, changes)]).toEqual([]);
  if (own.severity === "ERR" && own.facet !== "content-encoding-or-media-type") expect(own).toHaveProperty("witness");
  expect(side === "input" ? "CALL" : "RESULT").toBe(own.categories[0]);
});

test("a result whose root is of another kind", () => {
  const fields = { type: "object", properties: { a: { type: "string" } } };
  const pair = listedTools({ outputSchema: fields }, { outputSchema: { type: "array" } });
  expect(found(...pair).map((change) => `${change.severity} ${ruleName(change)}`)).toEqual(["ERR result-changed/type"]);
});

test("every step of every facet has a case", () => {
  const reached = new Set<string>();
  for (const facet of facets) {
    const compare = facet.compare;
    vi.spyOn(facet, "compare").mockImplementation((kept, context) => {
      const answer = compare(kept, context);
      for (const { former } of [answer ?? []].flat()) reached.add(former);
      return answer;
    });
  }
  for (const { pair } of cases) if (pair !== undefined) found(...pair);
  vi.restoreAllMocks();
  const steps = facets.flatMap(({ formers }) => Object.keys(formers));
  // A count of items has a default, so it is never set; a flag has no values; roots have a test of their own.
  const without = ["min-contains-set", "min-contains-unset", "root-kind-changed", "unique-items-changed"];
  expect(steps.filter((step) => !reached.has(step)).sort()).toEqual(without);
});

describe("names that rules had before", () => {
  const ids = new Set(ruleBook().map(({ id }) => id));
  const names = new Set(
    facets.flatMap(({ name, formers }) =>
      Object.values(formers).flatMap((direction) => sides.map(({ side }) => `${valueRuleId(side, direction)}/${name}`)),
    ),
  );

  const introducedNames = Object.keys(introducedCodes).flatMap((code) => [
    `error-introduced/${code}`,
    `warning-introduced/${code}`,
  ]);

  test.each(text("former-rules.txt").split("\n"))("%s leads to a rule, or a facet of one", (former) => {
    const [, ...current] = currentNames(former);
    expect(current).not.toEqual([]);
    for (const name of current) {
      const [id = "", facet] = name.split("/");
      expect(ids).toContain(id);
      expect(ids).not.toContain(former);
      if (facet !== undefined) expect([...names, ...introducedNames]).toContain(`${id}/${facet}`);
    }
  });

  test("mean the change that they meant, and no other one", () => {
    const change = { id: "param-narrowed", facet: "max-length" };
    const meaning = ["param-narrowed", "param-narrowed/max-length", "max-length-lowered", "max-length-set"];
    expect(meaning.filter((name) => isNamed(name, change))).toEqual(meaning);
    const others = ["max-length-raised", "output-max-length-lowered", "min-length-raised", "param-widened/max-length"];
    expect(others.filter((name) => isNamed(name, change))).toEqual([]);
  });

  test("are not names of rules any more", () => {
    // A contradiction in words is still found beside the base; one of hints is found by the linter.
    expect(rules.filter(({ id }) => currentNames(id).length > 1).map(({ id }) => id)).toEqual([
      "annotation-contradiction",
    ]);
  });
});
