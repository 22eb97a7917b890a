import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type CompileCache, compile, emptyCache } from "../../src/compiler/compile.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";
import { lawCases } from "../law-cases.ts";

// What a watch keeps from run to run must not show: after any edits the outcome is the one of a first run.

// A short run with every test; `npm run nightly` sets the seconds for a long one.
const seconds = Number(process.env.PEGBOARD_FUZZ_SECONDS ?? 0);
const runs =
  seconds > 0
    ? { numRuns: 1e9, interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false }
    : { numRuns: lawCases(15) };

const projects = ["versions", "notes"].map((name) =>
  sourcesOf(resolve(import.meta.dirname, "../golden/compile", name)),
);

function sourcesOf(root: string): readonly SourceFile[] {
  return readdirSync(join(root, "schema"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(root, path).split(sep).join("/"), text: readFileSync(path, "utf8") }));
}

/** Everything that a caller can see, positions included. */
function outcome(sources: readonly SourceFile[], cache?: CompileCache): unknown {
  // With advice too: there are findings about most tools, whose places move.
  const { value, diagnostics } = compile(sources, { notes: true, ...(cache === undefined ? {} : { cache }) });
  return { files: value?.files, catalog: value?.catalog, diagnostics };
}

/** Edits as authors make them: words change, lines go, come back and swap, files go and come back. */
const edit = fc.record({
  file: fc.nat(),
  line: fc.nat(),
  kind: fc.constantFrom(
    "word",
    "comment",
    "remove-line",
    "double-line",
    "remove-file",
    "restore",
  ) as fc.Arbitrary<EditKind>,
});
type EditKind = "word" | "comment" | "remove-line" | "double-line" | "remove-file" | "restore";

function apply(
  sources: readonly SourceFile[],
  original: readonly SourceFile[],
  { file, line, kind }: { file: number; line: number; kind: EditKind },
): readonly SourceFile[] {
  if (kind === "restore" || sources.length === 0) return original;
  const index = file % sources.length;
  if (kind === "remove-file") return sources.filter((_, at) => at !== index);
  return sources.map((source, at) => {
    if (at !== index) return source;
    if (kind === "comment") return { path: source.path, text: `# a comment\n${source.text}` };
    const lines = source.text.split("\n");
    const where = line % lines.length;
    const text = lines[where] ?? "";
    const changed =
      kind === "word" ? [text.replace(/[a-z]{4,}(?=[^:a-z]*$)/, "word")] : kind === "double-line" ? [text, text] : [];
    return { path: source.path, text: lines.toSpliced(where, 1, ...changed).join("\n") };
  });
}

test.each(projects)(
  "whatever was compiled before, the outcome is that of a first run",
  (...original) => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        const cache = emptyCache();
        let sources: readonly SourceFile[] = original;
        outcome(sources, cache);
        for (const each of edits) {
          sources = apply(sources, original, each);
          expect(outcome(sources, cache)).toEqual(outcome(sources));
        }
      }),
      runs,
    );
  },
  seconds * 1000 + 60_000,
);

test.each([
  // On the page of profiles stands the name that a system has for a tool.
  { what: "an old name", from: "name: add_note", to: "name: add_memo" },
  { what: "an old name that becomes a symbol of another tool", from: "name: addTodo", to: "name: noteCreate" },
  { what: "the only use of an error", from: "errors: []", to: "errors: [NOTE_LOCKED]" },
  // Then the param of the other tool, which is not edited, is the one that is called otherwise.
  { what: "the usual name of a param", from: "  due: {", to: "  limit: { type: integer, min: 1 }\n  due: {" },
])("what is kept of all tools together follows an edit of one: $what", ({ from, to }) => {
  const original = (projects[1] ?? []).map(({ path, text }) => ({
    path,
    text: text
      .replace("limit: {", "page_size: {")
      .replace(
        "\nerrors:\n",
        "\nerrors:\n  NOTE_LOCKED: { code: -31002, message: the note is locked, retry: never }\n",
      ),
  }));
  const edited = original.map(({ path, text }) => ({
    path,
    text: path.startsWith("schema/tools/") ? text.replace(from, to) : text,
  }));
  const cache = emptyCache();
  const [before, after] = [outcome(original, cache), outcome(edited, cache)];
  expect(after).not.toEqual(before);
  expect(after).toEqual(outcome(edited));
  expect(outcome(original, cache)).toEqual(before);
});

const memo = `
Memo:
  description: { file: memo.md }
  fields:
    colour: { use: colour }
    mood: { ref: Mood }
Mood:
  type: enum
  values: [{ value: glad }, { value: sad }]
`;

test.each([
  { what: "a tool", file: "schema/tools/notes/note_list.yaml", from: "summary: ", to: "summary: Now " },
  { what: "the text of a type", file: "schema/types/memo.md", from: "memo", to: "memorandum" },
  { what: "a shared param of a type", file: "schema/params.yaml", from: "max_length: 20", to: "max_length: 30" },
  { what: "a type", file: "schema/types/notes.yaml", from: "{ value: sad }", to: "{ value: sad }, { value: calm }" },
  { what: "an error", file: "schema/catalog.yaml", from: "{ ref: Memo }", to: "{ ref: Note }" },
  {
    what: "a tool, beside a type with a mistake",
    file: "schema/tools/notes/note_list.yaml",
    from: "summary: ",
    to: "summary: Now ",
    mistake: true,
  },
])("what no tool has a say in follows an edit of $what", ({ file, from, to, mistake = false }) => {
  const original = [
    ...(projects[1] ?? []).map(({ path, text }) => {
      const failure = "{ code: -31002, message: '{memo} is locked', retry: never, data: { memo: { ref: Memo } } }";
      if (path.endsWith("/catalog.yaml"))
        return { path, text: text.replace("\nerrors:\n", `\nerrors:\n  NOTE_LOCKED: ${failure}\n`) };
      if (path.endsWith("/params.yaml"))
        return { path, text: `${text}colour: { type: string, max_length: 20, description: Of the paper }\n` };
      const type = mistake ? memo.replace("{ ref: Mood }", "{ ref: Mod }") : memo;
      return { path, text: path.endsWith("types/notes.yaml") ? `${text}${type}` : text };
    }),
    { path: "schema/types/memo.md", text: "A memo as it is kept\n" },
  ];
  const edited = original.map(({ path, text }) => ({ path, text: path === file ? text.replace(from, to) : text }));
  const cache = emptyCache();
  const before = outcome(original, cache);
  expect(before).toEqual(outcome(original));
  expect(before).toMatchObject({ files: mistake ? [] : expect.arrayContaining([expect.anything()]) });
  expect(outcome(edited)).not.toEqual(before);
  expect(outcome(edited, cache)).toEqual(outcome(edited));
  expect(outcome(original, cache)).toEqual(before);
});

test("what has not changed is neither read, nor resolved, nor printed again", () => {
  const [, notes = []] = projects;
  const cache = emptyCache();
  const first = compile(notes, { cache }).value;
  const tool = "schema/tools/notes/note_list.yaml";
  const read = new Map(cache.parsed);
  const edited = notes.map((source) =>
    source.path === tool ? { ...source, text: source.text.replace("summary: ", "summary: Now ") } : { ...source },
  );
  const second = compile(edited, { cache }).value;
  expect([...cache.parsed].filter(([path, file]) => read.get(path) !== file).map(([path]) => path)).toEqual([tool]);
  const fresh = second?.catalog.tools.filter((each) => first?.catalog.tools.includes(each) === false);
  expect(fresh?.map(({ name }) => name)).toEqual(["note_list"]);
  const before = new Set(first?.files);
  const ofTools = (second?.files ?? []).filter(({ path }) => /note_(list|create)/.test(path));
  const printed = ofTools.filter((file) => !before.has(file)).map(({ path }) => path);
  expect(printed).toEqual(ofTools.map(({ path }) => path).filter((path) => path.includes("note_list")));
  const catalogs = [first, second].map((value) =>
    value?.files.find(({ path }) => path === "generated/.cache/catalog.json"),
  );
  const parts = new Set(catalogs[0]?.parts);
  expect(
    catalogs[1]?.parts?.filter(
      (part) => part.text.startsWith("    {") && part.text.includes(`"name": "note_create"`) && !parts.has(part),
    ),
  ).toEqual([]);
});

test("a file that is gone is not kept", () => {
  const [, notes = []] = projects;
  const cache = emptyCache();
  compile(notes, { cache });
  compile([], { cache });
  expect(cache.parsed.size).toBe(0);
});
