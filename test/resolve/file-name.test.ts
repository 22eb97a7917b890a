import { expect, test } from "vitest";
import { check } from "../../src/compiler/compile.ts";

// The file of a tool, a prompt or a resource is its name; `name` may repeat it.

const catalog = `format: 1
server: {name: notes, version: 1.0.0}
tiers: {common: {badge: C, summary: Common}}
families: {note: {title: Notes, summary: Notes}}
profiles: {all: {families: all}}
defaults: {tier: common, since: 0.1.0}
`;
const tool = `title: List notes
summary: List all notes.
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
result: {fields: {count: {type: integer, required: true, description: How many}}}
guidance: {use_when: [You need them all]}
`;
const prompt = 'description: Ask for it.\nmessages: [{text: "Look at the notes."}]\n';
const resource = "description: All notes.\nuri: notes://all\ncomputed: true\n";

function checked(files: Readonly<Record<string, string>>) {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  const { value, diagnostics } = check([{ path: "schema/catalog.yaml", text: catalog }, ...sources]);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return { made: value?.catalog, errors: errors.map(({ code, message, help }) => ({ code, message, help })) };
}

test("a tool, a prompt and a resource without a name have that of their file", () => {
  const { made, errors } = checked({
    "schema/tools/note/note_list.yaml": tool,
    "schema/prompts/review.yaml": prompt,
    "schema/resources/notes.yaml": resource,
  });
  expect(errors).toEqual([]);
  const names = [made?.tools, made?.prompts, made?.resources].map((all) => all?.map(({ name }) => name));
  expect(names).toEqual([["note_list"], ["review"], ["notes"]]);
});

test.each([
  ["schema/tools/note/note-all.yaml", tool, "note-all"],
  ["schema/prompts/Review.yaml", prompt, "Review"],
  ["schema/resources/all notes.yaml", resource, "all notes"],
])("%s: the name of the file has to be one", (path, text, name) => {
  const { errors } = checked({ "schema/tools/note/note_list.yaml": tool, [path]: text });
  const expected = "lower case words joined by '_', beginning with a letter";
  expect(errors).toEqual([
    { code: "wrong-form", message: expect.stringContaining(`'${name}'`), help: "rename the file" },
  ]);
  expect(errors[0]?.message).toContain(expected);
});

test("a name that is stated is that of the file", () => {
  const { errors } = checked({ "schema/tools/note/note_list.yaml": `name: note_all\n${tool}` });
  expect(errors).toEqual([
    {
      code: "name-mismatch",
      message: "the tool is named 'note_all', but its file is 'note_list.yaml'",
      help: "rename the file to note_all.yaml, or write name: note_list",
    },
  ]);
});
