import { expect, test } from "vitest";
import { withoutClauses, withoutSentences } from "../../src/contract/without-clauses.ts";

const denied = new Set(["note_delete", "recall", "notes.drop"]);

test.each([
  ["its name", "Make a note. Use note_delete to remove it.", "Make a note."],
  ["its name before an action", "Make a note; note_delete.all removes all", "Make a note"],
  ["a name with a full stop", "Make a note. See notes.drop for more.", "Make a note."],
  ["a common word between backticks", "Make a note. `recall` finds it.", "Make a note."],
  ["a common word between quotes", "Make a note. 'recall' finds it.", "Make a note."],
  ["its name in a line of its own", "Make a note\nor note_delete it\nat any time", "Make a note\nat any time"],
])("a clause is left out for %s", (_reason, text, rest) => {
  expect(withoutClauses(text, denied)).toBe(rest);
});

test.each([
  ["a common word", "Make a note. You will recall it; others won't."],
  ["a longer name", "Make a note. Use note_delete_all or notes.drop_all."],
  ["a part of a name with a full stop", "Make a note. Use notes or drop."],
])("nothing is left out for %s", (_reason, text) => {
  expect(withoutClauses(text, denied)).toBe(text);
});

test("sentences are left out whole, and a paragraph of which nothing is left with them", () => {
  const text = "Make a note;\nnote_delete removes it. Notes are short.\n\nUse note_delete.\n\nThat is all.";
  expect(withoutSentences(text, denied)).toBe("Notes are short.\n\nThat is all.");
});
