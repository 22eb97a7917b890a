import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.ts";
import { mapAlias } from "../../src/contract/alias.ts";

// `upgrade` is written in our names; the arguments of a call have those of callers (`wire`), of the older version and of the current one.

const schema = join(import.meta.dirname, "../golden/compile/versions/schema");

/** The versions of note_create, 1 and 3, with params that callers spell otherwise. */
const renamed: { readonly [file: string]: readonly (readonly [string, string])[] } = {
  "note_create.v1.yaml": [
    ["  text: {type", "  text: {wire: noteText, type"],
    ["  by: {type", "  by: {wire: writtenBy, type"],
    ["  urgent: {type", "  urgent: {wire: isUrgent, type"],
    ["arguments: {title: Milk, text: Two litres}", "arguments: {title: Milk, noteText: Two litres}"],
  ],
  "note_create.yaml": [
    ["  body: {type", "  body: {wire: noteBody, type"],
    ["  priority: {type", "  priority: {wire: howUrgent, type"],
    ["  source: {type", "  source: {wire: writtenFrom, type"],
    ["arguments: {title: Milk, body: Two litres, source", "arguments: {title: Milk, noteBody: Two litres, writtenFrom"],
  ],
};

function sources(edits = renamed) {
  const files = readdirSync(schema, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .filter(({ name }) => name !== "note_create.v2.yaml")
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      let text = readFileSync(path, "utf8");
      for (const [from, to] of edits[name] ?? []) {
        if (!text.includes(from)) throw new Error(`${name} has no '${from}'`);
        text = text.replace(from, to);
      }
      return { path: `schema${path.slice(schema.length)}`, text };
    });
}

test("an older version is mapped by the spelling of callers, on both sides", () => {
  const { value, diagnostics } = compile(sources());
  expect(diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
  const older = value?.catalog.tools.find(({ name, version }) => name === "note_create" && version === 1);
  const upgrade = older?.upgrade;
  expect(upgrade).toEqual({
    rename: { noteText: "noteBody", writtenBy: "writtenFrom" },
    set: { howUrgent: 2 },
    defaults: { writtenFrom: "program" },
    drop: ["isUrgent"],
  });
  if (upgrade === undefined) throw new Error("it was just compared");
  const given = { title: "Milk", noteText: "Two litres", isUrgent: true };
  expect(mapAlias({ ...upgrade, ignore: upgrade.drop }, given).arguments).toEqual({
    title: "Milk",
    noteBody: "Two litres",
    howUrgent: 2,
    writtenFrom: "program",
  });
});

/** The edits of both versions, where the older one calls the text `body`, too, and says nothing of it. */
function bodyInBoth(...more: readonly (readonly [string, string])[]): typeof renamed {
  const [, ...older] = renamed["note_create.v1.yaml"] ?? [];
  const own = [
    ["  text: {type", "  body: {wire: noteText, type"],
    ["rename: {text: body, by: source}", "rename: {by: source}"],
  ] as const;
  return { ...renamed, "note_create.v1.yaml": [...own, ...older, ...more] };
}

test("a param that only callers spell otherwise becomes itself", () => {
  const { value, diagnostics } = compile(sources(bodyInBoth()));
  expect(diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
  const older = value?.catalog.tools.find(({ name, version }) => name === "note_create" && version === 1);
  expect(older?.upgrade?.rename).toEqual({ writtenBy: "writtenFrom", noteText: "noteBody" });
});

test("a proposed mapping has the names of YAML", () => {
  const { diagnostics } = compile(sources(bodyInBoth(["drop: [urgent]", "drop: []"])));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map(({ message, help }) => `${message}: ${help}`)).toEqual([
    "the param 'urgent' is not mapped to a param of version 3 of 'note_create': write rename: {urgent: …}, or drop: [urgent]",
  ]);
});
