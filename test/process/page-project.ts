import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { projectFiles } from "../../src/cli/scaffold/project-files.ts";
import { fileBlocks } from "./markdown-blocks.ts";
import { type Finished, pegboardHere, root, run } from "./run-pegboard.ts";

/** A project as `pegboard init` makes it, changed as a page of docs/ says. */
export interface PageProject {
  readonly page: string;
  readonly folder: string;
  pegboard(...words: string[]): Promise<Finished>;
  typeCheck(): Promise<Finished>;
  /** The line of vitest that counts tests. */
  test(): Promise<string | undefined>;
  remove(): void;
}

/** @param name such as `testing.md` */
export function makePageProject(name: string): PageProject {
  const page = readFileSync(join(root, "docs", name), "utf8");
  // Below node_modules, so that the packages of this repository are found; `pegboard` is what was built.
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "pegboard-page-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "pegboard"), "junction");
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  put("package.json", '{"name": "notes", "type": "module"}\n');
  // Without a file of its own, vitest would read the configuration of the repository around this folder.
  put("vitest.config.ts", readFileSync(join(root, "examples", "hello", "vitest.config.ts"), "utf8"));
  for (const { path, text } of projectFiles({ name: "notes" })) put(path, text);
  for (const [path, text] of fileBlocks(page)) {
    put(path, path === "schema/catalog.yaml" ? withAdded(readFileSync(join(folder, path), "utf8"), text) : text);
  }
  const script = (path: string, ...words: string[]) =>
    run(process.execPath, [join(root, "node_modules", ...path.split("/")), ...words], { cwd: folder });
  return {
    page,
    folder,
    pegboard: (...words) => pegboardHere(words, { cwd: folder }),
    typeCheck: () => script("typescript/bin/tsc"),
    async test() {
      const { stdout } = await script("vitest/vitest.mjs", "run");
      return /Tests\s.*/.exec(stripVTControlCharacters(stdout))?.[0];
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What a page says to add to catalog.yaml: the lines of a key that is there go to its end, other keys to the end of the file. */
function withAdded(yaml: string, added: string): string {
  let text = yaml;
  for (const section of added.split(/^(?=\w)/m)) {
    const key = /^\w+:\n/.exec(section)?.[0];
    const start = key === undefined ? -1 : text.search(new RegExp(`^${key}`, "m"));
    if (key === undefined || start === -1) text += section;
    else {
      const next = text.slice(start + key.length).search(/^\w/m);
      const end = next === -1 ? text.length : start + key.length + next;
      text = text.slice(0, end) + section.slice(key.length) + text.slice(end);
    }
  }
  return text;
}
