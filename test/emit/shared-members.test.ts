import { expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.ts";

// A contract has most params twice, as they are sent and as the handler gets them, and most fields of a result. What is the same in both
// is printed once; here is what is not.

const head = `name: note_find
title: Find notes
tier: common
since: 0.1.0
summary: Find notes by the days of their life.
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
`;
const catalog = `format: 1
server: {name: notes, title: Notes, version: 0.1.0}
tiers: {common: {badge: "C", summary: Often useful}}
families: {notes: {title: Notes, summary: Find notes}}
profiles: {all: {families: all}}
default_profile: all
`;

function contract(tool: string, types = ""): string {
  const { value, diagnostics } = compile([
    { path: "schema/catalog.yaml", text: catalog },
    ...(types === "" ? [] : [{ path: "schema/types/notes.yaml", text: types }]),
    { path: "schema/tools/notes/note_find.yaml", text: `${head}${tool}` },
  ]);
  expect(diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
  return value?.files.find(({ path }) => path === "generated/contracts/note_find.ts")?.text ?? "";
}

/** The value of one of the exported constants. */
function constant(name: string, text: string): string {
  return new RegExp(`^export const ${name} = ([^]*?;)$`, "m").exec(text)?.[1] ?? "";
}

test("a field inside of a type has in each form the name that is read there", () => {
  const text = contract(`
params:
  range: {type: object, fields: {first_day: {type: string, wire: firstDay, required: true}}}
result: {type: object, fields: {list: {type: array, items: {type: object, fields: {note_id: {type: string, wire: noteId}}}}}}
`);
  const fields = (name: string) => [...constant(name, text).matchAll(/^ {4}(\w+):/gm)].map(([, field]) => field);
  expect(["NoteFindArguments", "NoteFindInput", "NoteFindOutput", "NoteFindReturns"].map(fields)).toEqual([
    ["firstDay"],
    ["first_day"],
    ["noteId"],
    ["note_id"],
  ]);
});

test("a field with a default inside of a type is there for certain in what the handler gets, alone", () => {
  const text = contract(`
params:
  range: {type: object, fields: {days: {type: integer, default: 7}}}
result: {type: object, fields: {count: {type: integer}}}
`);
  expect(constant("NoteFindArguments", text)).toContain("    days: Type.Optional(Type.Readonly(Type.Integer(");
  expect(constant("NoteFindInput", text)).toContain("    days: Type.Readonly(Type.Integer(");
});

test("a param stands as deep as what is around it", () => {
  const text = contract(`
params:
  action: {type: enum, values: [show, count], required: true}
  place: {type: object, fields: {folder: {type: string}, position: {type: integer}}}
actions: {by: action, cases: {show: {effect: reads, optional: [place]}, count: {effect: reads, optional: [place]}}}
result: {type: object, fields: {count: {type: integer}}}
`);
  const place = /^ {2}place: .*\n(?: {4}.*\n)+ {2}\}.*\n/m.exec(constant("NoteFindArguments", text))?.[0] ?? "";
  expect(place.split("\n")).toHaveLength(5);
  const deeper = place.replaceAll(/^(?=.)/gm, "  ");
  expect(constant("NoteFindInput", text).split(deeper)).toHaveLength(3);
});

test("a param that no case lists belongs to every action, one that a case lists to that one alone", () => {
  const text = contract(`
params:
  action: {type: enum, values: [show, count], required: true}
  days: {type: integer, default: 7}
  place: {type: string}
  first: {type: integer}
actions: {by: action, cases: {show: {effect: reads, optional: [first]}, count: {effect: reads}}}
result: {type: object, fields: {count: {type: integer}}}
`);
  const type = /^export type NoteFindInput =([\s\S]*?);\n\n/m.exec(text)?.[1] ?? "";
  const members = (option: string) => [...option.matchAll(/readonly (\w+\??):/g)].map(([, member]) => member);
  expect(type.split("\n  | ").slice(1).map(members)).toEqual([
    ["action", "days", "place?", "first?"],
    ["action", "days", "place?"],
  ]);
  const value = constant("NoteFindInput", text);
  expect([...value.matchAll(/^ {4}(\w+): (Type\.Optional)?/gm)].map(([, name, optional]) => [name, optional])).toEqual([
    ["action", undefined],
    ["days", undefined],
    ["place", "Type.Optional"],
    ["first", "Type.Optional"],
    ["action", undefined],
    ["days", undefined],
    ["place", "Type.Optional"],
  ]);
});

test("a limit in bytes is checked under the name that is read there", () => {
  const text = contract(`
params:
  action: {type: enum, values: [show, count], required: true}
  range: {type: object, fields: {first_day: {type: string, wire: firstDay, max_bytes: 10}}}
actions: {by: action, cases: {show: {effect: reads, optional: [range]}, count: {effect: reads, optional: [range]}}}
result: {type: object, fields: {count: {type: integer}}}
`);
  expect(constant("NoteFindArguments", text).split("fitsBytes(10)")).toHaveLength(2);
  expect(constant("NoteFindInput", text).split("fitsBytes(10)")).toHaveLength(3);
});

test("a text of a named type must not be blank where it is sent, and may be where it is returned", () => {
  const text = contract(
    `
params:
  like: {ref: Note}
result: {type: object, fields: {found: {ref: Note, description: The best one}}}
`,
    "Note: {type: object, fields: {title: {type: string, required: true}}}\n",
  );
  for (const name of ["NoteFindArguments", "NoteFindInput"]) {
    expect(constant(name, text)).toContain('title: Type.Readonly(Type.String({ pattern: "\\\\S" }))');
  }
  expect(constant("NoteFindOutput", text)).toContain("title: Type.Readonly(Type.String())");
});
