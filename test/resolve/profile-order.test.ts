import { expect, test } from "vitest";
import { check } from "../../src/compiler/compile.ts";

// `order` names tools by our names, whatever callers of the profile call them.

const tool = (name: string) => `name: ${name}
title: A tool
tier: common
since: 1.0.0
summary: Read it.
session: none
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
params: {}
result: content
aliases: [{name: old_${name}, of: old}]
`;

function profileOf(order: string) {
  const catalog = `format: 1
server: {name: notes, version: 1.0.0}
tiers: {common: {badge: C, summary: Common}}
families: {notes: {title: Notes, summary: Notes}}
profiles: {as_old: {list_as: old${order}}}
`;
  const tools = ["note_a", "note_b", "note_c"].map((name) => ({
    path: `schema/tools/notes/${name}.yaml`,
    text: tool(name),
  }));
  const { value, diagnostics } = check([{ path: "schema/catalog.yaml", text: catalog }, ...tools]);
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  return { errors, tools: value?.catalog.profiles[0]?.tools };
}

test("order holds under list_as: what it names comes first, the rest as in the catalog", () => {
  expect(profileOf("")).toEqual({ errors: [], tools: ["note_a", "note_b", "note_c"] });
  expect(profileOf(", order: [note_c]")).toEqual({ errors: [], tools: ["note_c", "note_a", "note_b"] });
});

test("a name of the other system is not a tool there", () => {
  expect(profileOf(", order: [old_note_c]").errors).toHaveLength(1);
});
