import { expect, test } from "vitest";
import { diff } from "../../src/compiler/diff/diff.ts";
import { isTypo } from "../../src/compiler/diff/typo.ts";
import { changed } from "./cases/build.ts";

// A slip of the pen is none of a model's business; a word that means something else is.

test.each([
  ["letters in the wrong order", "Finds teh pages.", "Finds the pages."],
  ["a letter that was missing", "Finds all documnts.", "Finds all documents."],
  ["a letter that was doubled", "Finds the paages, sorted.", "Finds the pages, sorted."],
])("%s is a typo, both ways", (_, was, is) => {
  expect([isTypo(was, is), isTypo(is, was)]).toEqual([true, true]);
});

test.each([
  ["the same text", "Finds pages.", "Finds pages."],
  ["another letter", "Does not delete.", "Does now delete."],
  ["a first letter", "For typical pages.", "For atypical pages."],
  ["a last letter", "Reads the page.", "Reads the pages."],
  ["a short word", "Put it on top.", "Put it no top."],
  ["a number", "At most 1201 pages.", "At most 1021 pages."],
  ["a word less", "Finds the the pages.", "Finds the pages."],
  ["a code", "Ends with `abcd`.", "Ends with `abdc`."],
  ["many at once", "Teh oen adn olny.", "The one and only."],
])("%s is none", (_, was, is) => {
  expect([isTypo(was, is), isTypo(is, was)]).toEqual([false, false]);
});

test("it asks for a patch, where other words ask for a minor version", () => {
  const required = (was: string, is: string) => diff(...changed({ summary: was }, { summary: is })).required;
  expect([required("Craete a note.", "Create a note."), required("Make a note.", "Create a note.")]).toEqual([
    "patch",
    "minor",
  ]);
});
