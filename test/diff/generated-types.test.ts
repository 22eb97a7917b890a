import fc from "fast-check";
import { type Diagnostic, Project, ts } from "ts-morph";
import { expect, test } from "vitest";
import type { TypeNode } from "../../src/compiler/catalog/type-node.ts";
import { fits, type Meeting, typeText } from "../../src/compiler/diff/consequences/generated-types.ts";
import { moduleText } from "../../src/compiler/emit/module-text.ts";
import { printType } from "../../src/compiler/emit/print-type.ts";
import { anyType, catalog } from "../schema/arbitraries.ts";
import { enumOf, field, integer, number, object, text } from "./cases/build.ts";

const side = { catalog, form: "sent" } as const;
const meetings = ["read", "written"].map(
  (how): Meeting => ({ from: side, to: side, how: how === "read" ? how : "written" }),
);

const pairs: readonly (readonly [TypeNode, TypeNode])[] = fc.sample(
  fc.oneof(
    fc.tuple(anyType, anyType),
    anyType.map((type) => [type, { ...type, nullable: true }] as const),
    anyType.map((type) => [type, structuredClone(type)] as const),
    fc
      .tuple(anyType, anyType, anyType)
      .map(([a, b, c]) => [object([field("a", a)]), object([field("a", b), field("b", c)])] as const),
  ),
  { numRuns: 120, seed: 5 },
);

/** The pairs, by number, whose first type the type checker does not take for the second. */
function refused(): ReadonlySet<number> {
  const file = moduleText("");
  const print = (type: TypeNode) =>
    printType(type, { catalog, file, typesFrom: undefined, form: "sent" }).replaceAll(/\s+/g, " ");
  const trees = catalog.types.map(({ name, type }) => `type ${name} = ${print(type)};`);
  const lines = pairs.map(([from, to], index) => {
    const names = [`From${index}`, `To${index}`];
    return `type ${names[0]} = ${print(from)}; type ${names[1]} = ${print(to)}; export const f${index} = (v: ${names[0]}): ${names[1]} => v;`;
  });
  const json = "type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };";
  const project = new Project({
    useInMemoryFileSystem: true,
    compilerOptions: {
      strict: true,
      lib: ["lib.es5.d.ts"],
      exactOptionalPropertyTypes: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
    },
  });
  const head = [json, ...trees];
  const source = project.createSourceFile("types.ts", [...head, ...lines].join("\n"));
  const rows = source
    .getPreEmitDiagnostics()
    .map((found: Diagnostic) => (found.getLineNumber() ?? 0) - head.length - 1);
  return new Set(rows);
}

test("what fits by our judgement, the type checker takes; what it takes and we don't are objects that are read or written field by field", () => {
  const not = refused();
  expect([...not].filter((index) => index < 0)).toEqual([]);
  const wrong = pairs.flatMap(([from, to], index) => {
    const ours = meetings.map((meeting) => fits(from, to, meeting));
    const tooKind = ours.some((fit) => fit) && not.has(index);
    const tooStrict =
      !ours.some((fit) => fit) &&
      !not.has(index) &&
      !`${JSON.stringify(from)}${JSON.stringify(to)}`.includes('"fields"');
    return tooKind || tooStrict ? [{ tooKind, from: typeText(from, side), to: typeText(to, side) }] : [];
  });
  expect(wrong).toEqual([]);
  // Enough of both, or nothing was tested.
  expect([not.size > 30, pairs.length - not.size > 30]).toEqual([true, true]);
});

test("types that are printed alike have one text", () => {
  const file = moduleText("");
  const print = (type: TypeNode) => printType(type, { catalog, file, typesFrom: undefined, form: "sent" });
  for (const [a, b] of pairs) {
    if (print(a) === print(b)) expect(typeText(a, side)).toBe(typeText(b, side));
  }
});

const a = (type: TypeNode, required = true) => object([field("a", type, { required })]);

test.each<[string, TypeNode, TypeNode, boolean, boolean]>([
  ["a limit is not a type", text, { ...text, maxLength: 5 }, true, true],
  ["integer and number are one", integer, number, true, true],
  ["a value more", enumOf("a", "b"), enumOf("a"), false, false],
  ["a value less", enumOf("a"), enumOf("a", "b"), true, true],
  ["a text instead of values", text, enumOf("a"), false, false],
  ["null", { ...text, nullable: true }, text, false, false],
  ["a field may be missing", a(text, false), a(text), false, false],
  ["a field more", object([field("a"), field("b")]), object([field("a")]), true, false],
  ["a field less that was optional", object([]), object([field("a")]), false, true],
  ["a field less that was required", object([]), a(text), false, false],
  ["a list of something else", { kind: "array", items: text }, { kind: "array", items: integer }, false, false],
  ["a type that holds itself", { kind: "ref", name: "Tree" }, { kind: "ref", name: "Tree" }, true, true],
])("%s", (_, from, to, read, written) => {
  expect(meetings.map((meeting) => fits(from, to, meeting))).toEqual([read, written]);
});
