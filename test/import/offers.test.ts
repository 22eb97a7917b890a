import { expect, test } from "vitest";
import { check } from "../../src/compiler/compile.ts";
import { importCatalog } from "../../src/compiler/import/import-catalog.ts";
import type { ImportOptions } from "../../src/compiler/import/import-list.ts";
import { lossLines } from "../../src/compiler/import/report.ts";

// Prompts and resources of a list become files that compile, and nothing of them goes without a word.

function importOf(list: object, options: Partial<ImportOptions> = {}) {
  const imported = importCatalog({ tools: [], ...list }, { server: "offers", ...options });
  if (imported === undefined) throw new Error("nothing was imported");
  const catalog = check(imported.files).value?.catalog;
  return {
    ...imported,
    prompts: imported.prompts,
    catalog,
    lines: lossLines(imported.lost).flatMap(({ effect, lines }) => [effect, ...lines]),
  };
}

test("names, titles, descriptions, arguments and URIs are those of the server", () => {
  const { catalog, lines, prompts } = importOf({
    prompts: [
      {
        name: "review-note",
        title: "Review",
        description: "Review one note.",
        arguments: [
          { name: "noteTitle", description: "Which", required: true },
          { name: "note_title" },
          { name: "tone", required: false },
        ],
      },
      { name: "simple", description: "Say hello." },
    ],
    resources: [{ uri: "notes://a/b.md", name: "b.md", description: "One note.", mimeType: "text/markdown" }],
    resourceTemplates: [{ uriTemplate: "notes://{noteId}", name: "A note", title: "Note", description: "By its id." }],
  });
  expect(lines).toEqual([]);
  expect(catalog?.prompts).toEqual([
    {
      name: "review-note",
      own: "review_note",
      title: "Review",
      description: "Review one note.",
      arguments: [
        { name: "noteTitle", own: "note_title", description: "Which", required: true },
        { name: "note_title", own: "note_title_2", required: false },
        { name: "tone", required: false },
      ],
    },
    { name: "simple", description: "Say hello.", arguments: [] },
  ]);
  expect(prompts).toEqual([
    {
      original: "review-note",
      name: "review_note",
      args: { note_title: "noteTitle", note_title_2: "note_title" },
      completed: [],
    },
    { original: "simple", name: "simple", args: {}, completed: [] },
  ]);
  expect(catalog?.resources).toEqual([
    {
      name: "A note",
      own: "a_note",
      title: "Note",
      description: "By its id.",
      uriTemplate: "notes://{noteId}",
      variables: [{ name: "noteId" }],
    },
    { name: "b.md", own: "b_md", description: "One note.", uri: "notes://a/b.md", mimeType: "text/markdown" },
  ]);
});

test("what can't be said is reported with its place, and the rest is imported", () => {
  const { lines, files } = importOf({
    prompts: [
      { name: "one", description: "First.", icons: [] },
      { name: "one", description: "Again." },
      { name: "undescribed", arguments: ["no argument", { name: "x", default: "all" }] },
      "no prompt",
      { name: "\u001b[31mred\u202e", description: "Colour {{tool x}}." },
    ],
    resources: [
      { uri: "NOTES:a", name: "a", description: "Shouts." },
      { uri: "notes://b", name: "b", description: "Sized.", size: 3 },
      { name: "c", description: "Nowhere." },
    ],
    resourceTemplates: [{ uriTemplate: "notes://{+path}", name: "path", description: "Any path." }],
  });
  expect(lines).toEqual([
    "left-out",
    "prompts: an earlier one is known by the same → nothing (/prompts/1)",
    "arguments: one has no name → nothing (/prompts/2/arguments)",
    "prompts: it is not an object → nothing (/prompts/3)",
    "resources: it has no URI → nothing (/resources/2)",
    "prompts: '\\u{1b}[31mred\\u{202e}' must be 1 to 200 visible characters → nothing (/prompts/4)",
    expect.stringMatching(/^resources: 'NOTES:a' has no scheme.* → nothing \(\/resources\/0\)$/),
    expect.stringMatching(/^resourceTemplates: .*\{\+path\}.* → nothing \(\/resourceTemplates\/0\)$/),
    "assumed",
    "description: there is none → undescribed (/prompts/2/description)",
    "reworded",
    "description: a schema file can't hold it as it is → Colour { {tool x}}. (/prompts/4/description)",
  ]);
  const textAt = (path: string) => files.find((file) => file.path === path)?.text ?? "";
  expect(textAt("schema/prompts/one.yaml")).toContain("listed: {icons: []}\n");
  expect(textAt("schema/prompts/undescribed.yaml")).toContain("listed: {default: all}");
  expect(textAt("schema/resources/b.yaml")).toContain("listed: {size: 3}\n");
  expect(files.map(({ path }) => path).filter((path) => /prompts|resources/.test(path))).toEqual([
    "schema/prompts/one.yaml",
    "schema/prompts/undescribed.yaml",
    "schema/resources/b.yaml",
  ]);
});

test("titles and texts that are not taken over as they are, are reported", () => {
  const { lines, catalog } = importOf({
    prompts: [
      {
        name: "one",
        title: "First\n of all",
        description: "Do it.",
        arguments: [
          { name: "x", title: "X\u202e", description: "Which {{x}}.\r\nOr none." },
          { name: "y", title: " " },
        ],
      },
    ],
    resources: [{ uri: "notes://b", name: "b", title: "B\u0007", description: "A note." }],
  });
  const why = "a schema file can't hold it as it is";
  expect(lines).toEqual([
    "reworded",
    `description: ${why} → Which { {x}}.\\nOr none. (/prompts/0/arguments/0/description)`,
    `title: ${why} → X (/prompts/0/arguments/0/title)`,
    `title: ${why} → First of all (/prompts/0/title)`,
    `title: ${why} → B (/resources/0/title)`,
    "dropped",
    "title: there is nothing to read in it → nothing (/prompts/0/arguments/1/title)",
  ]);
  expect(catalog?.prompts?.[0]?.title).toBe("First of all");
});

test("a server that completes values has handlers for them", () => {
  const list = {
    prompts: [{ name: "one", description: "First.", arguments: [{ name: "dayName" }] }],
    resources: [],
    resourceTemplates: [{ uriTemplate: "notes://{noteId}", name: "note", description: "By its id." }],
  };
  const { catalog, prompts, lines } = importOf(list, { capabilities: { prompts: {}, resources: {}, completions: {} } });
  expect(lines).toEqual([]);
  expect(catalog?.prompts?.[0]?.arguments).toMatchObject([{ name: "dayName", completion: "computed" }]);
  expect(catalog?.resources?.[0]?.variables).toEqual([{ name: "noteId", completion: "computed" }]);
  expect(prompts).toMatchObject([{ completed: ["day_name"] }]);
});

test("what clients may ask of the server stays, though its files don't show it", () => {
  const capabilities = { logging: {}, completions: {}, prompts: {} };
  const { lines, catalog } = importOf({ prompts: [] }, { capabilities });
  expect(lines).toEqual([]);
  expect(catalog?.server).toMatchObject({ logging: true, completions: true, prompts: true });
  expect(
    importOf({ prompts: [{ name: "one", description: "First." }] }, { capabilities }).catalog?.server,
  ).not.toHaveProperty("prompts");
  const others = {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    tasks: { list: {} },
  };
  expect(importOf({ resources: [] }, { capabilities: others }).lines).toEqual([
    "dropped",
    "tasks: no tool of its list may be a task → nothing (/capabilities/tasks)",
  ]);
  expect(importOf({}, {}).catalog?.server).not.toHaveProperty("logging");
  // The list of imported resources is that of the files; a gateway's changes with the server's.
  const { server } = importOf({ resources: [] }, { capabilities: others }).catalog ?? {};
  expect(server).toMatchObject({ subscriptions: true });
  expect(server).not.toHaveProperty("listChanges");
  expect(importOf({}, { capabilities: others, forwardsResources: true }).catalog?.server).toMatchObject({
    subscriptions: true,
    listChanges: true,
  });
  expect(importOf({}, { capabilities: others, only: [] }).catalog?.server).not.toHaveProperty("subscriptions");
});

test("a gateway reads resources where they are; --only names tools", () => {
  const list = {
    prompts: [{ name: "one", description: "First." }],
    resources: [{ uri: "notes://b", name: "b", description: "A note." }],
  };
  const capabilities = { prompts: {}, resources: {}, logging: {}, completions: {} };
  const offers = ({ files }: ReturnType<typeof importOf>) =>
    files.map(({ path }) => path).filter((path) => path !== "schema/catalog.yaml");
  const gateway = importOf(list, { capabilities, forwardsResources: true });
  expect(offers(gateway)).toEqual(["schema/prompts/one.yaml"]);
  expect(gateway.lost).toEqual([]);
  expect(gateway.catalog?.server).toMatchObject({ logging: true });
  expect(offers(importOf(list, { capabilities, only: [] }))).toEqual([]);
  expect(importOf({}, { capabilities }).lost.map(({ keyword, why }) => `${keyword}: ${why}`)).toEqual(
    expect.arrayContaining(["prompts: the server did not list them", "resources: the server did not list them"]),
  );
});
