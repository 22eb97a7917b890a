import { expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { exampleOf } from "../../src/shell/print/tool-page.ts";

const object = (properties: JsonObject, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});
const text = { type: "string" };
const sample = (schema: JsonObject) => JSON.parse(exampleOf(schema, () => []));

test("a call has everything that is required, also within objects, lists and unions", () => {
  const card = object({ kind: { type: "string", enum: ["card"] }, token: text, note: text }, ["kind", "token"]);
  const transfer = object({ kind: { const: "transfer" }, iban: text });
  const line = object({ item: text, count: { type: "integer", minimum: 1 } });
  expect(
    sample(
      object(
        {
          method: { anyOf: [card, transfer] },
          lines: { type: "array", minItems: 1, items: line },
          tags: { type: "array", items: text },
          left: text,
        },
        ["method", "lines", "tags"],
      ),
    ),
  ).toEqual({ method: { kind: "card", token: "…" }, lines: [{ item: "…", count: 1 }], tags: [] });
});

test("a schema of others that refers to itself many times ends", () => {
  const names = Array.from({ length: 300 }, (_, at) => `p${at}`);
  const node = object(Object.fromEntries(names.map((name) => [name, { $ref: "#/$defs/node" }])));
  const started = sample({ ...object({ root: { $ref: "#/$defs/node" } }), $defs: { node } });
  expect(Object.keys(started.root)).toHaveLength(10);
  expect(started.root.p0.p0.p0).toEqual({});
});
