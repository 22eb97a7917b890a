import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findingsJson } from "../../src/cli/report.ts";
import { openSession } from "../../src/cli/watch/session.ts";
import { changedSources } from "../../src/shell/catalog/changed-sources.ts";
import { lawCases } from "../law-cases.ts";

// A run that knows what has changed reads, compiles and writes only that. What stands on disk afterwards, and what it says, must be
// what a run from the beginning leaves and says.

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-session-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fixture = join(import.meta.dirname, "../golden/compile/versions/schema");
const clock = () => Date.now();

/** Texts of the project by path. */
function texts(root: string): Readonly<Record<string, string>> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(root.length), readFileSync(path, "utf8")]));
}

const edit = fc.record({
  file: fc.nat(),
  line: fc.nat(),
  kind: fc.constantFrom("word", "remove-line", "double-line", "comment", "restore"),
  // The next edit comes before the files that are not committed have been written.
  isFollowed: fc.boolean(),
});

function edited(text: string, original: string, { line, kind }: { line: number; kind: string }): string {
  if (kind === "restore") return original;
  if (kind === "comment") return `# a comment\n${text}`;
  const lines = text.split("\n");
  const at = line % lines.length;
  const old = lines[at] ?? "";
  const fresh =
    kind === "word" ? [old.replace(/[a-z]{4,}(?=[^:a-z]*$)/, "word")] : kind === "double-line" ? [old, old] : [];
  return lines.toSpliced(at, 1, ...fresh).join("\n");
}

test("after any edits, also those that follow each other at once, the disk and the findings are those of a first run", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), fc.boolean(), async (edits, isWarm) => {
      const root = mkdtempSync(join(folder, "run-"));
      cpSync(fixture, join(root, "schema"), { recursive: true });
      const originals = texts(join(root, "schema"));
      const paths = Object.keys(originals);
      const session = openSession(root, { clock });
      await session.run();
      if (isWarm) await session.warmUp(() => false);
      for (const [index, each] of edits.entries()) {
        const path = paths[each.file % paths.length] ?? "";
        const full = join(root, "schema", path);
        writeFileSync(full, edited(readFileSync(full, "utf8"), originals[path] ?? "", each));
        const after = await session.run([`schema${path}`]);
        if (each.isFollowed && index < edits.length - 1) {
          await session.finish(() => true);
          continue;
        }
        await session.finish();
        const fresh = join(root, "fresh");
        rmSync(fresh, { recursive: true, force: true });
        // A run with errors leaves what stands there, so the other one begins with it too.
        for (const part of ["schema", "generated", "src"])
          cpSync(join(root, part), join(fresh, part), { recursive: true });
        const first = await openSession(fresh, { clock }).run();
        expect(first.done ?? []).toEqual([]);
        expect(texts(join(fresh, "generated"))).toEqual(texts(join(root, "generated")));
        expect(after.done === undefined).toBe(first.done === undefined);
        expect(findingsJson(after.diagnostics)).toEqual(findingsJson(first.diagnostics));
      }
    }),
    { numRuns: lawCases(12) },
  );
});

test("an edit of one tool leaves the files of others untouched on disk", async () => {
  cpSync(fixture, join(folder, "schema"), { recursive: true });
  const session = openSession(folder, { clock });
  await session.run();
  const other = join(folder, "generated/contracts/note_list.ts");
  const { ino } = statSync(other);
  const tool = join(folder, "schema/tools/note/note_create.yaml");
  writeFileSync(tool, readFileSync(tool, "utf8").replace("summary: ", "summary: Now "));
  const { done } = await session.run(["schema/tools/note/note_create.yaml"]);
  expect(done?.map(({ path }) => path)).toContain("generated/contracts/note_create.ts");
  expect(done?.map(({ path }) => path)).not.toContain("generated/contracts/note_list.ts");
  expect(statSync(other).ino).toBe(ino);
});

test("what is not committed is written after the report, and left while somebody waits", async () => {
  cpSync(fixture, join(folder, "schema"), { recursive: true });
  const session = openSession(folder, { clock });
  await session.run();
  const path = "schema/tools/note/note_create.yaml";
  const edit = async (from: string, to: string) => {
    writeFileSync(join(folder, path), readFileSync(join(folder, path), "utf8").replace(from, to));
    await session.run([path]);
  };
  const catalog = () => readFileSync(join(folder, "generated/.cache/catalog.json"), "utf8");
  await edit("summary: ", "summary: Now ");
  expect(catalog()).not.toContain('"summary": "Now ');
  // A program that starts meanwhile sees that it is older than schema/.
  expect(await changedSources(folder)).toEqual([path]);
  await session.finish(() => true);
  expect(await changedSources(folder)).toEqual([path]);
  await session.finish();
  expect(catalog()).toContain('"summary": "Now ');
  expect(await changedSources(folder)).toEqual([]);
  // A run that nothing has followed: what the next one leaves, of another tool, is more than its own.
  await edit("max_length: ", "max_length: 9");
  const other = "schema/tools/note/note_list.yaml";
  writeFileSync(join(folder, other), readFileSync(join(folder, other), "utf8").replace("summary: ", "summary: Now "));
  await session.run([other]);
  await session.finish();
  const left = texts(join(folder, "generated"));
  await openSession(folder, { clock }).run();
  expect(texts(join(folder, "generated"))).toEqual(left);
});

test("what somebody else did to generated/ is put right when the whole project is looked at", async () => {
  cpSync(fixture, join(folder, "schema"), { recursive: true });
  const session = openSession(folder, { clock });
  await session.run();
  const contract = join(folder, "generated/contracts/note_list.ts");
  const text = readFileSync(contract, "utf8");
  writeFileSync(contract, "broken");
  expect((await session.run()).done).toEqual([{ path: "generated/contracts/note_list.ts", status: "update" }]);
  expect(readFileSync(contract, "utf8")).toBe(text);
});

const damage = fc.record({
  file: fc.nat(),
  kind: fc.constantFrom("same-length", "other-text", "remove", "add", "unsaid-edit", "nothing"),
});

/** What somebody else does to the project, of which the session hears nothing. */
function disturb(root: string, { file, kind }: { readonly file: number; readonly kind: string }): void {
  const folders = kind === "unsaid-edit" ? ["schema"] : ["generated", "src"];
  const paths = folders.flatMap((name) => Object.keys(texts(join(root, name))).map((path) => join(root, name + path)));
  const path = paths[file % paths.length] ?? "";
  if (kind === "remove") rmSync(path);
  if (kind === "other-text") writeFileSync(path, "// somebody else's\n");
  if (kind === "same-length") writeFileSync(path, "x".repeat(statSync(path).size));
  if (kind === "add") writeFileSync(join(root, "generated/.cache/more.txt"), "more");
  if (kind === "unsaid-edit") writeFileSync(path, `# said to nobody\n${readFileSync(path, "utf8")}`);
}

test("a look at the whole project finds what a first run finds, whatever somebody else did to it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (steps) => {
      const root = mkdtempSync(join(folder, "look-"));
      cpSync(fixture, join(root, "schema"), { recursive: true });
      const session = openSession(root, { clock });
      await session.run();
      for (const step of steps) {
        disturb(root, step);
        await session.run();
        // What was found in place of the manifest is reported once.
        const after = await session.run();
        await session.finish();
        const fresh = join(root, "fresh");
        rmSync(fresh, { recursive: true, force: true });
        for (const part of ["schema", "generated", "src"])
          cpSync(join(root, part), join(fresh, part), { recursive: true });
        const first = await openSession(fresh, { clock }).run();
        expect(first.done ?? []).toEqual([]);
        expect(texts(join(fresh, "generated"))).toEqual(texts(join(root, "generated")));
        expect(findingsJson(after.diagnostics)).toEqual(findingsJson(first.diagnostics));
      }
    }),
    { numRuns: lawCases(40) },
  );
}, 120_000);

test("a look at a project that is as it was reads and compiles nothing, after an edit too", async () => {
  cpSync(fixture, join(folder, "schema"), { recursive: true });
  const session = openSession(folder, { clock });
  await session.run();
  const path = "schema/tools/note/note_create.yaml";
  writeFileSync(join(folder, path), readFileSync(join(folder, path), "utf8").replace("summary: ", "summary: Now "));
  const { diagnostics } = await session.run([path]);
  const look = await session.run();
  // Not findings like these: the same ones.
  expect(look.diagnostics).toBe(diagnostics);
  expect(look.done).toEqual([]);
});

test("a change that no run has read yet is known as one", async () => {
  cpSync(fixture, join(folder, "schema"), { recursive: true });
  const session = openSession(folder, { clock });
  await session.run();
  const path = "schema/tools/note/note_create.yaml";
  expect(session.changedSince([path])).toEqual([]);
  writeFileSync(join(folder, path), `${readFileSync(join(folder, path), "utf8")}# more\n`);
  expect(session.changedSince([path])).toEqual([path]);
});
