import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse, parseDocument } from "yaml";
import { removalOf } from "../../src/compiler/edits/remove-part.ts";
import { readYaml } from "../../src/compiler/syntax/read-yaml.ts";
import type { SpecNode } from "../../src/compiler/syntax/spec-node.ts";
import type { Span } from "../../src/diagnostics/source-file.ts";

/** What is left of a text when the part between « and » is removed from the map or list that holds it. */
function without(marked: string): string | undefined {
  const text = marked.replace("«", "").replace("»", "");
  const file = { path: "a.yaml", text };
  const part = { file, start: marked.indexOf("«"), end: marked.indexOf("»") - 1 };
  const container = holderOf(readYaml(file).value, part);
  const cut = container === undefined ? undefined : removalOf(container, part);
  return cut === undefined ? undefined : text.slice(0, cut.start) + text.slice(cut.end);
}

/** The innermost map or list with an entry or an item that begins where the part begins. */
function holderOf(node: SpecNode | undefined, part: Span): Span | undefined {
  if (node?.kind === "list") {
    const inner = node.items.map((item) => holderOf(item, part)).find((found) => found !== undefined);
    return inner ?? (node.items.some((item) => item.span.start === part.start) ? node.span : undefined);
  }
  if (node?.kind === "map") {
    const entries = [...node.entries.values()];
    const inner = entries.map(({ value }) => holderOf(value, part)).find((found) => found !== undefined);
    return inner ?? (entries.some(({ key }) => key.start === part.start) ? node.span : undefined);
  }
  return undefined;
}

describe("removing a part leaves the rest as it is", () => {
  it.each([
    ["the first in brackets", "{ «a: 1», b: 2 }", "{ b: 2 }"],
    ["one in the middle", "{ a: 1, «b: 2», c: 3 }", "{ a: 1, c: 3 }"],
    ["the last", "{ a: 1, «b: 2» }", "{ a: 1 }"],
    ["the only one", "x: { «a: 1» }", "x: {}"],
    ["without spaces", "[1,«2»,3]", "[1,3]"],
    ["the last before a comma that closes", "[1, «2», ]", "[1, ]"],
    ["a nested one", "a: { b: [1, «[2, 3]», 4] }", "a: { b: [1, 4] }"],
    ["a text with a comma", 'x: { «a: "1, 2"», b: 3 }', "x: { b: 3 }"],
    ["a line of its own in brackets", "{\n  a: 1,\n  «b: 2»,\n  c: 3\n}\n", "{\n  a: 1,\n  c: 3\n}\n"],
    ["the last line in brackets", "{\n  a: 1,\n  «b: 2»\n}\n", "{\n  a: 1\n}\n"],
    ["below a comment in brackets", "[\n  1, # one\n  «2»,\n  3\n]\n", "[\n  1, # one\n  3\n]\n"],
    ["two on a line in brackets", "[\n  1, «2»,\n  3\n]\n", "[\n  1,\n  3\n]\n"],
    ["a line of a map", "a: 1\n«b: 2»\nc: 3\n", "a: 1\nc: 3\n"],
    ["the first line", "«a: 1»\nb: 2\n", "b: 2\n"],
    ["the last line without an end", "a: 1\n«b: 2»", "a: 1\n"],
    ["several lines", "a: 1\n«b:\n  - x\n  - y\n»c: 3\n", "a: 1\nc: 3\n"],
    ["a text over lines", "a: 1\n«b: |\n  one\n  two\n»c: 3\n", "a: 1\nc: 3\n"],
    ["an item", "a:\n  - x\n  - «y»\n  - z\n", "a:\n  - x\n  - z\n"],
    ["line ends of Windows", "a: 1\r\n«b: 2»\r\nc: 3\r\n", "a: 1\r\nc: 3\r\n"],
    ["comments above and below", "a: 1\n# above\n«b: 2»\n# below\nc: 3\n", "a: 1\n# above\n# below\nc: 3\n"],
    ["with spaces behind it", "a: 1\n«b: 2»  \nc: 3\n", "a: 1\nc: 3\n"],
  ])("%s", (_, before, after) => {
    expect(without(before)).toBe(after);
  });

  it.each([
    ["a comment on its line", "a: 1\n«b: 2» # two\nc: 3\n"],
    ["a comment behind its comma", "[\n  1,\n  «2», # two\n  3\n]\n"],
    ["a comment between the comma before and itself", "[1, # one\n «2»]\n"],
    ["an anchor in it, which others may repeat", "a: 1\n«b: &x 2»\nc: *x\n"],
    ["an anchor before it", "[1, &x «2», 3]"],
    ["a tag before it", "[1, !!int «2», 3]"],
    ["the only entry of an indented map", "x:\n  «a: 1»\n"],
    ["the first entry of an item, which shares its line", "- «a: 1»\n  b: 2\n"],
    ["an item that shares its line", "- - «a»\n  - b\n"],
    ["entries that only a comment would be left of", "x:\n  # nothing\n  «a: 1»\n"],
  ])("nothing is removed where that would touch more: %s", (_, before) => {
    expect(without(before)).toBeUndefined();
  });

  it("gives, for any map or list, the same value without the part, and every comment", () => {
    const scalar = fc.constantFrom("1", "x", '"a, b"', "'# no comment'", "true", "[1, 2]", "{ k: v }");
    const comment = fc.constantFrom("", "", " # note", "\n# alone");
    const entries = fc.array(fc.tuple(scalar, comment), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        entries,
        fc.nat(4),
        fc.constantFrom("block", "flow", "lines"),
        fc.boolean(),
        (given, pick, layout, crlf) => {
          const lines = given.map(([value, note], index) => ({
            text: `k${index}: ${value}`,
            note: layout === "flow" ? "" : note,
          }));
          const joined =
            layout === "flow"
              ? `{ ${lines.map(({ text }) => text).join(", ")} }\n`
              : layout === "lines"
                ? `{\n${lines.map(({ text, note }) => `  ${text},${note}\n`).join("")}}\n`
                : lines.map(({ text, note }) => `${text}${note}\n`).join("");
          const text = crlf ? joined.replaceAll("\n", "\r\n") : joined;
          const key = `k${pick % given.length}`;
          const file = { path: "a.yaml", text };
          const map = readYaml(file).value;
          const entry = map?.kind === "map" ? map.entries.get(key) : undefined;
          if (map === undefined || entry === undefined) throw new Error("the text is a map with that key");
          const cut = removalOf(map.span, { ...entry.key, end: entry.value.span.end });
          if (cut === undefined) return;
          const after = text.slice(0, cut.start) + text.slice(cut.end);
          const { [key]: _, ...rest } = parse(text);
          expect(parse(after) ?? {}).toEqual(rest);
          expect(parseDocument(after).errors).toEqual([]);
          expect(after.match(/# (?:note|alone)/g)).toEqual(text.match(/# (?:note|alone)/g));
          expect(crlf && /[^\r]\n/.test(after)).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });
});
