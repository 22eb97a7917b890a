import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Field, Tool, Upgrade } from "../../src/compiler/catalog/catalog.ts";
import type { TypeNode } from "../../src/compiler/catalog/type-node.ts";
import { proveCalls } from "../../src/compiler/lint/upgrade-proof.ts";
import { inputSchema } from "../../src/compiler/schema/json-schema.ts";
import { inputPlan, planDefinitions } from "../../src/compiler/schema/normalization-plan.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { checkAction } from "../../src/contract/actions.ts";
import { mapAlias } from "../../src/contract/alias.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import { normalise } from "../../src/contract/normalise.ts";
import { anyType, catalog, toolWith, valuesNear } from "../schema/arbitraries.ts";

// Random pairs of versions with a map between them: what the proof says must be what the contracts do.

const spelled: TypeNode = {
  kind: "enum",
  normalize: "lower",
  values: [{ value: "x", aliases: ["Y", "y"] }, { value: "lower" }],
};
const type = fc.oneof(
  { weight: 4, arbitrary: anyType },
  { weight: 1, arbitrary: fc.constant<TypeNode>(spelled) },
  { weight: 1, arbitrary: fc.constant<TypeNode>({ kind: "string", trim: true, maxBytes: 4 }) },
);

/** A param of the older version beside the one that it becomes: the same, or one of another type or presence. */
const sameOrNot = fc
  .tuple(type, type, fc.boolean(), fc.boolean(), fc.integer({ min: 0, max: 3 }))
  .map(([was, other, needed, needs, how]) => ({
    was: { type: was, required: needed },
    is: { type: how === 0 ? other : was, required: how === 1 ? needs : needed },
  }));

interface Versions {
  readonly old: Tool;
  readonly current: Tool;
  readonly upgrade: Upgrade;
}

/** `kept` keeps its name, `old` becomes `now`, `gone` is dropped, and `more` is new. */
const versions: fc.Arbitrary<Versions> = fc
  .record({
    kept: sameOrNot,
    moved: sameOrNot,
    gone: fc.boolean(),
    more: fc.option(fc.record({ type, required: fc.boolean() }), { nil: undefined }),
    by: fc.constantFrom("set", "defaults", "nothing"),
    value: fc.constantFrom<Json>("x", "abc", 1, 2, null, []),
    fallback: fc.option(fc.constantFrom<Json>("x", 1, true), { nil: undefined }),
    destructive: fc.boolean(),
  })
  .map(({ kept, moved, gone, more, by, value, fallback, destructive }) => {
    const old: Field[] = [
      { name: "kept", ...kept.was },
      { name: "old", ...moved.was },
      ...(gone ? [{ name: "gone", type: { kind: "boolean" as const }, required: false }] : []),
    ];
    const filled =
      fallback !== undefined && !moved.was.required && compileCheck(inputOf(old))({ kept: 0, old: fallback });
    if (filled) old[1] = { name: "old", ...moved.was, default: fallback };
    const now: Field[] = [
      { name: "kept", ...kept.is },
      { name: "now", ...moved.is },
      ...(more === undefined ? [] : [{ name: "more", ...more }]),
    ];
    const given = more === undefined ? {} : { more: value };
    return {
      old: toolWith(old, { supersededBy: 2 }),
      current: toolWith(now, {
        version: 2,
        effects: { readOnly: false, destructive, idempotent: false, openWorld: false },
      }),
      upgrade: {
        rename: { old: "now" },
        set: by === "set" ? given : {},
        defaults: by === "defaults" ? given : {},
        drop: gone ? ["gone"] : [],
      },
    };
  });

/** Which of some params an action needs, which it reads; the others are not its own. */
function caseOf(action: string, names: readonly string[]) {
  return fc
    .array(fc.constantFrom("requires", "optional", "no"), { minLength: names.length, maxLength: names.length })
    .map((how) => ({
      action,
      requires: names.filter((_, index) => how[index] === "requires"),
      optional: names.filter((_, index) => how[index] === "optional"),
    }));
}

/** The same with actions on one side or on both. The current version's param of the actions may have a default. */
const withActions: fc.Arbitrary<Versions> = versions.chain((pair) => {
  const namesOf = (tool: Tool) => tool.params.filter(({ required }) => !required).map(({ name }) => name);
  const table = (tool: Tool) => fc.tuple(caseOf("open", namesOf(tool)), caseOf("shut", namesOf(tool)));
  const action: Field = {
    name: "action",
    type: { kind: "enum", values: [{ value: "open" }, { value: "shut" }] },
    required: true,
  };
  return fc
    .record({
      old: fc.option(table(pair.old), { nil: undefined }),
      current: table(pair.current),
      set: fc.boolean(),
      fallback: fc.boolean(),
    })
    .map(({ old, current, set, fallback }) => {
      const { required: _, ...optional } = action;
      const asked: Field = fallback ? { ...optional, required: false, default: "open" } : action;
      const isSent = old !== undefined;
      return {
        old: isSent
          ? { ...pair.old, params: [...pair.old.params, action], actions: { by: "action", cases: old } }
          : pair.old,
        current: {
          ...pair.current,
          params: [...pair.current.params, asked],
          actions: { by: "action", cases: current },
        },
        upgrade: !isSent && set ? { ...pair.upgrade, set: { ...pair.upgrade.set, action: "shut" } } : pair.upgrade,
      };
    });
});

function inputOf(params: readonly Field[]) {
  return inputSchema(toolWith(params), catalog, false);
}

/** What reaches the current version; undefined where the older one's own contract refuses. */
function mapped({ old, upgrade }: Versions, given: JsonObject): JsonObject | undefined {
  const normal = normalise(inputPlan(old, catalog), planDefinitions(catalog), given);
  if (normal.violations.length > 0 || !compileCheck(inputSchema(old, catalog, false))(normal.value)) return undefined;
  const judged =
    old.actions === undefined
      ? { value: normal.value, violations: [] }
      : checkAction(
          old.actions,
          normal.value,
          normal.defaulted,
          inputSchema(old, catalog, false),
          inputPlan(old, catalog),
        );
  return judged.violations.length > 0
    ? undefined
    : mapAlias({ ...upgrade, ignore: upgrade.drop }, judged.value).arguments;
}

function accepts({ current }: Versions, given: JsonObject): boolean {
  const input = inputSchema(current, catalog, false);
  const normal = normalise(inputPlan(current, catalog), planDefinitions(catalog), given);
  if (normal.violations.length > 0 || normal.unknown.length > 0 || !compileCheck(input)(normal.value)) return false;
  if (current.actions === undefined) return true;
  return (
    checkAction(current.actions, normal.value, normal.defaulted, input, inputPlan(current, catalog)).violations
      .length === 0
  );
}

function callsOf({ old }: Versions): fc.Arbitrary<readonly Json[]> {
  const plan: TypeNode = { kind: "object", fields: old.params, open: false };
  return fc.array(valuesNear(plan), { minLength: 10, maxLength: 10 });
}

function judged(pair: Versions, values: readonly Json[]) {
  const { verdict, ...proof } = proveCalls(pair.old, pair.upgrade, pair.current, catalog);
  const refused = values.filter((value) => {
    const now = isJsonObject(value) ? mapped(pair, value) : undefined;
    return now !== undefined && !accepts(pair, now);
  });
  return { verdict, proof, refused };
}

describe("the proof that an older version's calls are accepted", () => {
  test.each([
    ["params alone", versions],
    ["actions", withActions],
  ])("of %s says yes only where no call is refused, and shows one where it says no", (_, pairs) => {
    const seen = { yes: 0, no: 0, unknown: 0 };
    fc.assert(
      fc.property(
        pairs.chain((pair) => fc.tuple(fc.constant(pair), callsOf(pair))),
        ([pair, values]) => {
          const { verdict, proof, refused } = judged(pair, values);
          seen[verdict] += 1;
          if (verdict === "yes") expect(refused).toEqual([]);
          if (verdict !== "no" || !("witness" in proof)) return;
          const now = isJsonObject(proof.witness) ? mapped(pair, proof.witness) : undefined;
          expect([now === undefined, now !== undefined && accepts(pair, now)]).toEqual([false, false]);
        },
      ),
      { numRuns: 300 },
    );
    // A law about nothing would hold too.
    expect([seen.yes > 10, seen.no > 10]).toEqual([true, true]);
  });
});
