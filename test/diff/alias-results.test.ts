import { expect, test } from "vitest";
import type { ObjectNode } from "../../src/compiler/catalog/type-node.ts";
import { diff } from "../../src/compiler/diff/diff.ts";
import { alias, changed, enumOf, field, integer, object } from "./cases/build.ts";

// What readers of an old name's result get is judged as the result of a tool is.

const own = object([field("id"), field("title")].map((one) => ({ ...one, required: true })));
const old = (...fields: ObjectNode["fields"]) => object(fields.map((one) => ({ ...one, required: true })));

function reported(was: ObjectNode | undefined, is: ObjectNode | undefined): readonly string[] {
  const named = (result: ObjectNode | undefined) => ({
    result: own,
    aliases: [alias({ adapt: true, ...(result === undefined ? {} : { result }) })],
  });
  const [base, head] = changed(named(was), named(is));
  return diff(base, head).changes.map(({ severity, id, subject }) => `${severity} ${id} (${subject})`);
}

test.each<[string, ObjectNode | undefined, ObjectNode | undefined, readonly string[]]>([
  [
    "loses a field",
    old(field("note_id"), field("ok")),
    old(field("note_id")),
    ["ERR output-required-removed (alias add_note result.ok)"],
  ],
  [
    "gains a field",
    old(field("note_id")),
    old(field("note_id"), field("ok")),
    ["ERR output-property-added-to-closed-object (alias add_note result.ok)"],
  ],
  [
    "has a field of another type",
    old(field("note_id")),
    old(field("note_id", integer)),
    ["ERR result-changed (alias add_note result.note_id)"],
  ],
  [
    "may say another word",
    old(field("state", enumOf("a"))),
    old(field("state", enumOf("a", "b"))),
    ["ERR result-widened (alias add_note result.state)"],
  ],
  ["is not touched", old(field("note_id")), old(field("note_id")), []],
  ["is the tool's on both sides", undefined, undefined, []],
])("an old result that %s", (_, was, is, expected) => {
  expect(reported(was, is)).toEqual(expected);
});

test("a result that begins to be mapped, or is no longer, is compared with the tool's", () => {
  const kept = old(field("note_id"), field("id"), field("title"));
  expect(reported(undefined, kept)).toEqual([
    "ERR output-property-added-to-closed-object (alias add_note result.note_id)",
  ]);
  expect(reported(kept, undefined)).toEqual(["ERR output-required-removed (alias add_note result.note_id)"]);
});
