import { describe, expect, test } from "vitest";
import type { Catalog, Field } from "../../src/compiler/catalog/catalog.ts";
import { emit } from "../../src/compiler/emit/emit.ts";
import { richCatalog, tool } from "./rich-catalog.ts";

// What of a result must not reach a log is written beside its validator, and only where there is such a thing.

const field = (name: string, type: Field["type"], extras: Partial<Field> = {}): Field => ({
  name,
  type,
  required: true,
  ...extras,
});
const text: Field["type"] = { kind: "string", trim: false };

function validatorFiles(result: readonly Field[], types: Catalog["types"] = []): readonly string[] {
  const made = tool("key_get", { result: { kind: "object", open: false, fields: result } });
  const files = emit({ ...richCatalog(), tools: [made], types }, new Map());
  return ["js", "d.ts"].map(
    (end) => files.find(({ path }) => path === `generated/.cache/validators/key_get.${end}`)?.text ?? "",
  );
}

test("a sensitive field of a result, however deep", () => {
  const login = {
    kind: "object",
    open: false,
    fields: [field("user", text), field("key", text, { sensitive: true })],
  } as const;
  const [code, declaration] = validatorFiles([field("logins", { kind: "array", items: login })]);
  expect(code).toContain(`export const outputPlan = {
  kind: "object",
  fields: {
    logins: {
      plan: {
        kind: "array",
        items: { kind: "object", fields: { user: { required: true }, key: { required: true, sensitive: true } } },
      },
      required: true,
    },
  },
};`);
  expect(declaration).toContain('export declare const outputPlan: NonNullable<Validator["outputPlan"]>;');
});

describe("a sensitive field of a type that has a name", () => {
  const ref = (name: string) => ({ kind: "ref", name }) as const;
  const types: Catalog["types"] = (
    [
      ["Key", [field("key", text, { sensitive: true })]],
      ["Login", [field("user", text), field("keys", { kind: "array", items: ref("Key") })]],
      ["Plain", [field("size", { kind: "string", trim: true })]],
      ["Tree", [field("key", text, { sensitive: true }), field("next", ref("Tree"), { required: false })]],
    ] as const
  ).map(([name, fields]) => ({ name, family: "keys", type: { kind: "object", open: false, fields } }));
  test.each<[string, Field["type"], boolean]>([
    ["in it", ref("Key"), true],
    ["in one that it refers to", ref("Login"), true],
    ["in one that refers to itself", ref("Tree"), true],
    ["in an option of a union", { kind: "union", of: [ref("Plain"), ref("Key")] }, true],
    ["in the values of a map", { kind: "object", fields: [], open: ref("Key") }, true],
    ["in none of them", { kind: "union", of: [ref("Plain"), text] }, false],
  ])("%s", (_name, type, isThere) => {
    const [code = ""] = validatorFiles([field("value", type)], types);
    expect(code.includes("export const outputPlan = {")).toBe(isThere);
  });
});

test("nothing where there is none", () => {
  const trimmed: Field["type"] = { kind: "string", trim: true };
  for (const file of validatorFiles([field("title", trimmed)])) expect(file).not.toContain("outputPlan");
});

test("a sensitive field of an old result", () => {
  const files = emit(richCatalog(), new Map());
  const code = files.find(({ path }) => path === "generated/.cache/validators/note_create.js")?.text ?? "";
  expect(code.slice(code.indexOf("export const results"))).toContain("sensitive: true");
});
