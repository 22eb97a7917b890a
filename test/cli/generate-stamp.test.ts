import { existsSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type GenerateOptions, generateIn } from "../../src/cli/commands/generate.ts";
import { findNothingToDo, type StampPlace } from "../../src/cli/stamp/generate-stamp.ts";
import { lawCases } from "../law-cases.ts";
import { type Folder, temporaryFolder } from "./folder.ts";
import { recordTerminal } from "./record-terminal.ts";

// A stamp must not show: whatever happened to the files, a run with it does and says what a run without it does.

let folder: Folder;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const tool = "schema/tools/notes/note_list.yaml";
const output = "generated/contracts/note_list.ts";
const handler = "src/handlers/notes/note_list.ts";

function putProject(name: string): string {
  const put = (path: string, text: string) => folder.put(`${name}/${path}`, text);
  put(
    "schema/catalog.yaml",
    "format: 1\nserver: {name: notes, title: Notes, version: 1.0.0, instructions: Notes.}\nfamilies: {notes: {title: Notes, summary: Notes}}\ntiers: {essential: {badge: E, summary: Essential}}\nprofiles: {all: {families: all}}\ndefault_profile: all\n",
  );
  put(tool, toolText("List notes"));
  return join(folder.path, name);
}

function toolText(summary: string): string {
  return `name: note_list\ntitle: List notes\ntier: essential\nsince: 1.0.0\nstability: stable\nsummary: ${summary}.\nsession: none\neffects: {read_only: true, destructive: false, idempotent: true, open_world: false}\nparams: {}\nresult: {type: object, fields: {count: {type: integer, required: true}}}\nerrors: []\n`;
}

function placeOf(root: string, maker = "this program"): StampPlace {
  return { root, folder: join(folder.path, "cache"), maker, clock: Date.now };
}

async function run(root: string, place: StampPlace | undefined, options: GenerateOptions = {}) {
  const { terminal, stdout, stderr } = recordTerminal(root);
  const code = await generateIn({ ...terminal, clock: Date.now }, options, { root, place });
  return { code, stdout: stdout(), stderr: stderr() };
}

/** Is nothing compiled by a run now? */
async function isKnown(root: string, maker?: string): Promise<boolean> {
  return (await findNothingToDo(placeOf(root, maker))).nothingToDo !== undefined;
}

/** Later than any tick of the file system's clock. */
const later = () => pause(150);

describe("what a stamp knows", () => {
  let root = "";
  beforeEach(async () => {
    root = putProject("project");
    expect((await run(root, placeOf(root))).code).toBe(0);
  });

  const path = (name: string) => join(root, name);

  it("is that nothing has changed", async () => {
    expect(await isKnown(root)).toBe(true);
    await later();
    expect(await isKnown(root)).toBe(true);
    const { code, stdout } = await run(root, placeOf(root));
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^0 files changed, \d+ unchanged\n$/)]);
    expect(await run(root, placeOf(root))).toEqual(await run(root, undefined));
    expect(await run(root, placeOf(root), { check: true })).toEqual(await run(root, undefined, { check: true }));
  });

  it("survives a file that is touched, or written again with the same text", async () => {
    utimesSync(path(tool), new Date(), new Date());
    folder.put(`project/${output}`, folder.read(`project/${output}`));
    expect(await isKnown(root)).toBe(true);
  });

  it("is nothing after an edit of the same length in the same tick, with the times set back", async () => {
    const { atime, mtime } = statSync(path(tool));
    folder.put(`project/${tool}`, toolText("Lost notes"));
    utimesSync(path(tool), atime, mtime);
    expect(await isKnown(root)).toBe(false);
  });

  it.each([
    ["an output is edited", () => folder.put(`project/${output}`, "")],
    ["an output is gone", () => rmSync(path(output))],
    [
      "an output is a link",
      () => {
        rmSync(path(output));
        symlinkSync(path(tool), path(output));
      },
    ],
    ["there is a file more in generated/", () => folder.put("project/generated/mine.ts", "")],
    ["there is a text more in schema/", () => folder.put("project/schema/types/more.yaml", "")],
    ["a handler is edited", () => folder.put(`project/${handler}`, "")],
    ["a handler is gone", () => rmSync(path(handler))],
    ["the host is gone", () => rmSync(path("src/host.ts"))],
    ["the manifest is gone", () => rmSync(path("generated/.cache/manifest.json"))],
  ])("is nothing when %s", async (_case, change) => {
    await later();
    expect(await isKnown(root)).toBe(true);
    change();
    expect(await isKnown(root)).toBe(false);
  });

  it("is nothing for another program, and for another folder", async () => {
    expect(await isKnown(root, "a newer program")).toBe(false);
    renameSync(root, join(folder.path, "moved"));
    expect(await isKnown(join(folder.path, "moved"))).toBe(false);
  });

  it.each([
    ["cut", (text: string) => text.slice(0, -10)],
    ["edited", (text: string) => text.replace("note_list", "note_lost")],
    ["empty", () => ""],
    ["not ours", () => "{}\n{}"],
  ])("is nothing when the stamp is %s", async (_case, change) => {
    const [name = ""] = Object.keys(folder.snapshot()).filter((each) => each.startsWith("cache/"));
    folder.put(name, change(folder.read(name)));
    expect(await isKnown(root)).toBe(false);
    expect((await run(root, placeOf(root))).code).toBe(0);
    expect(await isKnown(root)).toBe(true);
  });

  it("includes warnings, with the lines that they point at", async () => {
    folder.put("project/schema/unused.md", "A text that nothing uses.\n");
    const first = await run(root, placeOf(root));
    expect(first.stderr).toContain("schema/unused.md");
    expect(await isKnown(root)).toBe(true);
    expect((await run(root, placeOf(root))).stderr).toBe(first.stderr);
    const json = { json: true } as const;
    expect(await run(root, placeOf(root), json)).toEqual(await run(root, undefined, json));
  });
});

it("a cache that can't be written changes nothing", async () => {
  const root = putProject("project");
  writeFileSync(join(folder.path, "cache"), "a file in the way");
  expect((await run(root, placeOf(root))).code).toBe(0);
  expect(await isKnown(root)).toBe(false);
});

it("an error leaves no stamp", async () => {
  const root = putProject("project");
  folder.put(`project/${tool}`, "name: [");
  expect((await run(root, placeOf(root))).code).toBe(1);
  expect(existsSync(join(folder.path, "cache"))).toBe(false);
});

const files = [
  tool,
  output,
  handler,
  "schema/catalog.yaml",
  "generated/.cache/manifest.json",
  "schema/more.md",
] as const;
const step = fc.record({
  kind: fc.constantFrom("write", "summary", "remove", "restore", "touch", "pause", "check"),
  file: fc.constantFrom(...files),
  text: fc.constantFrom("", "x\n"),
  summary: fc.constantFrom("List notes", "Lost notes", "Last: notes"),
});

/** What happens to a project between two runs. */
function change(
  name: string,
  { kind, file, text, summary }: typeof step extends fc.Arbitrary<infer Step> ? Step : never,
) {
  const path = join(folder.path, name, file);
  if (kind === "write") folder.put(`${name}/${file}`, text);
  if (kind === "summary") folder.put(`${name}/${tool}`, toolText(summary));
  if (kind === "remove") rmSync(path, { force: true });
  if (kind === "restore") putProject(name);
  if (kind === "touch" && existsSync(path)) utimesSync(path, new Date(), new Date());
}

const first = { kind: "restore", file: tool, text: "", summary: "List notes" } as const;

it("after any history, a run with stamps does and says what a run without does", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      count += 1;
      const names = [`with-${count}`, `without-${count}`] as const;
      const [stamped, plain] = [putProject(names[0]), putProject(names[1])];
      for (const each of [first, ...steps]) {
        const { kind } = each;
        if (kind === "pause") await later();
        for (const name of names) change(name, each);
        const options: GenerateOptions = kind === "check" ? { check: true } : {};
        const place = placeOf(stamped);
        if (existsSync(join(stamped, "schema/catalog.yaml"))) {
          expect(await run(stamped, place, options)).toEqual(await run(plain, undefined, options));
        }
        expect(snapshotOf(names[0])).toEqual(snapshotOf(names[1]));
      }
      for (const name of names) rmSync(join(folder.path, name), { recursive: true });
    }),
    { numRuns: lawCases(12) },
  );
});

function snapshotOf(name: string): Readonly<Record<string, string>> {
  mkdirSync(join(folder.path, name), { recursive: true });
  const entries = Object.entries(folder.snapshot()).filter(([path]) => path.startsWith(`${name}/`));
  return Object.fromEntries(entries.map(([path, text]) => [path.slice(name.length), text]));
}
