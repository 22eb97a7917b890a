import { expect, test } from "vitest";
import { check } from "../../src/compiler/compile.ts";

// An alias publishes `confirm` where a call under it may have to be confirmed, and nowhere else.

const catalog = `format: 1
server: {name: notes, title: Notes, version: 1.0.0}
targets: [claude]
tiers: {common: {badge: C, summary: Common}}
families: {notes: {title: Notes, summary: Notes}}
`;
const tool = (confirm: string, alias: string) => `name: note_manage
title: Manage notes
tier: common
since: 1.0.0
summary: Manage the notes.
session: none
effects: {read_only: false, destructive: true, idempotent: false, open_world: false}
${confirm}params:
  action: {type: enum, values: [list, purge], required: true}
  folder: {type: string}
result: {type: object, fields: {count: {type: integer}}}
aliases: [{name: old_notes, of: old${alias}}]
`;

function confirmOf(confirm: string, alias: string) {
  const { value } = check([
    { path: "schema/catalog.yaml", text: catalog },
    { path: "schema/tools/notes/note_manage.yaml", text: tool(confirm, alias) },
  ]);
  const found = value?.catalog.tools[0]?.aliases[0];
  if (found === undefined) throw new Error("the tool did not compile");
  return found.params
    .filter(({ name }) => name === "confirm")
    .map(({ required, type }) => ({ required, kind: type.kind }));
}

const always = "confirm: {message: remove all notes}\n";
const purging = "confirm: {when: {action: purge}, message: remove all notes}\n";
const published = [{ required: false, kind: "boolean" }];

test.each([
  ["every call is confirmed", always, "", published],
  ["calls with one action are, and the caller sends the action", purging, "", published],
  ["the alias implies that action", purging, ", set: {action: purge}", published],
  ["the alias implies another action", purging, ", set: {action: list}", []],
  ["the alias implies another param", purging, ", set: {folder: all}", published],
  ["no call is", "confirm: never\n", "", []],
])("%s", (_, confirm, alias, expected) => {
  expect(confirmOf(confirm, alias)).toEqual(expected);
});
