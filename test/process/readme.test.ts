import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileBlocks, outputBelow } from "./markdown-blocks.ts";
import { npm } from "./packed-package.ts";
import { type Finished, pegboard, pegboardHere, root, run } from "./run-pegboard.ts";

// README.md says how to begin and shows what Pegboard prints. This does what it says, step by step.

const readme = readFileSync(join(root, "README.md"), "utf8");
const written = fileBlocks(readme);
const tool = "schema/tools/greeting/greeting_send.yaml";
let project = "";

beforeAll(() => {
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  project = mkdtempSync(join(cache, "pegboard-readme-"));
  write("package.json", '{ "name": "hello", "private": true, "type": "module" }\n');
  mkdirSync(join(project, "node_modules"));
  symlinkSync(root, join(project, "node_modules", "pegboard"), "junction");
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe("the five lines of README.md", () => {
  // What npm does between them is tested in init.test.ts, on npm's default settings.
  const [, block = ""] = /^## Install\n[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(readme) ?? [];
  const lines = block.trimEnd().split("\n");
  const commands = lines.flatMap((line) => /^npx pegboard (.*?) +#/.exec(line)?.[1] ?? []);
  let fresh = "";
  beforeAll(() => {
    fresh = join(project, "my-tools");
    mkdirSync(join(fresh, "node_modules"), { recursive: true });
    symlinkSync(root, join(fresh, "node_modules", "pegboard"), "junction");
  });

  it("are five, and three of them run pegboard", () => {
    expect(lines).toHaveLength(5);
    expect(commands).toHaveLength(3);
  });

  it("make a catalog and answer a call as printed there", async () => {
    const finished: Finished[] = [];
    for (const command of commands) finished.push(await pegboard(command.split(" "), { cwd: fresh }));
    expect(finished.map(({ code }) => code)).toEqual([0, 0, 0]);
    const [, printed = ""] = /^npx pegboard call .*# (\{.*\})$/m.exec(block) ?? [];
    expect(JSON.parse(finished[1]?.stdout ?? "")).toEqual(JSON.parse(printed));
  });
});

describe("the catalog by hand of README.md", () => {
  it("begins with two YAML files", async () => {
    for (const path of ["schema/catalog.yaml", tool]) write(path, written.get(path) ?? "");
    const { code, stdout, stderr } = await pegboard(["generate"], { cwd: project });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("created src/handlers/greeting/greeting_send.ts\n");
  });

  it("goes on with one handler, and the tool answers under both names", async () => {
    const handler = "src/handlers/greeting/greeting_send.ts";
    write(handler, written.get(handler) ?? "");
    const called = await own("call", "greeting_send", "name=Ada", "--catalog", ".");
    expect({ code: called.code, result: JSON.parse(called.stdout) }).toEqual({
      code: 0,
      result: { greeting: "Hello, Ada!" },
    });
    const old = await own("call", "say_hello", "who=Ada", "--catalog", ".");
    expect({ code: old.code, result: JSON.parse(old.stdout) }).toEqual({
      code: 0,
      result: { greeting: "Hello, Ada!" },
    });
    expect(old.stderr).toContain("'say_hello' is deprecated");
    const refused = await own("call", "greeting_send", "name=Unknown", "--catalog", ".");
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain("NAME_UNKNOWN: there is no contact named 'Unknown'");
  });

  it("ends with a baseline and two clean checks", async () => {
    expect((await own("baseline", "--release")).code).toBe(0);
    expect((await own("generate", "--check")).code).toBe(0);
    expect((await own("diff")).code).toBe(0);
  });
});

describe("what README.md shows", () => {
  it("is what a mistake looks like", async () => {
    edit(["type: string, max_length: 80", "type: strng, max_length: 80"], ["[NAME_UNKNOWN]", "[NAME_UNKOWN]"]);
    const { code, stdout } = await own("lint");
    expect(code).toBe(1);
    expect(stdout.trimEnd()).toBe(outputBelow(readme, "What a mistake looks like").trimEnd());
  });

  it("is what a break looks like", async () => {
    const oldName = written.get(tool)?.match(/aliases:\n(?: .*\n)+/)?.[0] ?? "";
    edit(["max_length: 80", "max_length: 40"], ["[warm, formal]", "[warm, brief]"], [oldName, ""]);
    const { code, stdout } = await own("diff", "--verbose");
    expect(code).toBe(1);
    for (const finding of outputBelow(readme, "What a break looks like").trimEnd().split("\n\n")) {
      expect(stdout).toContain(`${finding}\n`);
    }
  });
});

function own(...words: string[]): Promise<Finished> {
  // The project finds our package by its name, which in this process leads to the sources: its code runs in another.
  const start = words[0] === "call" ? pegboard : pegboardHere;
  return start(words, { cwd: project });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** Writes the tool of README.md with these texts replaced. */
function edit(...replacements: readonly (readonly [from: string, to: string])[]): void {
  let text = written.get(tool) ?? "";
  for (const [from, to] of replacements) {
    if (from === "" || !text.includes(from)) throw new Error(`'${from}' is not in ${tool}`);
    text = text.replace(from, to);
  }
  write(tool, text);
}

describe("the picture of README.md", () => {
  const picture = "docs/pictures/diff.svg";

  it("is what `pegboard diff` prints for the two catalogs beside it", async () => {
    expect(await run(process.execPath, ["scripts/diff-picture.mjs", "--check"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
  });

  it("shows calls that break", () => {
    const svg = readFileSync(join(root, picture), "utf8");
    expect(svg.match(/<tspan class="call">.*?<\/tspan>/g)).toEqual([
      '<tspan class="call">{"project":"a","limit":101}</tspan>',
      '<tspan class="call">{}</tspan>',
    ]);
  });

  it("comes before the first section", () => {
    expect(readme.split("\n## ")[0]).toContain(`](${picture})`);
  });
});

it("README.md links to files that exist", () => {
  const targets = [...readme.matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, target = ""]) => target);
  expect(targets.filter((target) => !existsSync(join(root, target)))).toEqual([]);
  expect(targets.length).toBeGreaterThan(10);
});

it("README.md and examples/README.md link to files that travel with the package", async () => {
  const { stdout } = await npm(["pack", "--ignore-scripts", "--dry-run", "--json"], root);
  const [{ files }] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }];
  const packed = new Set(files.flatMap(({ path }) => [path, ...foldersOf(path)]));
  const missing = ["README.md", "examples/README.md"].flatMap((page) =>
    [...readFileSync(join(root, page), "utf8").matchAll(/\]\((?!https:)([^)#]+)/g)]
      .map(([, target = ""]) => posix.join(posix.dirname(page), target).replace(/\/$/, ""))
      .filter((target) => !packed.has(target)),
  );
  expect(missing).toEqual([]);
  expect([...packed].filter((path) => /^examples\/.*\/(?:generated|node_modules)$/.test(path))).toEqual([]);
});

/** "a/b/c" → "a", "a/b". */
function foldersOf(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}
