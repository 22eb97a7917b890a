import { expect, test } from "vitest";
import { createDeclaredResources } from "../../src/runtime/declared-resources.ts";
import { createTextFilter } from "../../src/runtime/denied-names.ts";
import { createPolicy } from "../../src/runtime/policy.ts";

const call = {
  signal: new AbortController().signal,
  caller: { client: undefined, transport: "in-process", identity: undefined },
} as const;

test.each([
  ["null", null],
  ["an object", { id: "hunter2" }],
  ["a number", 7],
])("a handler that returns %s is told what it has to return, without the value", async (found, returned) => {
  // As a handler of JavaScript would.
  const load = async () => (() => returned) as never;
  const resources = createDeclaredResources(
    { today: { description: "Today.", uri: "notes://today", load } },
    { deps: async () => ({}), filter: createTextFilter({ tools: {}, aliases: {} }, createPolicy({})) },
  );
  await expect(resources.read("notes://today", call)).rejects.toThrow(
    new Error(
      `the handler of the resource 'notes://today' must return a text, bytes, a list of contents, or undefined; it returned ${found}`,
    ),
  );
});
