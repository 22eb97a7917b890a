import { type ChildProcess, spawn } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mainPath, root } from "./run-pegboard.ts";

// `generate --watch` as an author has it open beside the editor. Waits are for lines that it prints, each with a limit.

let project = "";
const open: Watch[] = [];
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "pegboard-watch-"));
  cpSync(join(root, "test/fixtures/notes/schema"), join(project, "schema"), { recursive: true });
  cpSync(join(root, "test/fixtures/notes/written/src"), join(project, "src"), { recursive: true });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((watch) => watch.kill()));
  rmSync(project, { recursive: true, force: true });
});

const tool = "schema/tools/note/note_create.yaml";
const page = "generated/docs/tools/note_create.md";

describe("pegboard generate --watch", () => {
  it("brings generated/ up to date at the beginning and at every edit", async () => {
    const watch = start();
    expect(await watch.line(/^watching/)).toMatch(
      /^watching schema\/ and src\/handlers\/: \d+ files written, no findings \(\d+ ms\)$/,
    );
    edit(tool, "summary: ", "summary: Now ");
    expect(await watch.line(/note_create\.yaml changed/)).toMatch(
      /^schema\/tools\/note\/note_create\.yaml changed: \d+ files written, no findings \(\d+ ms\)$/,
    );
    expect(read(page)).toContain("Now ");
  });

  it("keeps the last good output while a file is broken, says so, and goes on when it is fixed", async () => {
    const watch = start();
    await watch.line(/^watching/);
    const [good, text] = [read(page), read(tool)];
    write(tool, text.replace("summary: ", "sumary: "));
    expect(await watch.line(/changed: nothing was written/)).toMatch(
      /^schema\/tools\/note\/note_create\.yaml changed: nothing was written; generated\/ still contains the last good output, 1 error \(\d+ ms\)$/,
    );
    expect(watch.stderr()).toContain("note_create.yaml:");
    expect(watch.stderr()).toContain("did you mean 'summary'?");
    expect(read(page)).toBe(good);
    write(tool, text.replace("summary: ", "summary: Mended "));
    await watch.line(/changed: \d+ files written, no findings/);
    expect(read(page)).toContain("Mended ");
  });

  it("makes one run, or two, of a burst of 50 saves, and ends with what was saved last", async () => {
    const watch = start();
    await watch.line(/^watching/);
    const text = read(tool);
    for (let save = 1; save <= 50; save++) write(tool, text.replace("summary: ", `summary: Save ${save} `));
    await watch.line(/changed/);
    // One more edit somewhere else: when its run has been reported, every run before it has been reported too.
    appendFileSync(join(project, "schema/catalog.yaml"), "# end\n");
    await watch.line(/catalog\.yaml changed|2 files changed/);
    expect(watch.lines().filter((line) => line.includes("changed")).length).toBeLessThanOrEqual(3);
    expect(read(page)).toContain("Save 50 ");
  });

  it("follows files that are added, renamed, saved by renaming, and removed", async () => {
    const watch = start();
    await watch.line(/^watching/);
    const added = "schema/tools/note/note_copy.yaml";
    write(added, copyAs("note_copy"));
    await watch.line(/note_copy\.yaml changed: \d+ files written/);
    expect(existsSync(join(project, "generated/docs/tools/note_copy.md"))).toBe(true);
    expect(existsSync(join(project, "src/handlers/note/note_copy.ts"))).toBe(true);

    // As editors save: the new text beside the old, then renamed over it.
    write(".note_copy.yaml.tmp", copyAs("note_copy").replace("summary: ", "summary: Beside "));
    renameSync(join(project, ".note_copy.yaml.tmp"), join(project, added));
    await watch.line(/note_copy\.yaml changed: \d+ files written/);
    expect(read("generated/docs/tools/note_copy.md")).toContain("Beside ");

    rmSync(join(project, "src/handlers/note/note_copy.ts"));
    rmSync(join(project, added));
    await watch.line(/changed: \d+ files? written, no findings/);
    expect(existsSync(join(project, "generated/docs/tools/note_copy.md"))).toBe(false);
  });

  it("does not run again because of the scaffold that it wrote itself", async () => {
    const watch = start();
    await watch.line(/^watching/);
    write("schema/tools/note/note_copy.yaml", copyAs("note_copy"));
    await watch.line(/note_copy\.yaml changed/);
    edit(tool, "summary: ", "summary: Now ");
    await watch.line(/note_create\.yaml changed|2 files changed/);
    expect(watch.lines().filter((line) => line.includes("changed")).length).toBe(2);
  });

  it("sees a handler that loses the export that the registry wants", async () => {
    const watch = start();
    await watch.line(/^watching/);
    edit("src/handlers/note/note_list.ts", "export const noteList", "export const notelist");
    expect(await watch.line(/note_list\.ts changed/)).toMatch(/nothing to write, 1 error/);
    expect(watch.stderr()).toContain("handler-export-missing");
  });

  it("survives that schema/ goes away and comes back", async () => {
    const watch = start();
    await watch.line(/^watching/);
    const good = read(page);
    renameSync(join(project, "schema"), join(project, "away"));
    await watch.line(/nothing was written; generated\/ still contains the last good output/);
    expect(watch.stderr()).toContain("catalog-missing");
    expect(read(page)).toBe(good);
    renameSync(join(project, "away"), join(project, "schema"));
    await watch.line(/nothing to write, no findings/);
    edit(tool, "summary: ", "summary: Back ");
    await watch.line(/changed: \d+ files written/);
    expect(read(page)).toContain("Back ");
  });

  it("goes on when something stands in the way of a file", async () => {
    const watch = start();
    await watch.line(/^watching/);
    rmSync(join(project, page));
    mkdirSync(join(project, page));
    edit(tool, "summary: ", "summary: Now ");
    await watch.error(/^error: 'generated\/docs\/tools\/note_create\.md' can't be/);
    rmSync(join(project, page), { recursive: true });
    edit(tool, "summary: ", "summary: And ");
    await watch.line(/changed: \d+ files written/);
    expect(read(page)).toContain("And Now ");
  });

  it("prints one line of JSON for each run", async () => {
    const watch = start("--json");
    const first = JSON.parse(await watch.line(/^\{/));
    expect(first).toMatchObject({ changed: [], written: true, findings: [] });
    expect(first.files).toContainEqual({ path: page, status: "create" });
    edit(tool, "summary: ", "sumary: ");
    const second = JSON.parse(await watch.line(/^\{/));
    expect(second).toMatchObject({ changed: [tool], written: false, files: [] });
    expect(second.findings.map(({ code }: { code: string }) => code)).toEqual(["unknown-key"]);
    expect(second.ms).toBeGreaterThanOrEqual(0);
  });

  it("ends with 130 when it is interrupted, and leaves nothing behind", async () => {
    const watch = start();
    await watch.line(/^watching/);
    expect(await watch.interrupt()).toBe(130);
    expect(watch.stderr()).toBe("");
  });

  it("refuses what does not go together", async () => {
    expect(await start("--check").ended()).toBe(2);
    const sarif = start("--format", "sarif");
    expect(await sarif.ended()).toBe(2);
    expect(sarif.stderr()).toContain("--watch prints text, or a line of JSON for each run");
  });

  it("prints many findings once, of those the first ones, and after an edit only the new ones", async () => {
    const params = Array.from({ length: 60 }, (_, place) => `  p${place}: {type: boolean}\n`).join("");
    write(
      "schema/tools/note/note_mark.yaml",
      copyAs("note_mark").replace(/^params:\n(?: .*\n)*/m, `params:\n${params}`),
    );
    const watch = start();
    expect(await watch.line(/^watching/)).toMatch(/61 warnings \(\d+ ms\)$/);
    const printed = () => watch.stderr().match(/warning param-undescribed: '\w+'/g);
    expect(printed()).toEqual([0, 1, 2, 3, 4].map((place) => `warning param-undescribed: 'p${place}'`));
    expect(watch.stderr()).toContain("not shown: 55 param-undescribed; lint --all shows them");
    edit(tool, "summary: ", "summary: Now ");
    expect(await watch.line(/note_create\.yaml changed/)).toMatch(/61 warnings \(\d+ ms\)$/);
    expect(printed()).toHaveLength(5);
    edit(
      "schema/tools/note/note_mark.yaml",
      "  p59: {type: boolean}\n",
      "  p59: {type: boolean}\n  p60: {type: boolean}\n",
    );
    expect(await watch.line(/note_mark\.yaml changed/)).toMatch(/62 warnings \(\d+ ms\)$/);
    expect(printed()?.slice(5)).toEqual(["warning param-undescribed: 'p60'"]);
  });
});

function read(path: string): string {
  return readFileSync(join(project, path), "utf8");
}

function write(path: string, text: string): void {
  writeFileSync(join(project, path), text);
}

function edit(path: string, from: string, to: string): void {
  const text = read(path);
  if (!text.includes(from)) throw new Error(`'${from}' is not in ${path}`);
  write(path, text.replace(from, to));
}

/** The listing tool under another name, without what belongs to one tool alone. */
function copyAs(name: string): string {
  return read("schema/tools/note/note_list.yaml")
    .replace(/^aliases:\n(?: .*\n)*/m, "")
    .replace("name: note_list", `name: ${name}`);
}

interface Watch {
  /** The next line of stdout that matches and was not asked for yet. */
  readonly line: (wanted: RegExp) => Promise<string>;
  /** The same for stderr. */
  readonly error: (wanted: RegExp) => Promise<string>;
  readonly lines: () => readonly string[];
  readonly stderr: () => string;
  readonly interrupt: () => Promise<number | null>;
  readonly ended: () => Promise<number | null>;
  readonly kill: () => Promise<unknown>;
}

const patienceMs = 30_000;

function start(...words: string[]): Watch {
  const child = spawn(process.execPath, [mainPath, "generate", "--watch", ...words], { cwd: project });
  const stdout = linesOf(child, "stdout");
  const stderr = linesOf(child, "stderr");
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const watch: Watch = {
    line: stdout.next,
    error: stderr.next,
    lines: stdout.all,
    stderr: stderr.text,
    interrupt: () => {
      child.kill("SIGINT");
      return within(() => "it ends", exit);
    },
    ended: () => within(() => "it ends", exit),
    kill: () => {
      child.kill("SIGKILL");
      return exit;
    },
  };
  open.push(watch);
  return watch;

  function linesOf(process: ChildProcess, name: "stdout" | "stderr") {
    let text = "";
    let seen = 0;
    const listeners = new Set<() => void>();
    const stream = process[name];
    stream?.setEncoding("utf8");
    stream?.on("data", (chunk: string) => {
      text += chunk;
      for (const listener of listeners) listener();
    });
    const all = () => text.split("\n").slice(0, -1);
    const next = (wanted: RegExp) => {
      let listener = () => {};
      const found = new Promise<string>((resolve) => {
        listener = () => {
          const index = all().findIndex((line, at) => at >= seen && wanted.test(line));
          if (index === -1) return;
          seen = index + 1;
          resolve(all()[index] ?? "");
        };
        listeners.add(listener);
        listener();
      });
      return within(() => `a line like ${wanted} among\n${text}`, found).finally(() => listeners.delete(listener));
    };
    return { next, all, text: () => text };
  }
}

function within<T>(what: () => string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited in vain: ${what()}`)), patienceMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
