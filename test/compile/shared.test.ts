import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import { compile } from "../../src/compiler/compile.ts";
import { compileShared } from "../../src/compiler/compile-shared.ts";
import { countPieces, filesOf as filesOfPiece, printTaken } from "../../src/compiler/emit/printed-tools.ts";
import { createPacker } from "../../src/compiler/syntax/packed-files.ts";
import { readTaken } from "../../src/compiler/syntax/parse.ts";
import { lawCases } from "../law-cases.ts";
import { readSchema } from "../read-schema.ts";

// Whatever part of the work each of two threads gets, the files are those of one. What one thread sends to another is copied, as here.

const sources = readSchema();
const alone = compile(sources);
const pieces = 1 + 2 * (alone.value?.catalog.tools.length ?? 0);

interface Split {
  /** Of the texts, how many the first thread reads. */
  readonly files: number;
  /** Of the pieces, how many it prints. */
  readonly pieces: number;
}

async function inTwoThreads(split: Split) {
  let copy: Catalog | undefined;
  const printed: string[] = [];
  const compiled = await compileShared(
    sources,
    {},
    {
      takeFile: places(0, split.files),
      read: async () => {
        const packer = createPacker();
        for (const { place, file } of readTaken(sources, places(split.files, sources.length))) packer.add(place, file);
        return structuredClone(packer.packed());
      },
      begin: (catalog) => {
        copy = structuredClone(catalog);
      },
      take: (count) => {
        const next = places(0, split.pieces);
        return () => {
          const place = next();
          return place === undefined ? undefined : count - 1 - place;
        };
      },
      finish: async () => {
        if (copy === undefined) throw new Error("there is no catalog");
        const others = structuredClone([...printTaken(copy, places(0, countPieces(copy) - split.pieces))]);
        printed.push(...others.flatMap(filesOfPiece).map(({ path }) => path));
        return others;
      },
      printed: (files) => printed.push(...files.map(({ path }) => path)),
    },
  );
  return { compiled, printed };
}

function places(from: number, to: number): () => number | undefined {
  let next = from;
  return () => (next < to ? next++ : undefined);
}

function filesOf({ value }: { readonly value: ReturnType<typeof compile>["value"] }) {
  return (value?.files ?? []).map(({ path, kind, text }) => ({ path, kind, text }));
}

async function expectTheSame(split: Split): Promise<void> {
  const { compiled, printed } = await inTwoThreads(split);
  expect(filesOf(compiled)).toEqual(filesOf(alone));
  expect(compiled.diagnostics).toEqual(alone.diagnostics);
  // A file that is written twice would be taken for somebody else's change.
  expect(new Set(printed).size).toBe(printed.length);
}

describe("two threads make the files of one", () => {
  test.each<[string, number]>([
    ["the second one prints everything", 0],
    ["the first one lacks the text of one tool", (pieces - 1) / 2 - 1],
    ["the first one has the texts of all tools", (pieces - 1) / 2],
    ["the second one has only the files of all tools", pieces - 1],
    ["the first one prints everything", pieces],
  ])("%s", async (_title, own) => {
    await expectTheSame({ files: Math.floor(sources.length / 2), pieces: own });
  });

  test("for any split", async () => {
    const split = fc.record({ files: fc.nat(sources.length), pieces: fc.nat(pieces) });
    await fc.assert(fc.asyncProperty(split, expectTheSame), { numRuns: lawCases(12) });
  });
});

test("what is put together from the texts of all tools is printed before the code of the last ones", async () => {
  const { printed } = await inTwoThreads({ files: 0, pieces: pieces - 1 });
  const place = (start: string) => printed.findIndex((path) => path.startsWith(`generated/.cache/${start}`));
  expect(place("catalog.json")).toBeGreaterThan(0);
  expect(place("catalog.json")).toBeLessThan(place("validators/"));
});
