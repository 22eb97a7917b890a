import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commentsOf } from "../../src/compiler/syntax/comments.ts";
import { readPlainYaml } from "../../src/compiler/syntax/read-plain-yaml.ts";
import { readAnyYaml } from "../../src/compiler/syntax/read-yaml.ts";
import type { SpecNode } from "../../src/compiler/syntax/spec-node.ts";
import type { Span } from "../../src/diagnostics/source-file.ts";

// The law of the quick reader: where it answers, the library gives the same tree, the same places and comments, and no finding.

// A short run with every test; `npm run nightly` sets the seconds for a long one.
const seconds = Number(process.env.PEGBOARD_FUZZ_SECONDS ?? 0);
const runs =
  seconds > 0
    ? { numRuns: 1e9, interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false }
    : { numRuns: 4_000 };

const root = resolve(import.meta.dirname, "../..");
const files = ["schema", "examples", "test", "src", ".github", "docs"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name) && !entry.parentPath.includes("node_modules"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(root.length + 1), text: readFileSync(path, "utf8") })),
);

function answers(text: string, path = "schema/a.yaml"): boolean {
  const source = { path, text };
  const plain = readPlainYaml(source);
  if (plain === undefined) return false;
  const { value, diagnostics } = readAnyYaml(source);
  if (diagnostics.length > 0 || JSON.stringify(shown(plain.root)) !== JSON.stringify(shown(value))) {
    // Only now: comparing trees is slow.
    expect({ text, value: shown(plain.root), diagnostics: [] }).toEqual({ text, value: shown(value), diagnostics });
  }
  expect({ text, comments: plain.comments.map(placed) }).toEqual({ text, comments: commentsOf(source).map(placed) });
  return true;
}

function placed({ start, end }: Span): readonly number[] {
  return [start, end];
}

/** The tree without the text, in the order of the text. */
function shown(node: SpecNode | undefined): unknown {
  if (node === undefined) return undefined;
  const place = `${node.span.start}-${node.span.end}`;
  switch (node.kind) {
    case "map":
      return [place, [...node.entries].map(([name, { key, value }]) => [name, key.start, key.end, shown(value)])];
    case "list":
      return [place, "list", node.items.map(shown)];
    case "scalar":
      return [place, typeof node.value, Object.is(node.value, -0) ? "-0" : node.value];
    case "broken":
      return [place, "broken"];
  }
}

describe("where the quick reader answers, the library agrees", () => {
  it("on every file of this repository", () => {
    const read = new Map(files.map(({ path, text }) => [path, answers(text, path)]));
    expect(read.size).toBeGreaterThan(300);
    const left = [...read].filter(([path, known]) => path.startsWith("schema/") && !known).map(([path]) => path);
    expect(left).toEqual([]);
  });

  it("leaves comments in a flow collection to it that are not indented", () => {
    const indented = "a:\n  b: {\n    c: d # e\n    # f\n    }\n";
    expect(answers(indented)).toBe(true);
    expect(answers(indented.replace("    # f", "# f"))).toBe(false);
  });

  const line = fc.record({ file: fc.nat(), line: fc.nat(), at: fc.nat(), piece: fc.nat(), length: fc.nat({ max: 3 }) });

  it(
    "on files of this repository with edits anywhere",
    () => {
      let count = 0;
      fc.assert(
        fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (edits) => {
          const { text } = files[(edits[0]?.file ?? 0) % files.length] ?? { text: "" };
          // A part of a file: whole ones would take long.
          const lines = text.split("\n");
          const from = (edits[0]?.line ?? 0) % lines.length;
          let part = [...lines.slice(0, 3), ...lines.slice(from, from + 25)].join("\n");
          for (const { at, piece, length } of edits) {
            const where = at % (part.length + 1);
            part = part.slice(0, where) + (pieces[piece % pieces.length] ?? "") + part.slice(where + length);
          }
          if (answers(part)) count++;
        }),
        runs,
      );
      expect(count).toBeGreaterThan(100);
    },
    seconds * 1000 + 60_000,
  );

  it(
    "on texts made of the pieces of YAML",
    () => {
      let count = 0;
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 24 }), (parts) => {
          if (answers(`a: ${parts.join("")}`) || answers(`a:\n  b: c\n${parts.join("")}`)) count++;
        }),
        runs,
      );
      expect(count).toBeGreaterThan(100);
    },
    seconds * 1000 + 60_000,
  );

  it(
    "on documents with comments and empty lines anywhere",
    () => {
      let count = 0;
      const body = fc.letrec<{ value: readonly string[] }>((tie) => ({
        value: fc.oneof(
          { maxDepth: 4, depthSize: "large" },
          fc.constantFrom(...scalars).map((text) => [` ${text}`]),
          fc.array(fc.tuple(tie("value"), fc.constantFrom(...between)), { minLength: 1, maxLength: 3 }).map(mapLines),
          fc.array(fc.tuple(tie("value"), fc.constantFrom(...between)), { minLength: 1, maxLength: 3 }).map(listLines),
        ),
      }));
      fc.assert(
        fc.property(
          fc.array(fc.tuple(body.value, fc.constantFrom(...between)), { minLength: 1, maxLength: 3 }),
          (items) => {
            if (answers(`${mapLines(items).slice(1).join("\n")}\n`.replaceAll(/^ {2}/gm, ""))) count++;
          },
        ),
        runs,
      );
      expect(count).toBeGreaterThan(500);
    },
    seconds * 1000 + 60_000,
  );
});

const scalars = [
  "b",
  "1",
  "[x, y]",
  "{ x: 1, y: 'z' }",
  '"q" # c',
  "|\n    text\n\n    more",
  "{\n      x: 1,\n    }",
  ">-\n    a\n    b",
];
const between = [
  "",
  "",
  "",
  "\n",
  "\n# c",
  "\n  # c",
  "\n    # c",
  "\n      # c",
  "\n\n    # c\n",
  "\n  # c\n    # d",
  " # c",
  " #  c # d ",
];

type Items = readonly (readonly [readonly string[], string])[];

function mapLines(items: Items): readonly string[] {
  return [
    "",
    ...items.flatMap(([[first = "", ...rest], after], index) => [
      `  k${index}:${first}`,
      ...rest.map((line) => `  ${line}`),
      ...(after === "" ? [] : after.split("\n").slice(1)),
    ]),
  ];
}

function listLines(items: Items): readonly string[] {
  return [
    "",
    ...items.flatMap(([[first = "", second = "", ...rest], after]) => [
      first === "" ? `  - ${second.trimStart()}` : `  -${first}`,
      ...(first === "" ? rest : [second, ...rest].filter((line) => line !== "")).map((line) => `  ${line}`),
      ...(after === "" ? [] : after.split("\n").slice(1)),
    ]),
  ];
}

const pieces = [
  ..."ab-:#?,[]{}&*!|>'\"%@`~\\.0e+x<=^_/ \n",
  " ",
  "\n",
  "\n  ",
  "\n    ",
  ": ",
  "- ",
  "\n- ",
  "\n  - ",
  ", ",
  " #",
  "\n# c",
  "\n  # c",
  "\n    # c\n",
  "b: c",
  "{ x: 1 }",
  "[y, 'z']",
  "|\n",
  ">-\n",
  "|-\n    t",
  "null",
  "true",
  "-1.5",
  "0x1f",
  "1e3",
  "---\n",
  "...",
  '"\\n"',
  "''",
  "\t",
  "\r\n",
];
