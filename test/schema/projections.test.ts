import { expect, it } from "vitest";
import { withoutTexts } from "../../src/compiler/schema/projections.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";

it("a compact schema has no titles, no texts and no long default texts, at any depth; everything else stays, in its order", () => {
  const long = "x".repeat(33);
  const texts = { title: "T", description: "D", examples: ["e"], deprecated: true };
  const schema: JsonSchema = {
    ...texts,
    type: "object",
    properties: {
      title: { ...texts, default: long, type: "string", maxLength: 5 },
      short: { default: long.slice(1), type: "string" },
      count: { default: 123, type: "integer" },
      list: { type: "array", items: { ...texts, default: long, type: "string" } },
    },
    required: ["title"],
  };
  expect(JSON.stringify(withoutTexts(schema))).toBe(
    JSON.stringify({
      type: "object",
      properties: {
        title: { type: "string", maxLength: 5 },
        short: { default: long.slice(1), type: "string" },
        count: { default: 123, type: "integer" },
        list: { type: "array", items: { type: "string" } },
      },
      required: ["title"],
    }),
  );
});
