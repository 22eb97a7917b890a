import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Grammar, type KeyTable, specRules } from "../../src/compiler/catalog/spec-grammar.ts";
import { findingsOf, report } from "../lint/golden-case.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";
import { fileBlocks } from "../process/markdown-blocks.ts";
import { languageReference } from "./language-reference.ts";

const path = join(import.meta.dirname, "../../docs/language.md");
const [begin, end] = ["<!-- printed from the grammar: begin -->\n", "<!-- printed from the grammar: end -->\n"];

describe("the page about the language", () => {
  it("shows the grammar as it is", () => {
    const page = readFileSync(path, "utf8");
    const before = page.slice(0, page.indexOf(begin) + begin.length);
    const after = page.slice(page.indexOf(end));
    const printed = `${before}\n${languageReference()}\n${after}`;
    if (mayRewriteGoldens()) writeFileSync(path, printed);
    expect(readFileSync(path, "utf8")).toBe(printed);
  });

  it("describes every key and every word", () => {
    const page = languageReference();
    const missing = [...new Set(Object.values(specRules).flatMap(namesIn))].filter(
      (name) => !page.includes(`\`${name}\``),
    );
    expect(missing).toEqual([]);
  });

  it("has an example that is a whole catalog without a finding", () => {
    const sources = [...fileBlocks(readFileSync(path, "utf8"))].map(([file, text]) => ({ path: file, text }));
    const guide = { path: "schema/guide.md", text: "Search first: {{tool book_search}}.\n" };
    expect(sources.map((source) => source.path)).toHaveLength(8);
    expect(report(findingsOf([...sources, guide]))).toBe("no findings\n");
  });
});

function namesIn(grammar: Grammar): readonly string[] {
  const ofKeys = (keys: KeyTable) => Object.entries(keys).flatMap(([key, { value }]) => [key, ...namesIn(value)]);
  switch (grammar.kind) {
    case "word":
      return Object.keys(grammar.words);
    case "list":
      return namesIn(grammar.items);
    case "map":
      return [...namesIn(grammar.key), ...namesIn(grammar.value)];
    case "record":
      return ofKeys(grammar.keys);
    case "variants":
      return [
        ...ofKeys(grammar.shared),
        ...Object.entries(grammar.variants).flatMap(([word, { keys }]) => [word, ...ofKeys(keys)]),
      ];
    case "either":
      return grammar.options.flatMap(namesIn);
    default:
      return [];
  }
}
