import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openWriter } from "../../src/cli/share/share-writer.ts";
import { manifestPath } from "../../src/contract/generated-cache.ts";
import { sourceHash } from "../../src/contract/source-hash.ts";
import { changedSources } from "../../src/shell/catalog/changed-sources.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "pegboard-writer-"));
  mkdirSync(join(home, "generated/.cache/validators"), { recursive: true });
  mkdirSync(join(home, "schema"));
  writeFileSync(join(home, "schema/catalog.yaml"), "format: 1\n");
  const manifest = {
    format: 1,
    files: ["generated/.cache/a.js"],
    sources: { "schema/catalog.yaml": sourceHash("format: 1\n") },
  };
  writeFileSync(join(home, manifestPath), JSON.stringify(manifest));
  writeFileSync(join(home, "generated/.cache/validators/a.js"), "a");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const file = (name: string, text: string) =>
  ({ path: `generated/.cache/validators/${name}.js`, text, kind: "generated" }) as const;

test("while files are replaced, generated/ is made from no known texts, and the list of its files stays", async () => {
  expect(await changedSources(home)).toEqual([]);
  const writer = openWriter({ home, isDry: false });
  writer.add([file("a", "a")]);
  expect(writer.end().written.states.size).toBe(0);
  expect(await changedSources(home)).toEqual([]);
  // As if the run ended here, and the texts were set back.
  const next = openWriter({ home, isDry: false });
  next.add([file("a", "b")]);
  expect([...next.end().before]).toEqual([["generated/.cache/validators/a.js", "a"]]);
  expect(await changedSources(home)).toBe(undefined);
  expect(JSON.parse(readFileSync(join(home, manifestPath), "utf8"))).toEqual({
    format: 1,
    files: ["generated/.cache/a.js"],
  });
});

test.each(["not JSON", "[]", undefined])("a manifest that says nothing stays: %s", (text) => {
  if (text === undefined) rmSync(join(home, manifestPath));
  else writeFileSync(join(home, manifestPath), text);
  const writer = openWriter({ home, isDry: false });
  writer.add([file("a", "b")]);
  expect(writer.end().written.failed).toBe(undefined);
  expect(readFileSync(join(home, "generated/.cache/validators/a.js"), "utf8")).toBe("b");
  if (text !== undefined) expect(readFileSync(join(home, manifestPath), "utf8")).toBe(text);
});
