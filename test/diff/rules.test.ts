import { describe, expect, test } from "vitest";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import { acceptingTool } from "../../src/compiler/diff/accepting.ts";
import { argumentsSchema, resultSchema } from "../../src/compiler/diff/compared.ts";
import { diff } from "../../src/compiler/diff/diff.ts";
import type { DiffRule } from "../../src/compiler/diff/rule.ts";
import { rules } from "../../src/compiler/diff/rules.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { cases } from "./cases.ts";

const today = "2026-06-01";
const idsOf = (base: Catalog, head: Catalog) => diff(base, head, { today }).changes.map((change) => change.id);

const mirrorsOf = (rule: DiffRule | undefined) => [rule?.mirror ?? []].flat();

test("every rule has a case and every case a rule", () => {
  expect(Object.keys(cases).sort()).toEqual(rules.map((rule) => rule.id).sort());
});

test("every mirror names a rule", () => {
  const known = new Set(rules.map((rule) => rule.id));
  expect(rules.flatMap(mirrorsOf).filter((id) => !known.has(id))).toEqual([]);
});

describe.each(Object.entries(cases))("%s", (id, [base, head]) => {
  const rule = rules.find((one) => one.id === id);

  test("speaks", () => {
    expect(idsOf(base, head)).toContain(id);
  });

  test("is silent about equal catalogs, and about the opposite change unless it is its own mirror", () => {
    expect(diff(head, structuredClone(head), { today }).changes).toEqual([]);
    if (!mirrorsOf(rule).includes(id)) expect(idsOf(head, base)).not.toContain(id);
  });

  test("is answered by its mirror when the change is undone", () => {
    const mirrors = mirrorsOf(rule);
    const answered = idsOf(head, base).filter((one) => mirrors.includes(one));
    expect(answered.length > 0 || mirrors.length === 0).toBe(true);
  });

  test("proves a break of calls or results by a witness that both validators confirm", () => {
    const change = diff(base, head, { today }).changes.find((one) => one.id === id);
    const was = base.tools[0];
    const is = head.tools.find((tool) => tool.name === was?.name);
    if (change?.witness === undefined || was === undefined || is === undefined || rule?.on.startsWith("alias-")) return;
    const results = change.categories.includes("RESULT");
    const [old, now] = results
      ? [resultSchema(is, head), resultSchema(was, base)]
      : [argumentsSchema(acceptingTool(was), base), argumentsSchema(acceptingTool(is), head)];
    const closed = { ...now, additionalProperties: false };
    expect([compileCheck(old)(change.witness), compileCheck(closed)(change.witness)]).toEqual([true, false]);
  });
});
