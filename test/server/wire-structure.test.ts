import { expect, test } from "vitest";
import { wireStructure } from "../../src/server/wire-structure.ts";

const text = (words: string) => [{ type: "text" as const, text: words }];

test.each([
  ["an object", { a: 1 }, "2025-11-25", { content: text("x"), structuredContent: { a: 1 } }],
  ["a list, for a client that reads it", [1], "2026-07-28", { content: text("x"), structuredContent: [1] }],
  ["a list, for an older client", [1], "2025-11-25", { content: text("x") }],
  ["nothing", undefined, "2025-11-25", { content: text("x") }],
])("%s", (_title, structured, revision, sent) => {
  expect(wireStructure(text("x"), structured, revision)).toEqual(sent);
});

test("an older client of a server that sends nothing else reads it as a text", () => {
  expect(wireStructure([], [1, "a"], "2025-11-25")).toEqual({ content: text('[1,"a"]') });
});
