import { describe, expect, it } from "vitest";
import { parseSpec } from "../../src/compiler/syntax/parse.ts";
import { readYaml } from "../../src/compiler/syntax/read-yaml.ts";
import { jsonOf } from "../../src/compiler/syntax/spec-node.ts";

function read(text: string) {
  const { value, diagnostics } = readYaml({ path: "schema/params.yaml", text });
  return {
    json: value === undefined ? undefined : jsonOf(value),
    findings: diagnostics.map(({ code, span }) => [code, span?.start, span?.end]),
  };
}

describe("a YAML text", () => {
  it("is read by the core schema of YAML 1.2", () => {
    expect(read("a: [no, on, yes, 0o7, 0x1F, 1_000, 2027-12-01, ~, null, true, '1', 1e3]\n")).toEqual({
      json: { a: ["no", "on", "yes", 7, 31, "1_000", "2027-12-01", null, null, true, "1", 1000] },
      findings: [],
    });
  });

  it("repeats what an anchor marks", () => {
    expect(read("a: &x { b: [1] }\nc: *x\n")).toEqual({ json: { a: { b: [1] }, c: { b: [1] } }, findings: [] });
  });

  it("keeps a key named like the prototype", () => {
    const { json } = read("__proto__: { a: 1 }\nconstructor: 2\n");
    expect(Object.entries(json ?? {})).toEqual([
      ["__proto__", { a: 1 }],
      ["constructor", 2],
    ]);
  });

  it("reads a file of just a megabyte", () => {
    const { value, diagnostics } = readYaml({ path: "a.yaml", text: `a: ${"x".repeat(1024 * 1024 - 3)}` });
    expect(value?.kind).toBe("map");
    expect(diagnostics).toEqual([]);
  });

  it.each([
    ["of ten megabytes", `a: ${"x".repeat(10 * 1024 * 1024)}`, ["yaml-too-large", 0, 0]],
    ["of half a million open brackets", "[".repeat(500_000), ["yaml-too-deep", 64, 65]],
    ["of half a million open braces", "{a: ".repeat(100_000), ["yaml-too-deep", 256, 257]],
    ["of many lists in one line", "- ".repeat(100), ["yaml-too-deep", 130, 200]],
    ["with NUL", "a: \0", ["yaml-not-text", 3, 4]],
    ["with white space only", "  \n\n", ["yaml-empty", 0, 0]],
    ["with an empty document", "---\n...\n", ["yaml-empty", 0, 0]],
    ["with an open quote", 'a: "b', ["yaml-syntax", 3, 4]],
  ])("%s is one finding", (_, text, finding) => {
    expect(read(text).findings).toEqual([finding]);
  });

  it("may hold brackets in quotes and comments, as many as it likes", () => {
    const text = `a: "${"[".repeat(100)}" # ${"{".repeat(100)}\n`;
    expect(read(text)).toEqual({ json: { a: "[".repeat(100) }, findings: [] });
  });

  it("is reported for each problem that stands alone", () => {
    expect(read("a: 1\na: 2\n3: x\nb: !t 1\nc: *d\ne: .nan\n").findings).toEqual([
      ["yaml-duplicate-key", 5, 6],
      ["yaml-non-string-key", 10, 11],
      ["yaml-tag", 21, 22],
      ["yaml-unknown-anchor", 26, 28],
      ["yaml-number", 32, 36],
    ]);
  });
});

describe("files of a catalog", () => {
  it("are sorted by path and named for what they hold", () => {
    const sources = ["tools/notes/a.yaml", "params.yaml", "deep/guide.md", "types/notes.yaml"].map((path) => ({
      path: `schema/${path}`,
      text: "{}",
    }));
    const { value } = parseSpec(sources);
    expect(value.map((file) => [file.kind, file.source.path])).toEqual([
      ["text", "schema/deep/guide.md"],
      ["params", "schema/params.yaml"],
      ["tool", "schema/tools/notes/a.yaml"],
      ["types", "schema/types/notes.yaml"],
    ]);
  });
});
