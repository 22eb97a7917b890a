import { expect, it } from "vitest";
import { addFamily } from "../../src/compiler/rewrite/add-family.ts";

const tags = { name: "tag", title: "Tags & labels", summary: "Tools for tags" };
const entry = 'tag: {title: "Tags & labels", summary: Tools for tags}';

it.each<[title: string, before: string, after: string]>([
  [
    "lines, behind the last comment of the last one",
    "families:\n  note: {title: Notes, summary: N}   # first\n\n# Who sees what.\nprofiles: {}\n",
    `families:\n  note: {title: Notes, summary: N}   # first\n  ${entry}\n\n# Who sees what.\nprofiles: {}\n`,
  ],
  [
    "lines of four spaces with entries in lines of their own",
    "families:\n    note:\n        title: Notes\n        summary: N\nformat: 1\n",
    `families:\n    note:\n        title: Notes\n        summary: N\n    ${entry}\nformat: 1\n`,
  ],
  [
    "braces",
    "families: {note: {title: Notes, summary: N}}\n",
    `families: {note: {title: Notes, summary: N}, ${entry}}\n`,
  ],
  ["a catalog without any", "format: 1\n", `format: 1\nfamilies:\n  ${entry}\n`],
  ["a key with nothing behind it", "families:\nformat: 1\n", `families:\n  ${entry}\nformat: 1\n`],
  [
    "the end of the file",
    "families:\r\n  note: {title: Notes, summary: N}",
    `families:\r\n  note: {title: Notes, summary: N}\r\n  ${entry}`,
  ],
])("adds a family to %s", (_title, text, after) => {
  expect(addFamily({ path: "schema/catalog.yaml", text }, tags)).toBe(after);
});

it("has nothing to say where no families can be read", () => {
  expect(addFamily({ path: "schema/catalog.yaml", text: "families: [" }, tags)).toBeUndefined();
  expect(addFamily({ path: "schema/catalog.yaml", text: "families: [note]\n" }, tags)).toBeUndefined();
});
