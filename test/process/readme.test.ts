import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileBlocks, outputBelow } from "./markdown-blocks.ts";
import { type Finished, pegboard, pegboardHere, root } from "./run-pegboard.ts";

// README.md promises a catalog in five minutes and shows what Pegboard prints. This does what it says, step by step.

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
  symlinkSync(root, join(project, "node_modules", "pegboard"));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe("the five minutes of README.md", () => {
  it("begin with two YAML files", async () => {
    for (const path of ["schema/catalog.yaml", tool]) write(path, written.get(path) ?? "");
    const { code, stdout, stderr } = await pegboard(["generate"], { cwd: project });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("created src/handlers/greeting/greeting_send.ts\n");
  });

  it("go on with one handler, and the tool answers under both names", async () => {
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

  it("end with a baseline and two clean checks", async () => {
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
    const { code, stdout } = await own("diff");
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
