import { resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readSources } from "../../src/cli/project.ts";
import { createPacker, unpackFiles } from "../../src/compiler/syntax/packed-files.ts";
import { type ReadFile, readTaken } from "../../src/compiler/syntax/parse.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";

// The law: what is packed is unpacked as it was read; what is left out has findings, suppressions or no contents.

const root = resolve(import.meta.dirname, "../..");

/** Of a tool. */
const start = `name: a
title: Say
tier: core
since: 0.1.0
stability: stable
summary: Say it.
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
`;

function packed(sources: readonly SourceFile[]): { readonly packed: ReadFile[]; readonly left: ReadFile[] } {
  const packer = createPacker();
  const read: ReadFile[] = [];
  const places = sources.keys();
  for (const { place, file } of readTaken(sources, () => places.next().value)) {
    packer.add(place, file);
    read.push(file);
  }
  // As between two threads.
  const unpacked = unpackFiles(structuredClone(packer.packed()), sources);
  const paths = new Set(unpacked.map(({ source }) => source.path));
  expect(unpacked).toEqual(read.filter(({ source }) => paths.has(source.path)));
  for (const { source } of unpacked) expect(sources).toContain(source);
  return { packed: unpacked, left: read.filter(({ source }) => !paths.has(source.path)) };
}

test("files of a catalog are unpacked as they were read", async () => {
  const { sources } = await readSources(root);
  const { packed: unpacked, left } = packed(sources);
  expect(unpacked.length).toBeGreaterThan(80);
  expect(left.every(({ diagnostics, suppressions }) => diagnostics.length + suppressions.length > 0)).toBe(true);
});

test("files with findings, suppressions or without contents are left out", () => {
  const tool = (name: string, text: string) => ({ path: `schema/tools/notes/${name}.yaml`, text });
  const plain = `${start}result: {type: object, fields: {}}\n`;
  const { packed: unpacked, left } = packed([
    tool("a", plain),
    tool("b", `${plain}unknown: 1\n`),
    tool("c", `# pegboard-allow description-returns: it says nothing\n${plain}`),
    tool("d", ""),
    tool("e", "tier: [core\n"),
    { path: "schema/long.md", text: "a text" },
    { path: "schema/other.txt", text: "a text" },
  ]);
  expect(unpacked.map(({ source }) => source.path)).toEqual(["schema/tools/notes/a.yaml"]);
  expect(left.length).toBe(4);
});

test("any values, written in any form, are unpacked as they were read", () => {
  const scalar = fc.oneof(
    fc.string().map((text) => JSON.stringify(text)),
    fc.constantFrom(
      "~",
      "true",
      "-0.0",
      ".inf",
      "1e400",
      "0x1f",
      "1.5",
      "plain",
      "'it''s'",
      "|\n          block\n          text\n",
      '"\\u0041"',
      "__proto__",
    ),
    fc.integer().map(String),
  );
  const key = fc.oneof(
    fc.stringMatching(/^[a-z]{1,8}$/),
    fc.string().map((text) => JSON.stringify(text)),
  );
  let count = 0;
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(key, scalar), { minLength: 1, maxLength: 6, selector: ([name]) => name }),
      (entries) => {
        const given = entries.map(([name, value]) => `        ${name}: ${value}\n`).join("");
        const text = `${start}result: {type: object, fields: {}}\nexamples:\n  - title: One\n    arguments:\n      a:\n${given}`;
        count += packed([{ path: "schema/tools/notes/a.yaml", text }]).packed.length;
      },
    ),
    { numRuns: 500 },
  );
  // Infinity, for one, is reported.
  expect(count).toBeGreaterThan(250);
});
