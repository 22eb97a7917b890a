import { expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.ts";

const catalog = `format: 1
server: {name: shop, version: 1.2.0}
tiers: {essential: {badge: ESSENTIAL, summary: All}}
defaults: {tier: essential, since: 1.0.0}
families: {note: {title: Notes, summary: Short texts}}
`;

const tool = (confirm: string, cases: string, destructive = true) => `name: note_manage
title: Manage a note
summary: Show, rename, empty or remove a note.
effects: {read_only: false, destructive: ${destructive}, idempotent: false, open_world: false}
confirm: {${confirm}message: "lose {id}"}
params:
  action: {type: enum, values: [show, rename, empty, remove], required: true, description: What to do}
  id: {type: string, max_length: 9, required: true, description: Its id}
actions: {by: action, cases: ${cases}}
result: {type: boolean}
`;

function compiled(text: string) {
  const { value, diagnostics } = compile([
    { path: "schema/catalog.yaml", text: catalog },
    { path: "schema/tools/note/note_manage.yaml", text },
  ]);
  const [made] = value?.catalog.tools ?? [];
  const page = value?.files.find(({ path }) => path === "generated/docs/tools/note_manage.md")?.text ?? "";
  const errors = diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code}: ${message}`);
  return { when: made?.confirm?.when, confirm: made?.params.find(({ name }) => name === "confirm"), page, errors };
}

const said = "{show: {effect: reads}, rename: {effect: changes}, empty: {effect: destroys}, remove: {}}";
const silent = "{show: {}, rename: {}, empty: {}, remove: {}}";

it("asks for the actions that destroy something, where they say what they do", () => {
  const { when, confirm, page, errors } = compiled(tool("", said));
  expect(errors).toEqual([]);
  // What says nothing does what the tool does.
  expect(when).toEqual({ action: ["empty", "remove"] });
  expect(confirm?.description).toBe(
    "Must be true when action is empty or remove: the call destroys data that can't be restored",
  );
  expect(page).toContain("| action | effect | needs | also reads | what it does |");
  expect(page).toMatch(/^\| `remove` \| destroys \|/m);
  expect(page).toContain("When `action` is `empty` or `remove`: lose {id}");
});

it.each<[string, string, object | undefined]>([
  ["no action says what it does", tool("", silent), undefined],
  ["all destroy", tool("", said.replace("reads", "destroys").replace("changes", "destroys")), undefined],
  ["one destroys", tool("", said.replace("remove: {}", "remove: {effect: changes}")), { action: "empty" }],
  ["the author says when", tool("when: {action: rename}, ", said), { action: "rename" }],
  ["the author says several", tool("when: {action: [rename, remove]}, ", silent), { action: ["rename", "remove"] }],
])("keeps the condition: %s", (_title, text, when) => {
  expect(compiled(text)).toMatchObject({ when, errors: [] });
});

it("names a value in a list that the param does not have", () => {
  expect(compiled(tool("when: {action: [rename, remov]}, ", silent)).errors).toEqual([
    "unknown-value: 'remov' is not a value of 'action'",
  ]);
});

it("has a page without effects where no action says one", () => {
  expect(compiled(tool("", silent)).page).toContain("| action | needs | also reads | what it does |");
});
