import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import type {
  FieldPlan,
  NormalizationPlan,
  PlanDefinitions,
  UnionOption,
} from "../../src/contract/normalization-plan.ts";
import { redact, redacted } from "../../src/contract/redact.ts";

const secret: FieldPlan = { sensitive: true };
const object = (fields: { readonly [name: string]: FieldPlan }, rest?: NormalizationPlan): NormalizationPlan => ({
  kind: "object",
  fields,
  ...(rest === undefined ? {} : { rest }),
});
const text: NormalizationPlan = { kind: "string", trim: true };

describe("what is marked sensitive is not in the copy", () => {
  const login = object({ user: {}, password: { sensitive: true, aliases: { pass: null } } });
  const plans: PlanDefinitions = {
    Login: login,
    Tree: object({ key: secret, next: { plan: { kind: "ref", name: "Tree" } } }),
  };
  test.each<[string, NormalizationPlan, Json, Json]>([
    ["at the root", login, { user: "ann", password: "p" }, { user: "ann", password: redacted }],
    ["whole objects and lists", login, { password: { a: ["p"] } }, { password: redacted }],
    ["under another spelling", login, { pass: "p" }, { pass: redacted }],
    ["in a list", { kind: "array", items: login }, [{ password: "p" }, {}], [{ password: redacted }, {}]],
    [
      "in a map",
      object({ size: {} }, login),
      { size: 2, x: { password: "p" } },
      { size: 2, x: { password: redacted } },
    ],
    ["behind a name", { kind: "ref", name: "Login" }, { password: "p" }, { password: redacted }],
    [
      "in a type that holds itself",
      { kind: "ref", name: "Tree" },
      { key: "a", next: { key: "b", next: { other: 1 } } },
      { key: redacted, next: { key: redacted, next: { other: 1 } } },
    ],
    [
      "in any option of a union",
      {
        kind: "union",
        options: [{ tag: "a", plan: login }, { tag: "b", plan: object({ user: secret }) }, { tag: "c" }],
      },
      { user: "ann", password: "p", c: 1 },
      { user: redacted, password: redacted, c: 1 },
    ],
    [
      "and of a union a text stays one",
      { kind: "union", options: [{ tag: "object", plan: login }, { tag: "string" }] },
      "a",
      "a",
    ],
    ["in a value that has another form", login, '{"password": "p"}', redacted],
    ["in a list where an object should be", login, [{ password: "p" }], redacted],
    ["in an object where a list should be", { kind: "array", items: login }, { password: "p" }, redacted],
    [
      "whatever it is called",
      object({ ["__proto__"]: secret }),
      JSON.parse('{"__proto__": "p"}') as Json,
      JSON.parse(`{"__proto__": "${redacted}"}`) as Json,
    ],
  ])("%s", (_title, plan, value, copy) => {
    expect(redact(plan, plans, value)).toEqual(copy);
  });

  test("nor what a host names besides, at any depth", () => {
    const value = { Authorization: "x", inner: [{ token: { a: 1 }, rest: 1 }] };
    expect(redact(undefined, {}, value, { names: new Set(["authorization", "token"]) })).toEqual({
      Authorization: redacted,
      inner: [{ token: redacted, rest: 1 }],
    });
  });
});

// A random plan with a value of it: every secret of the value is a text that is nowhere else.

interface Sample {
  readonly plan: NormalizationPlan | undefined;
  readonly value: Json;
}

const mark = "s3cret";
let marks = 0;
const secretValue: fc.Arbitrary<Json> = fc
  .oneof(fc.constant([""]), fc.array(fc.string({ maxLength: 3 }), { minLength: 1, maxLength: 3 }))
  .map((parts) =>
    parts.length === 1 ? `${mark}${marks++}` : { deep: parts.map((part) => [`${mark}${marks++}`, part]) },
  );

const names = fc.constantFrom("a", "b", "c", "password", "__proto__", "constructor");

const { sample } = fc.letrec<{ sample: Sample; field: { readonly field: FieldPlan; readonly value: Json } }>((tie) => ({
  field: fc.oneof(
    secretValue.map((value) => ({ field: secret, value })),
    tie("sample").map(({ plan, value }) => ({ field: plan === undefined ? {} : { plan }, value })),
  ),
  sample: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc
      .oneof(fc.integer(), fc.boolean(), fc.constantFrom("x", "y"), fc.constant(null))
      .map((value): Sample => ({ plan: undefined, value })),
    fc.constantFrom("x", "y").map((value): Sample => ({ plan: text, value })),
    tie("sample").map(
      ({ plan, value }): Sample => ({
        plan: plan === undefined ? undefined : { kind: "array", items: plan },
        value: [value, value],
      }),
    ),
    fc.uniqueArray(fc.tuple(names, tie("field")), { maxLength: 4, selector: ([name]) => name }).map(
      (fields): Sample => ({
        plan: { kind: "object", fields: record(fields.map(([name, { field }]) => [name, field])) },
        value: record<Json>(fields.map(([name, { value }]) => [name, value])),
      }),
    ),
    fc
      .uniqueArray(fc.tuple(names, tie("sample")), { minLength: 1, maxLength: 3, selector: ([name]) => name })
      .map((entries): Sample => {
        const [first] = entries;
        const plan = first?.[1].plan;
        // Every value of a map has the same form: that of its first one.
        const value = record<Json>(entries.map(([name]) => [name, first?.[1].value ?? null]));
        return { plan: object({}, plan), value };
      }),
    fc.tuple(tie("sample"), tie("sample")).map(([one, other]): Sample => {
      const option = (tag: string, { plan }: Sample): UnionOption => (plan === undefined ? { tag } : { tag, plan });
      return { plan: { kind: "union", options: [option("1", one), option("2", other)] }, value: one.value };
    }),
  ),
}));

/** `__proto__` too is a key like any other. */
function record<Value>(entries: readonly (readonly [string, Value])[]): { readonly [name: string]: Value } {
  return Object.fromEntries(entries);
}

/** True when no secret of any sample is in the copy that this redaction makes, and the rest still is. */
function holds(redaction: (plan: NormalizationPlan, value: Json) => Json, runs: number): boolean {
  const outcome = fc.check(
    fc.property(sample, ({ plan, value }) => {
      if (plan === undefined) return true;
      return !JSON.stringify(redaction(plan, value)).includes(mark);
    }),
    { numRuns: runs },
  );
  return !outcome.failed;
}

describe("for random plans", () => {
  test("no sensitive value is in the copy, and everything else is", () => {
    expect(holds((plan, value) => redact(plan, {}, value), 1_500)).toBe(true);
    fc.assert(
      fc.property(sample, ({ plan, value }) => {
        const open = strip(plan);
        expect(redact(open, {}, value)).toEqual(value);
      }),
      { numRuns: 300 },
    );
  });

  // Each of them forgets one of the ways in which a secret can hide; the law must see it.
  test.each<[string, (plan: NormalizationPlan) => NormalizationPlan]>([
    ["maps", (plan) => without(plan, "rest")],
    ["lists", (plan) => without(plan, "array")],
    ["unions", (plan) => without(plan, "union")],
    ["fields", (plan) => without(plan, "fields")],
  ])("a redaction that forgets %s is found out", (_what, forget) => {
    expect(holds((plan, value) => redact(forget(plan), {}, value), 1_500)).toBe(false);
  });
});

/** The plan without its marks. */
function strip(plan: NormalizationPlan | undefined): NormalizationPlan | undefined {
  if (plan === undefined) return undefined;
  return JSON.parse(JSON.stringify(plan).replaceAll('"sensitive":true', '"required":true')) as NormalizationPlan;
}

/** The plan as somebody would see it who never looks into one kind of thing. */
function without(plan: NormalizationPlan, blind: "rest" | "array" | "union" | "fields"): NormalizationPlan {
  switch (plan.kind) {
    case "array":
      return blind === "array" ? text : { kind: "array", items: without(plan.items, blind) };
    case "union": {
      if (blind === "union") return { kind: "union", options: [] };
      const options = plan.options.map(({ tag, plan: inner }) =>
        inner === undefined ? { tag } : { tag, plan: without(inner, blind) },
      );
      return { kind: "union", options };
    }
    case "object": {
      const fields = Object.entries(plan.fields).map(([name, field]): [string, FieldPlan] => {
        if (blind === "fields") return [name, {}];
        return [name, field.plan === undefined ? field : { ...field, plan: without(field.plan, blind) }];
      });
      const rest = plan.rest === undefined || blind === "rest" ? {} : { rest: without(plan.rest, blind) };
      return { kind: "object", fields: Object.fromEntries(fields), ...rest };
    }
    default:
      return plan;
  }
}

test("the value that is given is not changed", () => {
  const value: JsonObject = { password: "p", list: [{ password: "q" }] };
  const before = JSON.stringify(value);
  redact(object({ password: secret }), {}, value);
  expect(JSON.stringify(value)).toBe(before);
});
