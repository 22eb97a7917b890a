import { expect, it, test } from "vitest";
import { parseUriTemplate } from "../../src/contract/uri-template.ts";
import { createDeclaredResources } from "../../src/runtime/declared-resources.ts";
import { createTextFilter } from "../../src/runtime/denied-names.ts";
import type { OfferCall } from "../../src/runtime/offers.ts";
import { createPolicy } from "../../src/runtime/policy.ts";
import { type LoggedLine, memoryLog } from "./notes-catalog.ts";

const call = {
  signal: new AbortController().signal,
  caller: { client: undefined, transport: "in-process", identity: undefined },
} as const;

test.each([
  ["null", null],
  ["an object", { id: "hunter2" }],
  ["a number", 7],
])("the error of a handler that returns %s says what it has to return, without the value", async (found, returned) => {
  // As a handler of JavaScript would.
  const load = async () => (() => returned) as never;
  const resources = createDeclaredResources(
    { today: { description: "Today.", uri: "notes://today", load } },
    {
      deps: async () => ({}),
      filter: createTextFilter({ tools: {}, aliases: {} }, createPolicy({})),
      log: memoryLog([]),
    },
  );
  await expect(resources.read("notes://today", call)).rejects.toThrow(
    new Error(
      `the handler of the resource 'notes://today' must return a text, bytes, a list of contents, or undefined; it returned ${found}`,
    ),
  );
});

it("handlers of resources and of completions write lines that name the resource", async () => {
  const lines: LoggedLine[] = [];
  const load =
    async () =>
    (_: never, __: object, { log }: OfferCall) => {
      log.info("read");
      return "text";
    };
  const complete = async () => ({
    id: (_: string, __: never, ___: object, { log }: OfferCall) => {
      log.warn("typed");
      return [];
    },
  });
  const uriTemplate = "notes://note/{id}";
  const [template, variables] = [parseUriTemplate(uriTemplate), [{ name: "id", completion: "computed" as const }]];
  const resources = createDeclaredResources(
    {
      today: { description: "Today.", uri: "notes://today", load },
      note: { description: "One.", uriTemplate, template, variables, load, complete },
    },
    {
      deps: async () => ({}),
      filter: createTextFilter({ tools: {}, aliases: {} }, createPolicy({})),
      log: memoryLog(lines),
    },
  );
  await resources.read("notes://today", call);
  await resources.read("notes://note/1", call);
  await resources.complete(uriTemplate, "id", { ...call, value: "", given: {} });
  expect(lines.map(({ message, fields }) => [message, fields])).toEqual([
    ["read", { resource: "today" }],
    ["read", { resource: "note" }],
    ["typed", { resource: "note" }],
  ]);
});
