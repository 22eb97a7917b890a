import { expect, it } from "vitest";
import type { Catalog, Tool, ToolAlias } from "../../src/compiler/catalog/catalog.ts";
import { profileListing } from "../../src/compiler/schema/profile-listing.ts";
import { realCatalog } from "../diff/real-catalog.ts";
import { field, richCatalog, string, tool } from "./rich-catalog.ts";

// The longest list of another system's names: what it says of a tool holds for callers that know only these names.

const { catalog: workbench } = realCatalog();
const systems = workbench.profiles.flatMap((profile) => (profile.listAs === undefined ? [] : [profile]));

it("the workbench lists the names of four systems, one of them twice", () => {
  expect(systems.map(({ name }) => name)).toEqual(["ramorie", "pm", "zetmem", "ai_memory", "ai_memory_core"]);
});

it.each(systems)("no text of $name names a tool that its callers can't see", (profile) => {
  const list = profileListing({ ...profile, detail: "verbose" }, workbench);
  const shown = new Set(list.map(({ name }) => name));
  const hidden = new Set(workbench.tools.map(({ name }) => name).filter((name) => !shown.has(name)));
  const named = list.flatMap((each) =>
    [...JSON.stringify(each).matchAll(/[a-z]+(?:_[a-z]+)+/g)].flatMap(([word]) =>
      hidden.has(word) ? [`${each.name}: ${word}`] : [],
    ),
  );
  expect(named).toEqual([]);
});

const alias = (more: Partial<ToolAlias> & Pick<ToolAlias, "name">): ToolAlias => ({
  ...{ of: "legacy", params: [], rename: {}, set: {}, defaults: {}, ignore: [], adapt: false },
  ...more,
});
const find = tool("note_find", {
  description:
    "Finds notes by `text`. With `limit` it stops early; note_edit changes\none. What is found counts as read.\n\nSee note_edit.",
  params: [field("text", string(), { required: true }), field("limit", { kind: "integer" })],
  aliases: [
    alias({ name: "search", params: [field("words", string(), { required: true })], rename: { words: "text" } }),
    alias({ name: "lookup", of: "other" }),
  ],
  guidance: {
    useWhen: ["You look for a note"],
    avoidWhen: ["You know its name; use note_show", "You want to change it; use note_edit"],
    practices: ["Send `limit`", "Read what note_show shows"],
    after: ["note_show", "note_edit"],
    before: ["note_open"],
    workflows: [
      { goal: "Read one", steps: [{ call: "note_open", with: { all: true } }] },
      { goal: "Find one", steps: [{ call: "note_find", with: { text: "x" } }] },
    ],
  },
  examples: [{ title: "One", given: [], arguments: { text: "x" } }],
});
const show = tool("note_show", { aliases: [alias({ name: "show_note" })] });
const given = (call: string) => [{ call, with: {}, keep: {} }];
const open = tool("note_open", {
  nativeTo: ["legacy"],
  description: "Opens what note_find found; note_show shows it. note_edit changes it.",
  examples: [
    { title: "Alone", given: [], arguments: {} },
    { title: "After itself", given: given("note_open"), arguments: {} },
    { title: "After a tool of another name", given: given("note_find"), arguments: {} },
  ],
});
const edit = tool("note_edit", {});

function listed(tools: readonly Tool[], from: Catalog = richCatalog()) {
  const profile = { name: "old", selects: {}, tools: [], surface: "direct" as const, detail: "verbose" as const };
  return profileListing({ ...profile, listAs: "legacy" }, { ...from, tools });
}

it("says what the callers of an alias can do, in their names of tools and params", () => {
  const [shown] = listed([find, show, open, edit]).filter(({ name }) => name === "search");
  expect(shown?.description?.split("\n\n").slice(1)).toEqual(["Finds notes by `words`. What is found counts as read."]);
  expect(shown?._meta).toMatchObject({
    "pegboard/guidance": {
      triggers: ["You look for a note"],
      avoid: ["You know its name; use show_note", "You want to change it"],
      practices: ["Read what show_note shows"],
      synergies: { after: ["show_note"], before: ["note_open"] },
      workflows: [{ goal: "Read one", steps: [{ call: "note_open", with: { all: true } }] }],
    },
    "pegboard/examples": [],
  });
});

it("a tool that keeps its name keeps the examples whose calls are there as they are written", () => {
  const [shown] = listed([find, show, open, edit]).filter(({ name }) => name === "note_open");
  expect(shown?.description?.split("\n\n").slice(1)).toEqual(["Opens what search found; show_note shows it."]);
  expect(shown?._meta?.["pegboard/examples"]).toMatchObject([{ title: "Alone" }, { title: "After itself" }]);
});

it("follows a name that changes", () => {
  const renamed = tool("note_show", { aliases: [alias({ name: "view_note" })] });
  const textOf = (tools: readonly Tool[]) => JSON.stringify(listed(tools).find(({ name }) => name === "search"));
  expect(textOf([find, show, open, edit])).toContain("use show_note");
  expect(textOf([find, renamed, open, edit])).toContain("use view_note");
});
