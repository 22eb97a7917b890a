import { expect, test } from "vitest";
import { check } from "../../src/compiler/compile.ts";

// Prompts, arguments and resources may be spelt otherwise by callers: each spelling leads to one of them.

const catalog = `format: 1
server: {name: notes, version: 1.0.0}
tiers: {common: {badge: C, summary: Common}}
families: {notes: {title: Notes, summary: Notes}}
`;

function checked(files: Readonly<Record<string, string>>) {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  const { value, diagnostics } = check([{ path: "schema/catalog.yaml", text: catalog }, ...sources]);
  return {
    catalog: value?.catalog,
    errors: diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message),
  };
}

const prompt = (name: string, more: string) =>
  `name: ${name}\ndescription: Ask for it.\n${more}messages: [{text: "Look at {{note_title}}."}]\n`;

test("texts speak of our names, callers of theirs", () => {
  const given = "wire: review-note\narguments: {note_title: {wire: noteTitle}}\n";
  const { catalog: made, errors } = checked({ "schema/prompts/review.yaml": prompt("review", given) });
  expect(errors).toEqual([]);
  expect(made?.prompts).toEqual([
    {
      name: "review-note",
      own: "review",
      description: "Ask for it.",
      arguments: [{ name: "noteTitle", own: "note_title", required: false }],
      messages: [{ role: "user", text: "Look at {{note_title}}." }],
    },
  ]);
});

test("two of one spelling are an error", () => {
  const { errors } = checked({
    "schema/prompts/a.yaml": prompt("a", "wire: b\narguments: {note_title: {wire: tone}, tone: {}}\n"),
    "schema/prompts/b.yaml": prompt("b", "arguments: {note_title: {}}\n"),
  });
  expect(errors).toEqual(expect.arrayContaining([expect.stringContaining("'b'"), expect.stringContaining("'tone'")]));
});

test("a variable of a template may have capitals, and is not a member that every object has", () => {
  const resource = (template: string) => ({
    "schema/resources/note.yaml": `name: note\nwire: A note\ndescription: One note.\nuri_template: "${template}"\nvariables: {noteId: {description: Its id}}\ncomputed: true\n`,
  });
  const { catalog: made, errors } = checked(resource("notes://{noteId}"));
  expect(errors).toEqual([]);
  expect(made?.resources?.[0]).toMatchObject({ name: "A note", own: "note", variables: [{ name: "noteId" }] });
  expect(checked(resource("notes://{__proto__}")).errors).toContain(
    "'notes://{__proto__}' has '{__proto__}'; a variable is one name such as {id}",
  );
});
