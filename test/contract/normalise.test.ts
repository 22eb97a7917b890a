import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { normalise } from "../../src/contract/normalise.ts";
import type { FieldPlan, NormalizationPlan, PlanDefinitions } from "../../src/contract/normalization-plan.ts";
import { utf8Length } from "../../src/contract/utf8.ts";

const trimmed: NormalizationPlan = { kind: "string", trim: true };
const planOf = (fields: { readonly [name: string]: FieldPlan }): NormalizationPlan => ({ kind: "object", fields });
const normalValue = (fields: { readonly [name: string]: FieldPlan }, value: JsonObject) =>
  normalise(planOf(fields), {}, value).value;
/** As it arrives: `__proto__` in JSON text is a key, in a literal it is not. */
const parsed = (json: string): JsonObject => JSON.parse(json);

describe("texts", () => {
  test("are trimmed and put in their letter case only where the plan says so", () => {
    const fields = {
      a: { plan: trimmed },
      b: {},
      c: { plan: { kind: "string", trim: true, case: "upper" } as const },
    };
    expect(normalValue(fields, { a: " x ", b: " x ", c: " x " })).toEqual({ a: "x", b: " x ", c: "X" });
  });
  test("that are required and blank count as missing; optional ones stay", () => {
    const result = normalise(
      planOf({ a: { plan: trimmed, required: true }, b: { plan: trimmed } }),
      {},
      { a: " ", b: " " },
    );
    expect({ value: result.value, blank: result.blank }).toEqual({ value: { b: "" }, blank: ["/a"] });
  });
  test("over their byte limit are a violation; the limit counts UTF-8", () => {
    const fields = {
      a: { plan: { kind: "string", maxBytes: 4 } as const },
      b: { plan: { kind: "string", maxBytes: 4 } as const },
    };
    expect(normalise(planOf(fields), {}, { a: "😀", b: "😀!" }).violations).toEqual([
      { path: "/b", expected: "a text of at most 4 bytes in UTF-8", found: "5 bytes" },
    ]);
  });
  test("their length in bytes is the encoder's", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => utf8Length(text) === new TextEncoder().encode(text).length),
    );
  });
});

describe("enums", () => {
  const plan: NormalizationPlan = {
    kind: "enum",
    case: "lower",
    aliases: { bug_fix: "fix" },
    deprecated: { memo: { since: "1.0.0", replacedBy: "note" } },
  };
  test.each([
    [" Fix ", "fix"],
    ["BUG_FIX", "fix"],
    ["other", "other"],
    ["constructor", "constructor"],
  ])("%j becomes %j", (given, expected) => {
    expect(normalValue({ kind: { plan } }, { kind: given })).toEqual({ kind: expected });
  });
  test("accepted spellings are found without the white space around them, in the letter case that they have", () => {
    const mixed: NormalizationPlan = { kind: "enum", case: "lower", aliases: { BugFix: "fix", todo: "task" } };
    const exact: NormalizationPlan = { kind: "enum", aliases: { todo: "task" } };
    const settled = (plan: NormalizationPlan, given: string) => normalValue({ kind: { plan } }, { kind: given });
    expect(settled(mixed, "\tBugFix ")).toEqual({ kind: "fix" });
    expect(settled(mixed, " TODO\n")).toEqual({ kind: "task" });
    expect(settled(exact, " todo ")).toEqual({ kind: "task" });
    // Without a letter case, what is not an accepted spelling stays as it came, for the validator to refuse.
    expect(settled(exact, " Todo ")).toEqual({ kind: " Todo " });
  });
  test("a deprecated value is reported with what to use", () => {
    expect(normalise(planOf({ kind: { plan } }), {}, { kind: "Memo" }).deprecated).toEqual([
      {
        kind: "value",
        path: "/kind",
        name: "memo",
        current: "note",
        deprecation: { since: "1.0.0", replacedBy: "note" },
      },
    ]);
  });
});

describe("params", () => {
  const fields = {
    project: { aliases: { project_path: { since: "1.0.0" }, path: null }, plan: trimmed },
    limit: { default: 10 },
  };
  test("another spelling moves to the param's name and is reported when deprecated", () => {
    const result = normalise(planOf(fields), {}, { project_path: " a " });
    expect(result.value).toEqual({ project: "a", limit: 10 });
    expect(result.deprecated).toEqual([
      {
        kind: "spelling",
        path: "/project_path",
        name: "project_path",
        current: "project",
        deprecation: { since: "1.0.0" },
      },
    ]);
  });
  test("two spellings with the same value are one; with different values a violation naming both", () => {
    expect(normalise(planOf(fields), {}, { project: "a", path: "a" }).violations).toEqual([]);
    expect(normalise(planOf(fields), {}, { project: "a", path: "b" }).violations).toEqual([
      {
        path: "/path",
        expected: "one value for 'project', of which 'path' is another spelling",
        found: "another value than 'project' has",
      },
    ]);
  });
  test("defaults fill what is absent, never what is null, and are reported", () => {
    expect(normalise(planOf(fields), {}, {}).defaulted).toEqual(["limit"]);
    expect(normalValue(fields, { limit: null })).toEqual({ limit: null });
  });
  test("a default is the call's own copy", () => {
    const shared = { tags: { default: [{ deep: ["x"] }] } };
    const first = normalValue(shared, {});
    expect(first).toEqual({ tags: [{ deep: ["x"] }] });
    expect(first.tags).not.toBe(shared.tags.default);
    expect(normalValue(shared, {})).toEqual(first);
  });
  test("a default is completed by the defaults inside it", () => {
    const inner: NormalizationPlan = planOf({ size: { default: 3 } });
    expect(normalValue({ page: { default: {}, plan: inner } }, {})).toEqual({ page: { size: 3 } });
  });
  test("unknown ones are taken off and listed with their near miss", () => {
    const result = normalise(planOf(fields), {}, { limt: 3, zzz: 1 });
    expect(result.value).toEqual({ limit: 10 });
    expect(result.unknown).toEqual([
      { path: "/limt", name: "limt", nearMiss: "limit" },
      { path: "/zzz", name: "zzz" },
    ]);
  });
  test("names that objects inherit are unknown like any other", () => {
    const result = normalise(planOf(fields), {}, parsed('{"__proto__":{"limit":99},"constructor":1,"toString":2}'));
    expect(result.unknown.map(({ name }) => name)).toEqual(["__proto__", "constructor", "toString"]);
    expect(result.value).toEqual({ limit: 10 });
  });
  test("a key named __proto__ inside an open value stays a key", () => {
    const result = normalValue({ bag: { plan: planOf({}) } }, parsed('{"bag":{"__proto__":{"polluted":true}}}'));
    expect(JSON.stringify(result)).toBe('{"bag":{"__proto__":{"polluted":true}}}');
    expect(({} as { polluted?: boolean }).polluted).toBe(undefined);
  });
});

describe("structure", () => {
  const node: NormalizationPlan = planOf({
    name: { plan: trimmed },
    children: { plan: { kind: "array", items: { kind: "ref", name: "Node" } } },
  });
  const plans: PlanDefinitions = { Node: node };
  test("recursive types are followed through their references", () => {
    const value = { name: " a ", children: [{ name: " b ", children: [{ name: " c " }] }] };
    expect(normalise(node, plans, value).value).toEqual({
      name: "a",
      children: [{ name: "b", children: [{ name: "c" }] }],
    });
  });
  test("a union's option is chosen by its constant field, or by JSON type", () => {
    const byTag: NormalizationPlan = {
      kind: "union",
      discriminator: "type",
      options: [{ tag: "text", plan: planOf({ body: { plan: trimmed } }) }, { tag: "raw" }],
    };
    const byType: NormalizationPlan = {
      kind: "union",
      options: [
        { tag: "string", plan: trimmed },
        { tag: "array", plan: { kind: "array", items: trimmed } },
      ],
    };
    const fields = { a: { plan: byTag }, b: { plan: byTag }, c: { plan: byType }, d: { plan: byType } };
    expect(
      normalValue(fields, { a: { type: "text", body: " x " }, b: { type: "raw", body: " x " }, c: " x ", d: [" x "] }),
    ).toEqual({
      a: { type: "text", body: "x" },
      b: { type: "raw", body: " x " },
      c: "x",
      d: ["x"],
    });
  });
  test("values of a map are normalised, its known fields once", () => {
    const map: NormalizationPlan = { kind: "object", fields: { a: {} }, rest: trimmed };
    expect(normalValue({ m: { plan: map } }, { m: { a: " x ", b: " x " } })).toEqual({ m: { a: " x ", b: "x" } });
  });
});

describe("laws", () => {
  const plan = planOf({
    a: { plan: trimmed, required: true, aliases: { b: null } },
    c: { plan: { kind: "enum", case: "lower", aliases: { x: "y" } }, default: "y" },
    d: { plan: { kind: "array", items: planOf({ e: { plan: trimmed, required: true }, f: { default: [1] } }) } },
    g: {},
  });
  const key = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "__proto__", "constructor", "other");
  const { value: anyValue } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom("", " ", " x ", "X", "y", 1, null, true),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(key, tie("value"), { maxKeys: 4 }),
    ),
  }));
  const anyObject = fc.dictionary(key, anyValue, { maxKeys: 5 }).map((value) => parsed(JSON.stringify(value)));

  test("a second pass changes nothing", () => {
    fc.assert(
      fc.property(anyObject, (given) => {
        const once = normalise(plan, {}, given).value;
        expect(JSON.stringify(normalise(plan, {}, once).value)).toBe(JSON.stringify(once));
      }),
    );
  });
  test("what was given is not changed", () => {
    fc.assert(
      fc.property(anyObject, (given) => {
        const before = JSON.stringify(given);
        normalise(plan, {}, given);
        expect(JSON.stringify(given)).toBe(before);
      }),
    );
  });
});
