import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { profileListing } from "../../src/compiler/schema/profile-listing.ts";
import { wireMeta, wireTool } from "../../src/compiler/schema/wire-tool.ts";
import { field, richCatalog, string, tool } from "./rich-catalog.ts";

const catalog = richCatalog();
const params = [
  field("title", string({ minLength: 1 }), { required: true, description: "The title." }),
  field("word", string(), { description: "a word\nto find" }),
  field("bare", { kind: "boolean" }),
];

test("compact carries name, summary, schema without texts, and the hints that differ from MCP's defaults", () => {
  const effects = { readOnly: true, destructive: true, idempotent: false, openWorld: false };
  expect(wireTool(tool("note_find", { summary: "Find notes.", params, effects }), catalog, "compact")).toEqual({
    name: "note_find",
    description: "Find notes.",
    inputSchema: {
      type: "object",
      properties: {
        title: { type: "string", pattern: "\\S" },
        word: { type: "string" },
        bare: { type: "boolean" },
        session: { type: "string" },
      },
      required: ["title"],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  });
});

test("a tool whose effects are what MCP assumes carries no hints in compact", () => {
  const effects = { readOnly: false, destructive: true, idempotent: false, openWorld: true };
  expect(wireTool(tool("note_burn", { effects }), catalog, "compact")).not.toHaveProperty("annotations");
});

test("full renders the description from data", () => {
  const wire = wireTool(tool("note_find", { title: "Find", summary: "Find notes", params }), catalog, "full");
  expect(wire.description).toBe("🔴 ESSENTIAL | Find notes. REQUIRED: title. Optional: word (a word to find), bare.");
  expect(wire.title).toBe("Find");
  expect(wire.annotations).toEqual({
    title: "Find",
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  });
  expect(Object.keys(wire)).toEqual(["name", "title", "description", "inputSchema", "outputSchema", "annotations"]);
});

test("verbose adds the long description, and what only a curious client reads in _meta", () => {
  const wire = wireTool(tool("note_find", { description: "Long form.\n", params }), catalog, "verbose");
  expect(wire.description.endsWith("bare.\n\nLong form.")).toBe(true);
  expect(Object.keys(wire._meta ?? {})).toEqual([
    "pegboard/tier",
    "pegboard/family",
    "pegboard/version",
    "pegboard/deprecations",
    "pegboard/guidance",
    "pegboard/examples",
  ]);
});

test("the table of docs/serving.md has every member of _meta, and no other", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/serving.md"), "utf8");
  const [, section = ""] = /^## What a verbose list says$([\s\S]*?)^## /m.exec(page) ?? [];
  const named = [...section.matchAll(/`(pegboard\/\w+)`/g)].map(([, name]) => name);
  const limited = tool("note_find", { deadlineMs: 1_000 });
  expect(new Set(named)).toEqual(new Set(Object.keys(wireMeta(limited, catalog))));
  const guidance = wireMeta(limited, catalog)["pegboard/guidance"];
  for (const member of Object.keys(guidance as object)) expect(section, member).toContain(`\`${member}`);
});

test("a profile lists its tools in the order of the catalog", () => {
  const [full] = catalog.profiles;
  if (full === undefined) throw new Error("the fixture has lost its profile");
  expect(profileListing(full, catalog).map(({ name }) => name)).toEqual([
    "note_create",
    "note_edit",
    "ping",
    "note_tree",
  ]);
});

test("a profile with list_as lists the old names of that system in their old shape, and nothing else", () => {
  const old = { name: "old", selects: {}, tools: [], surface: "direct" as const, listAs: "legacy" };
  const listing = profileListing(old, catalog);
  expect(listing.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})])).toEqual([
    ["add-note.v0", ["body", "pin", "gone"]],
    ["new_note", ["name"]],
  ]);
  expect(profileListing({ ...old, listAs: "unheard_of" }, catalog)).toEqual([]);
});
