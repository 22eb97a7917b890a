import { expect, test } from "vitest";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";
import type { OutputValidator, RegisteredAlias } from "../../src/runtime/registry.ts";
import { notesRegistry, openNotes } from "./notes-catalog.ts";

// A call under an old name answers in the old form: mapped by a function, checked by the schema of that form.

const output: JsonSchema = {
  type: "object",
  properties: {
    noteId: { type: "string" },
    tags: { type: "array", items: { type: "string" } },
    _message: { type: "string" },
  },
  required: ["noteId"],
  additionalProperties: false,
};
const validator: OutputValidator = { output, checkOutput: compileCheck(output), plans: {} };

type Adapt = (result: { readonly title: string }, old: { readonly words: readonly string[] } | undefined) => object;

/** The notes with an old name whose result is mapped. */
function notesWith(name: string, adapt: Adapt, options: Parameters<typeof openNotes>[0] = {}) {
  const registry = notesRegistry();
  const known = registry.aliases[name];
  if (known === undefined) throw new Error(`there is no alias ${name}`);
  const mapped: RegisteredAlias = { ...known, loadResult: async () => ({ validator, adapt }) };
  return openNotes({ ...options, registry: { ...registry, aliases: { ...registry.aliases, [name]: mapped } } });
}

test("the function gets the tool's result and the old arguments; text and data are in the old form", async () => {
  const given: unknown[] = [];
  const app = notesWith("store_note", (result, old) => {
    given.push(result, old);
    return { noteId: result.title, _message: "stored" };
  });
  await app.login();
  const answer = await app.call("store_note", { words: ["  Buy", "milk "] });
  expect(given).toEqual([{ title: "Buy milk", priority: 5, by: "ann" }, { words: ["Buy", "milk"] }]);
  const value = { noteId: "Buy milk", _message: "stored" };
  expect(answer).toMatchObject({ kind: "result", result: { structuredContent: value } });
  expect(answer).toMatchObject({ result: { content: [{ type: "text", text: JSON.stringify(value) }] } });
});

test("a table maps the arguments and a function the result: it gets no old arguments", async () => {
  const app = notesWith("add_note", (result, old) => ({ noteId: `${result.title} ${String(old)}` }));
  await app.login();
  const answer = await app.call("add_note", { headline: "Milk" });
  expect(answer).toMatchObject({ result: { structuredContent: { noteId: "Milk undefined" } } });
  const own = await app.call("note_create", { title: "Bread" });
  expect(own, "the tool's own name answers as ever").toMatchObject({
    result: { structuredContent: { title: "Bread" } },
  });
});

test("what the old result does not declare is dropped, and reported to the operator", async () => {
  const app = notesWith("add_note", ({ title }) => ({ noteId: title, secret: 1 }));
  await app.login();
  const answer = await app.call("add_note", { headline: "Milk" });
  expect(answer).toMatchObject({ result: { structuredContent: { noteId: "Milk" } } });
  expect(JSON.stringify(answer)).not.toContain("secret");
  expect(app.lines.filter(({ level }) => level === "warn")).toEqual([
    expect.objectContaining({ fields: { tool: "note_create", keys: ["/secret"] } }),
  ]);
});

test("a function that breaks the old contract, or throws, is an internal error", async () => {
  const broken = notesWith("add_note", () => ({ noteId: 7 }));
  await broken.login();
  const answer = await broken.call("add_note", { headline: "Milk" });
  expect(answer).toMatchObject({ result: { isError: true, structuredContent: { error: { code: "INTERNAL" } } } });
  const throwing = notesWith("add_note", () => {
    throw new Error("no");
  });
  await throwing.login();
  expect(await throwing.call("add_note", { headline: "Milk" })).toMatchObject({ result: { isError: true } });
});

test("a refused call is not mapped", async () => {
  const app = notesWith("store_note", () => {
    throw new Error("is never called");
  });
  await app.login();
  expect(await app.call("store_note", { words: [] })).toMatchObject({
    result: { isError: true, structuredContent: { error: { code: "INVALID_ARGUMENTS" } } },
  });
});

test("a result that is too large is cut by the schema of the old form", async () => {
  const tags = Array.from({ length: 4000 }, (_, index) => `tag ${index}`);
  const app = notesWith("add_note", ({ title }) => ({ noteId: title, tags }), { maxResultBytes: 16_384 });
  await app.login();
  const answer = await app.call("add_note", { headline: "Milk" });
  if (answer.kind !== "result") throw new Error("a protocol error");
  const { structuredContent: value } = answer.result;
  expect(validator.checkOutput(value)).toBe(true);
  expect(value?.noteId).toBe("Milk");
  expect(Array.isArray(value?.tags) && value.tags.length > 0 && value.tags.length < tags.length).toBe(true);
});

test("an old name with a result of its own has no versions", async () => {
  const app = notesWith("add_note", ({ title }) => ({ noteId: title }));
  await app.login();
  const answer = await app.call("add_note", { headline: "Milk" }, { meta: { "pegboard/version": 3 } });
  expect(answer).toMatchObject({ result: { isError: true } });
});
