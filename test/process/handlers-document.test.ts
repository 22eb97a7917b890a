import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectFiles } from "../../src/cli/scaffold/project-files.ts";
import { fileBlocks } from "./markdown-blocks.ts";
import { pegboardHere, root, run } from "./run-pegboard.ts";

// docs/handlers.md is a project: its blocks are written to their paths, compiled, type-checked and tested.

const page = readFileSync(join(root, "docs", "handlers.md"), "utf8");
const blocks = fileBlocks(page);

let folder = "";
beforeAll(() => {
  // Below node_modules, so that the packages of this repository are found; `pegboard` is what was built.
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "pegboard-handlers-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "pegboard"), "junction");
  const settings = projectFiles({ name: "shop" }).filter(({ path }) => /^(?:tsconfig|package|vitest)/.test(path));
  put("package.json", '{"name": "shop", "type": "module"}\n');
  // Without a file of its own, vitest would read the configuration of the repository around this folder.
  put("vitest.config.ts", readFileSync(join(root, "examples", "hello", "vitest.config.ts"), "utf8"));
  for (const { path, text } of settings) put(path, text);
  for (const [path, text] of blocks) put(path, text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const own = (script: string, ...words: string[]) =>
  run(process.execPath, [join(root, "node_modules", ...script.split("/")), ...words], { cwd: folder });

describe("the project of docs/handlers.md", () => {
  it("compiles without a finding, and leaves no handler to be written", async () => {
    const { code, stdout, stderr } = await pegboardHere(["generate"], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).not.toContain("created src/");
  });

  it("type-checks, and its tests pass", async () => {
    expect(await own("typescript/bin/tsc")).toEqual({ code: 0, stdout: "", stderr: "" });
    const { stdout } = await own("vitest/vitest.mjs", "run");
    expect(/Tests\s.*/.exec(stripVTControlCharacters(stdout))?.[0]).toBe("Tests  5 passed (5)");
  });

  it("shows pages as examples/invoices has them", () => {
    const read = (path: string) => readFileSync(join(root, "examples", "invoices", path), "utf8");
    const own = `${read("schema/tools/customer/customer_search.yaml")}\n${read("src/store.ts")}`;
    const shown = page.slice(page.indexOf("## Pages")).matchAll(/^```(?:yaml|ts)\n([\s\S]*?)^```$/gm);
    const lines = [...shown].flatMap(([, text = ""]) => text.split("\n").map((line) => line.trim()));
    const written = lines.filter((line) => line !== "" && !line.startsWith("#"));
    expect(written.length).toBe(5);
    expect(written.filter((line) => !own.includes(line))).toEqual([]);
  });

  it("says in its table what each member of the context is", () => {
    const source = readFileSync(join(root, "src", "runtime", "ports.ts"), "utf8");
    const context = /interface CallContext[\s\S]*?\n\}/.exec(source)?.[0] ?? "";
    const members = [...context.matchAll(/^ {2}readonly (\w+):/gm)].map(([, name = ""]) => name);
    expect(members.length).toBeGreaterThan(8);
    const table = page.slice(page.indexOf("| member |"), page.indexOf("## Tests"));
    expect(members.filter((name) => !table.includes(`\`${name}`))).toEqual([]);
  });
});
