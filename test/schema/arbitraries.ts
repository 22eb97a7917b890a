import fc from "fast-check";
import type { Catalog, Field, Tool } from "../../src/compiler/catalog/catalog.ts";
import type { TypeNode } from "../../src/compiler/catalog/type-node.ts";
import type { Json } from "../../src/contract/json.ts";

// Random types of the spec language, and random values that fit them or nearly do.

const names = fc.constantFrom("a", "b", "constructor", "toString", "__proto__", "a b", "é", "check_0");
const words = fc.constantFrom("x", "y", "lower", "Ünï", "a b", "");

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

/** Drops keys that hold undefined, which `exactOptionalPropertyTypes` forbids. */
function present<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> }; // only undefined values went
}

const string = fc
  .record({
    kind: fc.constant("string" as const),
    minLength: optional(fc.integer({ min: 0, max: 3 })),
    maxLength: optional(fc.integer({ min: 0, max: 5 })),
    pattern: optional(fc.constantFrom("^[a-z]+$", "\\S", "^(x|y)", "[0-9]{2}", "^\\w*$")),
    format: optional(fc.constantFrom("date", "uuid")),
    trim: fc.boolean(),
    nullable: optional(fc.constant(true)),
  })
  .map(present);

const bound = optional(fc.constantFrom(-3, -1, 0, 0.5, 1, 2, 10));
const number = fc
  .record({
    kind: fc.constantFrom("integer" as const, "number" as const),
    min: bound,
    max: bound,
    above: bound,
    below: bound,
    multipleOf: optional(fc.constantFrom(2, 3, 6, 0.5)),
    nullable: optional(fc.constant(true)),
  })
  .map(present);

const enumeration = fc
  .record({
    kind: fc.constant("enum" as const),
    values: fc.uniqueArray(words, { minLength: 1, maxLength: 3 }).map((all) => all.map((value) => ({ value }))),
    nullable: optional(fc.constant(true)),
  })
  .map(present);

const boolean = fc.constant({ kind: "boolean" as const });
const json = fc.constant({ kind: "json" as const });

const refNames = ["Tree"] as const;
const ref = fc.record({ kind: fc.constant("ref" as const), name: fc.constantFrom(...refNames) });

/** Any type, up to a small depth; names include those that objects inherit. */
export const anyType: fc.Arbitrary<TypeNode> = fc.letrec<{ type: TypeNode; field: Field }>((tie) => ({
  field: fc
    .record({
      name: names,
      type: tie("type"),
      required: fc.boolean(),
    })
    .map(present),
  type: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    string,
    number,
    enumeration,
    boolean,
    json,
    ref,
    fc
      .record({
        kind: fc.constant("array" as const),
        items: tie("type"),
        minItems: optional(fc.integer({ min: 0, max: 2 })),
        maxItems: optional(fc.integer({ min: 0, max: 3 })),
        unique: optional(fc.constant(true)),
        nullable: optional(fc.constant(true)),
      })
      .map(present),
    fc
      .record({
        kind: fc.constant("object" as const),
        fields: fc.uniqueArray(tie("field"), { maxLength: 3, selector: (field) => field.name }),
        open: fc.oneof(fc.constant(false), fc.constant(true), tie("type")),
        nullable: optional(fc.constant(true)),
      })
      .map(present),
    fc
      .record({
        kind: fc.constant("union" as const),
        of: fc.tuple(fc.oneof(string, enumeration), fc.oneof(number, boolean)).map((of): TypeNode[] => of),
      })
      .map(present),
  ),
})).type;

/** Values near a type: for each part either a fitting guess or anything at all. */
export function valuesNear(node: TypeNode, depth = 0): fc.Arbitrary<Json> {
  const stray = fc.constantFrom<Json>(
    null,
    true,
    0,
    1,
    2,
    0.5,
    -3,
    6,
    "",
    "x",
    "xx",
    " x ",
    "a b",
    "12",
    "2026-01-31",
    [],
    {},
  );
  const fitting = depth > 5 ? stray : guess(node, depth);
  return fc.oneof({ weight: 6, arbitrary: fitting }, { weight: 1, arbitrary: stray });
}

function guess(node: TypeNode, depth: number): fc.Arbitrary<Json> {
  switch (node.kind) {
    case "string":
      return fc.constantFrom(
        "",
        "x",
        "y",
        "xy",
        "abc",
        " x",
        "12",
        "ab12c",
        "💡",
        "💡💡",
        "2026-01-31",
        "2026-02-30",
        "\n",
      );
    case "integer":
    case "number":
      return fc.constantFrom(-3, -2, -1, 0, 0.5, 1, 1.5, 2, 3, 6, 10, 12);
    case "boolean":
      return fc.boolean();
    case "enum":
      return fc.constantFrom(...node.values.map((value) => value.value));
    case "array":
      return fc.array(valuesNear(node.items, depth + 1), { maxLength: 3 });
    case "object": {
      const rest = typeof node.open === "boolean" ? fc.constantFrom<Json>(1, "x") : valuesNear(node.open, depth + 1);
      const fields = node.fields.map((field) =>
        fc.oneof(
          {
            weight: 5,
            arbitrary: valuesNear(field.type, depth + 1).map((value): [string, Json][] => [[field.name, value]]),
          },
          { weight: field.required ? 1 : 3, arbitrary: fc.constant<[string, Json][]>([]) },
        ),
      );
      const others = fc.oneof(
        { weight: 4, arbitrary: fc.constant<[string, Json][]>([]) },
        { weight: 1, arbitrary: fc.tuple(names, rest).map((entry): [string, Json][] => [entry]) },
      );
      return fc.tuple(others, ...fields).map((parts) => Object.fromEntries(parts.flat()));
    }
    case "union":
      return fc.oneof(...node.of.map((option) => valuesNear(option, depth + 1)));
    case "ref":
      return valuesNear(tree, depth + 1);
    case "json":
      return fc.jsonValue({ maxDepth: 1 }).map((value) => value as Json); // fast-check's JsonValue is ours
  }
}

const tree: TypeNode = {
  kind: "object",
  fields: [
    { name: "label", type: { kind: "string", trim: true, minLength: 1 }, required: true },
    { name: "children", type: { kind: "array", items: { kind: "ref", name: "Tree" } }, required: false },
  ],
  open: false,
};

/** A catalog with nothing in it but a recursive type. */
export const catalog: Catalog = {
  format: 1,
  server: { name: "test", version: "1.0.0" },
  targets: [],
  unknownParams: "warn",
  tiers: [{ name: "essential", badge: "E", summary: "Essential" }],
  families: [{ name: "notes", title: "Notes", summary: "Notes" }],
  profiles: [],
  defaultProfile: "full",
  errors: [],
  grace: { stable: 180, beta: 30, experimental: 0 },
  types: [{ name: "Tree", family: "notes", type: tree }],
  tools: [],
  retired: [],
};

export function toolWith(params: readonly Field[], changes: Partial<Tool> = {}): Tool {
  const nothing: TypeNode = { kind: "object", fields: [], open: true };
  return {
    name: "note_create",
    family: "notes",
    tier: "essential",
    title: "Create a note",
    since: "1.0.0",
    stability: "stable",
    version: 1,
    summary: "Create a note.",
    session: "none",
    effects: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    params,
    result: nothing,
    returns: nothing,
    errors: [],
    aliases: [],
    guidance: { useWhen: [], avoidWhen: [], practices: [], after: [], before: [], workflows: [] },
    examples: [],
    ...changes,
  };
}
