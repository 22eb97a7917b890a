import { expect, test } from "vitest";
import { importCatalog } from "../../src/compiler/import/import-catalog.ts";
import { lossLines } from "../../src/compiler/import/report.ts";
import { surfaceListing } from "../../src/compiler/tokens/surface-listing.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { disagreement, importAndCompile, inputOf, originalJudge, ourJudge, toolOf } from "./judge.ts";

// Lists that break the protocol or contradict themselves: what can stand, stands, and every other thing is reported, once.

const annotations = { readOnlyHint: true, openWorldHint: false };

function tool(name: string, inputSchema: Json, more: JsonObject = {}): JsonObject {
  return { name, description: `Show ${name} as it was asked for.`, inputSchema, annotations, ...more };
}

function importOf(tools: readonly Json[]) {
  const { imported, catalog } = importAndCompile({ tools }, "broken");
  const profile = catalog.profiles.find(({ name }) => name === "as_imported");
  if (profile === undefined) throw new Error("no such profile");
  const listed: unknown = JSON.parse(JSON.stringify(surfaceListing(profile, catalog)));
  return { imported, catalog, listed };
}

test("texts that the linter refuses stay in the list", () => {
  const tools = [
    tool("tags", { type: "object", properties: { tags: { type: "string", description: "List of tags" } } }),
    tool("hosts", {
      type: "object",
      required: ["hostName"],
      properties: {
        hostName: { type: "string", description: "Such as db1.corp.internal" },
        count: { type: "integer", default: 3, description: "Of db1.corp.internal" },
      },
    }),
    tool(
      "counts",
      { type: "object", properties: {} },
      {
        outputSchema: {
          type: "object",
          properties: { n: { type: "string", description: "Where db1.corp.internal counts" } },
        },
      },
    ),
    tool("notes", { type: "object", properties: {} }, { description: "Show the notes of db1.corp.internal." }),
  ];
  const { imported, listed } = importOf(tools);
  expect(imported.lost).toEqual([]);
  expect(listed).toEqual(tools);
  const hosts = imported.files.find(({ path }) => path.endsWith("/hosts.yaml"))?.text;
  expect(hosts).toContain("host_name: {wire: hostName, schema: {type: string, ");
  expect(hosts).toContain("count: {schema: {type: integer, description: Of db1.corp.internal}, default: 3}");
});

test("schemas that have drifted, and names twice, are reported once", () => {
  const object = { type: "object", properties: {} };
  const tools: readonly Json[] = [
    tool("one", object),
    tool("one", { ...object, required: ["other"] }),
    tool("rootless", { $schema: "http://json-schema.org/draft-07/schema#" }),
    tool("nullable", { type: ["object", "null"], properties: {} }),
    tool("text", { type: "string" }),
    { name: "none", description: "Show what is there.", annotations },
    tool("two words", object),
    tool("gone", { type: "object", properties: { x: { $ref: "#/definitions/gone" } }, additionalProperties: false }),
    { description: "Nameless.", inputSchema: object },
    "no tool",
  ];
  const { imported, listed } = importOf(tools);
  expect(lossLines(imported.lost).flatMap(({ effect, lines }) => [effect, ...lines])).toEqual([
    "left-out",
    "name: an earlier tool has the same name → nothing (one /tools/1)",
    "name: it has no name → nothing (/tools/8)",
    "tools: it is not an object → nothing (/tools/9)",
    "narrower",
    "name: 'two words' is not a name that can be called here → two_words alone (two words /tools/6/name)",
    "wider",
    "type: arguments are an object → type: object (text /tools/4/inputSchema)",
    "$ref: '#/definitions/gone' is not in this schema; nothing is fetched → any value (gone /tools/7/inputSchema/properties/x)",
    "assumed",
    "inputSchema: there is none → any params (none /tools/5)",
    "reworded",
    "type: arguments are an object → type: object (nullable /tools/3/inputSchema)",
  ]);
  const names = (list: unknown) => (list as readonly { readonly name: string }[]).map(({ name }) => name);
  expect(names(listed)).toEqual(["one", "rootless", "nullable", "text", "none", "two_words", "gone"]);
});

test("what a server says of itself is kept as far as a schema file can hold it", () => {
  const serverInfo = { name: "Broken One", version: "1", description: "Shows.", icons: [{ src: "data:,x" }] };
  const info = (more: JsonObject) => importCatalog([], { server: "broken", serverInfo: { ...serverInfo, ...more } });
  expect(info({})?.lost).toEqual([]);
  expect(info({})?.files[0]?.text).toContain("description: Shows.");
  expect(info({ websiteUrl: "x".repeat(20_000) })?.lost).toMatchObject([
    { pointer: "/serverInfo/websiteUrl", keyword: "websiteUrl", effect: "dropped" },
  ]);
});

test("a tool without a schema takes any arguments, as it did", () => {
  const { catalog } = importOf([{ name: "none", description: "Show what is there." }]);
  expect(ourJudge(toolOf(catalog, "none"), catalog, "none")({ any: [1] })).toMatchObject({
    accepts: true,
    value: { any: [1] },
  });
});

test("params that a pattern names are not unknown ones", () => {
  const raw = tool("do_it", {
    type: "object",
    patternProperties: { "^x": { type: "number" } },
    additionalProperties: false,
  });
  const { catalog, listed } = importOf([raw]);
  const ours = ourJudge(toolOf(catalog, "do_it"), catalog, "do_it");
  const verdicts = [{ x1: 1 }, { x1: "1" }, { y: 1 }].map((given) => ours(given).accepts);
  expect(verdicts).toEqual([true, false, false]);
  expect(listed).toMatchObject([{ inputSchema: raw.inputSchema }]);
});

test("null that another type forbids is not taken", () => {
  const a = { anyOf: [{ type: "string", enum: [null] }, { type: "string" }] };
  // The pattern makes the import read the schema in words.
  const $defs = { slow: { type: "string", pattern: "^(a+)+$" } };
  const raw = tool("do_it", { type: "object", properties: { a }, $defs });
  const { imported, catalog } = importOf([raw]);
  const ours = ourJudge(toolOf(catalog, "do_it"), catalog, "do_it");
  expect(disagreement(originalJudge(inputOf(raw)), ours, imported.lost, "/tools/0/inputSchema", { a: null })).toBe(
    undefined,
  );
});

test.each([
  ["a list leaves open whether formats are checked, so nothing is lost", {}, []],
  [
    "code says that they are, so that is reported",
    { inWords: true },
    ["wider format: the format 'email' is published and not checked"],
  ],
] as const)("%s", (_title, options, reported) => {
  // A reference may lead to what no keyword holds.
  const more = {
    properties: { to: { $ref: "#/texts/address" } },
    texts: { address: { type: "string", format: "email" } },
  };
  const $defs = { slow: { type: "string", pattern: "^(a+)+$" } };
  const { imported, catalog } = importAndCompile(
    [tool("do_it", { type: "object", ...more, $defs })],
    "broken",
    options,
  );
  const lost = imported.lost.filter(({ effect }) => effect !== "dropped");
  expect(lost.map(({ effect, keyword, why }) => `${effect} ${keyword}: ${why}`)).toEqual(reported);
  expect(ourJudge(toolOf(catalog, "do_it"), catalog, "do_it")({ to: "not an address" }).accepts).toBe(true);
});
