import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { scriptChunks } from "../../src/cli/script-chunks.ts";
import { root } from "./run-pegboard.ts";

// The build writes chunks as scripts. A program must say the same with them as with modules, and each chunk must run once.

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "pegboard-scripts-"));
  writeFileSync(join(home, "package.json"), '{ "type": "module" }');
  mkdirSync(join(home, "chunks"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** @param modules path → text; those below `chunks/` become scripts where they can @returns what `main.js` prints, as modules and as scripts */
function bothWays(modules: Readonly<Record<string, string>>): readonly [string, string] {
  write(Object.entries(modules));
  const before = printed();
  const code = new Map(Object.entries(modules).filter(([path]) => path.endsWith(".js")));
  const files = scriptChunks(code, (path) => path.startsWith("chunks/"));
  for (const path of code.keys()) rmSync(join(home, path));
  write(files);
  cpSync(join(root, "dist", "cli", "load-script.js"), join(home, "load-script.js"));
  return [before, printed()];
}

function write(files: Iterable<readonly [string, string]>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
}

function printed(): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(home, "main.js")], {
    encoding: "utf8",
    // Node 20 warns of JSON.
    env: { ...process.env, HOME: home, XDG_CACHE_HOME: "", NODE_NO_WARNINGS: "1" },
  });
  expect(stderr).toBe("");
  return stdout;
}

/** @returns the names of the chunks in files with an extension */
function chunks(extension: string): readonly string[] {
  const names = readdirSync(join(home, "chunks")).map((name) => name.split("."));
  return names.flatMap(([name = "", ...rest]) => (rest.join(".") === extension ? [name] : []));
}

describe("chunks as scripts", () => {
  it("import, export, load later and say where they are as modules do, and each runs once", () => {
    const [modules, scripts] = bothWays({
      "main.js": `import { sum, who as name } from "./chunks/a.js";
import whole, * as all from "./chunks/c.js";
import { both } from "./chunks/e.js";
console.log(sum(1), name, whole, all.two, all.asked(), both);
const { late } = await import("./chunks/late.js");
console.log(await late(), this === undefined);
const { value } = await import("./chunks/module.js");
console.log(value);
`,
      "chunks/data.json": '{ "three": 3 }',
      "chunks/a.js": `import "./d.js";
import { base as start, label } from "./b.js";
import fallback from "./c.js";
var sum = (one) => one + start + fallback.length;
console.log("a runs", this === undefined);
export { sum };
export { label as who };
`,
      "chunks/b.js": `import * as all from "./c.js";
console.log("b runs");
var base = all.two, label = "import('./a.js') in a text, import.meta too";
export { base, label };
`,
      "chunks/c.js": `console.log("c runs");
var c_default = "c", two = 2, count = 0;
function asked() { return ++count; }
export { c_default as default, two, asked };
`,
      "chunks/d.js": 'console.log("d runs");\n',
      "chunks/e.js": `import whole, * as all from "./c.js";
var both = [whole, all.default, all.two], inner = { count: 0 };
inner.count++;
for (const both of [[1], [2]]) inner.count += both.length;
export { both, inner };
`,
      "chunks/late.js": `import { asked } from "./c.js";
async function late() {
  const { sum } = await import("./a.js");
  const { value } = await import("./module.js");
  const url = new URL(import.meta.url);
  const there = url.pathname.endsWith("/chunks/" + import.meta.filename.slice(import.meta.dirname.length + 1));
  const { default: data } = await import("./data.json", { with: { type: "json" } });
  const { sep } = await import("node:path");
  return [sum(5), value, asked(), there, data.three, sep.length];
}
export { late };
`,
      "chunks/module.js": `import { two } from "./c.js";
const value = await Promise.resolve(two);
export { value };
`,
    });
    expect(scripts).toBe(modules);
    expect(scripts).toContain("a runs");
    const [asScripts, asModules] = [chunks("script.js"), chunks("js")];
    expect(asScripts).toEqual(["a", "b", "c", "d", "e", "late"]);
    // Those that a module imports at once have one in their place.
    expect(asModules).toEqual(["a", "c", "e", "module"]);
  });

  it.each([
    ["waits", "const value = await 1;\nexport { value };\n"],
    ["waits in a loop", "let value = 0;\nfor await (const each of [1]) value += each;\nexport { value as sum };\n"],
    ["gives an export another value", "var value = 1;\nfunction next() { value += 1; }\nexport { value, next };\n"],
    ["counts an export", "var value = 1;\nfunction next() { value++; }\nexport { value, next };\n"],
    [
      "gives exports other values by a pattern",
      "var value = 1;\nfunction next() { [{ value }] = [{ value: 2 }]; }\nexport { value, next };\n",
    ],
    [
      "gives an export values in a loop",
      "var value = 1;\nfunction next() { for (value of [2, 3]); }\nexport { value, next };\n",
    ],
    ["has a name of what scripts are given", "var $load = 1;\nexport { $load as value };\n"],
    ["imports a package", 'import { sep } from "node:path";\nexport { sep as value };\n'],
    ["exports what another one has", 'export { value } from "./value.js";\n'],
    ["imports one that stays", 'import { value } from "./waits.js";\nvar twice = value * 2;\nexport { twice };\n'],
  ])("stay modules: what %s", (_, text) => {
    const [modules, scripts] = bothWays({
      "main.js": 'import * as all from "./chunks/a.js";\nall.next?.();\nconsole.log({ ...all });\n',
      "chunks/a.js": text,
      "chunks/value.js": "var value = 1;\nexport { value };\n",
      "chunks/waits.js": "var value = await 2;\nexport { value };\n",
    });
    expect(scripts).toBe(modules);
    expect(chunks("js")).toContain("a");
    expect(chunks("script.js")).not.toContain("a");
    expect(readFileSync(join(home, "chunks", "a.js"), "utf8")).toBe(text);
  });
});
