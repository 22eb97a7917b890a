import { expect, test } from "vitest";
import { wireForm } from "../../src/server/wire-form.ts";

// The forms of handlers are in test/process/older-forms.test.ts; these are what a server behind the gateway may send.

const formOf = (field: object, required?: readonly string[]) => ({
  message: "Which?",
  requestedSchema: { type: "object", properties: { way: { ...field } }, ...(required && { required }) },
});

test("a choice without a title is named by its value; other facts of a field stay", () => {
  const facts = { type: "string", title: "Way", default: "a" };
  const choices = { ...facts, oneOf: [{ const: "a", title: "A" }, { const: "b" }] };
  const named = { ...facts, enum: ["a", "b"], enumNames: ["A", "b"] };
  expect(wireForm(formOf(choices, ["way"]), "2025-06-18")).toEqual(formOf(named, ["way"]));
});

test.each([
  ["a client of 2025-11-25", formOf({ type: "array", items: { enum: ["a"] } }, ["way"]), "2025-11-25"],
  ["a field that older clients know", formOf({ type: "string", enum: ["a"] }), "2025-06-18"],
  ["no form", { messages: [] }, "2025-06-18"],
])("%s: nothing changes", (_title, params, revision) => {
  expect(wireForm(params, revision)).toEqual(params);
});

test("a required list is named", () => {
  expect(() => wireForm(formOf({ type: "array" }, ["way"]), "2025-06-18")).toThrow("field 'way' is a required list");
});
