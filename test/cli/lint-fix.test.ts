import { chmodSync, lstatSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { generate } from "../../src/cli/commands/generate.ts";
import { lint } from "../../src/cli/commands/lint.ts";
import { createProgram } from "../../src/cli/program.ts";
import { writeFixes } from "../../src/cli/write-fixes.ts";
import { ExitCode } from "../../src/terminal/exit-code.ts";
import { sarifProblems } from "../diagnostics/sarif-problems.ts";
import { caseSources } from "../lint/golden-case.ts";
import { type Folder, temporaryFolder } from "./folder.ts";
import { recordTerminal } from "./record-terminal.ts";

const tool = "schema/tools/notes/note_create.yaml";

let folder: Folder;
beforeEach(() => {
  folder = temporaryFolder();
  for (const { path, text } of caseSources("base")) folder.put(path, text);
});
afterEach(() => folder.remove());

function edit(path: string, change: (text: string) => string): void {
  folder.put(path, change(folder.read(path)));
}

async function run(options: Parameters<typeof lint>[1], cwd = folder.path) {
  const { terminal, stdout, stderr } = recordTerminal(cwd);
  const code = await lint(terminal, options);
  return { code, stdout: stdout(), stderr: stderr() };
}

describe("lint --fix", () => {
  it("fixes, writes, and says what it did", async () => {
    edit(tool, (text) => text.replace("tier: essential", "tier:   esential  # the first one"));
    const before = folder.snapshot();
    expect(await run({ fix: true })).toEqual({
      code: ExitCode.fine,
      stdout: `fixed ${tool}:3:9 write 'essential' (unknown-tier)\n1 file changed, no findings left\n`,
      stderr: "",
    });
    expect(folder.snapshot()).toEqual({
      ...before,
      [tool]: before[tool]?.replace("esential", "essential"),
    });
  });

  it("says what remains, and ends with 1 while that is an error", async () => {
    edit(tool, (text) => text.replace("tier: essential", "tier: esential").replace("max_length: 80", "max_length: -1"));
    const { code, stdout } = await run({ fix: true });
    expect(code).toBe(ExitCode.findings);
    expect(stdout).toBe(
      `fixed ${tool}:3:7 write 'essential' (unknown-tier)\n\n` +
        `${tool}:9:38 error out-of-range: -1 must be 0 or more\n` +
        "   8 | params:\n" +
        "   9 |   title: { type: string, max_length: -1, required: true, description: Title of the note }\n" +
        "     |                                      ^^\n" +
        "  10 |   color: { type: enum, values: [red, green], default: red, description: Color of the card }\n\n" +
        "1 error; pegboard explain out-of-range explains it\n",
    );
  });

  it("has nothing to do where nothing is wrong, and touches no file", async () => {
    const times = () => Object.keys(folder.snapshot()).map((path) => statSync(join(folder.path, path)).mtimeMs);
    const before = times();
    expect(await run({ fix: true })).toEqual({ code: ExitCode.fine, stdout: "nothing to fix\n", stderr: "" });
    expect(times()).toEqual(before);
  });

  it("goes on until nothing is left: one fix uncovers the next", async () => {
    edit(tool, (text) => text.replace("{ type: string, max", "{ tpye: strng, max"));
    const { stdout } = await run({ fix: true });
    expect(stdout.split("\n")).toEqual([
      `fixed ${tool}:9:12 write 'type' (unknown-key)`,
      `fixed ${tool}:9:18 write 'string' (unknown-word)`,
      "1 file changed, no findings left",
      "",
    ]);
    expect(folder.read(tool)).toContain("  title: { type: string, max");
  });

  it("keeps line ends, permissions and links", async () => {
    rmSync(join(folder.path, "schema/guide.md"));
    edit("schema/params.yaml", (text) => text.replaceAll("\n", "\r\n").replace("max:", "maxx:"));
    chmodSync(join(folder.path, "schema/params.yaml"), 0o640);
    folder.put("schema/texts/guide.md", "Write with {{note_create}}.\n");
    symlinkSync("texts/guide.md", join(folder.path, "schema/guide.md"));
    edit("schema/catalog.yaml", (text) => text.replace("file: guide.md", "file: texts/guide.md"));
    await run({ fix: true });
    expect(folder.read("schema/params.yaml")).toContain(" max: 50");
    expect(folder.read("schema/params.yaml")).not.toMatch(/[^\r]\n/);
    expect(statSync(join(folder.path, "schema/params.yaml")).mode & 0o777).toBe(0o640);
    expect(lstatSync(join(folder.path, "schema/guide.md")).isSymbolicLink()).toBe(true);
    expect(folder.read("schema/texts/guide.md")).toBe("Write with {{tool note_create}}.\n");
  });

  it("never writes a file whose bytes are not all characters", async () => {
    const bytes = Buffer.concat([
      Buffer.from("# caf"),
      Buffer.from([0xe9]),
      Buffer.from("\nlimit: { type: integr }\n"),
    ]);
    writeFileSync(join(folder.path, "schema/params.yaml"), bytes);
    const { code } = await run({ fix: true });
    expect(code).toBe(ExitCode.findings);
    expect(readFileSync(join(folder.path, "schema/params.yaml")).equals(bytes)).toBe(true);
  });

  it("prints JSON for programs: what was fixed, which files, what remains", async () => {
    edit(tool, (text) => text.replace("tier: essential", "tier: esential"));
    const { stdout } = await run({ fix: true, format: "json" });
    const { written, fixed, files, findings } = JSON.parse(stdout);
    expect({ written, files, findings }).toEqual({ written: true, files: [{ path: tool }], findings: [] });
    expect(fixed.map((each: { code: string }) => each.code)).toEqual(["unknown-tier"]);
  });
});

describe("lint --fix --dry-run", () => {
  it("shows the diff, writes nothing, and ends with 1 while there is something to fix", async () => {
    edit(tool, (text) => text.replace("tier: essential", "tier: esential"));
    const before = folder.snapshot();
    const { code, stdout, stderr } = await run({ fix: true, dryRun: true });
    expect(code).toBe(ExitCode.findings);
    expect(stdout).toContain(`--- a/${tool}\n+++ b/${tool}\n`);
    expect(stdout).toContain("-tier: esential\n+tier: essential\n");
    expect(stderr).toBe("1 fix in 1 file; nothing was written\n");
    expect(folder.snapshot()).toEqual(before);
  });

  it("says so when there is nothing to fix", async () => {
    expect(await run({ fix: true, dryRun: true })).toEqual({
      code: ExitCode.fine,
      stdout: "",
      stderr: "nothing to fix; nothing was written\n",
    });
  });

  it("is refused without --fix, and in a form that can't show a diff", async () => {
    await expect(run({ dryRun: true })).rejects.toThrow("--dry-run requires --fix");
    await expect(run({ fix: true, dryRun: true, format: "sarif" })).rejects.toThrow("--dry-run prints a diff or JSON");
  });
});

describe("writing what was fixed", () => {
  const files = () => [
    { path: tool, before: folder.read(tool), text: "new tool\n" },
    { path: "schema/params.yaml", before: folder.read("schema/params.yaml"), text: "new params\n" },
  ];

  it("writes all of it", async () => {
    await writeFixes(folder.path, files());
    expect([folder.read(tool), folder.read("schema/params.yaml")]).toEqual(["new tool\n", "new params\n"]);
  });

  it("writes nothing when one of the files was changed meanwhile", async () => {
    const planned = files();
    edit("schema/params.yaml", (text) => `${text}# saved by somebody else\n`);
    const before = folder.snapshot();
    await expect(writeFixes(folder.path, planned)).rejects.toThrow(
      "'schema/params.yaml' has changed since it was read",
    );
    expect(folder.snapshot()).toEqual(before);
  });

  it("writes nothing when a file is gone, or leads out of schema/ by now", async () => {
    const planned = files();
    folder.put("outside.yaml", folder.read(tool));
    const moved = planned.map((file) =>
      file.path === tool ? { ...file, path: "schema/tools/notes/gone.yaml" } : file,
    );
    await expect(writeFixes(folder.path, moved)).rejects.toThrow("can't be read: ENOENT");
    symlinkSync("../../../outside.yaml", join(folder.path, "schema/tools/notes/gone.yaml"));
    await expect(writeFixes(folder.path, moved)).rejects.toThrow("has changed since it was read");
    expect(folder.read("outside.yaml")).not.toBe("new tool\n");
  });
});

describe("the options", () => {
  const words = (...given: readonly string[]) => ["lint", "--catalog", folder.path, ...given];

  async function parse(given: readonly string[]) {
    const { terminal, stdout, stderr } = recordTerminal("/");
    let code: ExitCode | undefined;
    const program = createProgram(terminal, (found) => {
      code = found;
    });
    await program.parseAsync([...given], { from: "user" });
    return { code, stdout: stdout(), stderr: stderr() };
  }

  it("reach the command", async () => {
    edit(tool, (text) => text.replace("tier: essential", "tier: esential"));
    expect((await parse(words("--fix", "--dry-run"))).stderr).toBe("1 fix in 1 file; nothing was written\n");
    expect((await parse(words("--format", "github"))).stdout).toMatch(/^::error /);
    expect((await parse(words("--fix"))).stdout).toContain("1 file changed, no findings left");
    expect((await parse(words("--json"))).stdout).toBe("[]\n");
  });

  it("refuse a form that there is not", async () => {
    await expect(parse(words("--format", "xml"))).rejects.toThrow("Allowed choices are text, json, github, sarif");
  });
});

describe("generate --format", () => {
  it("prints the findings in that form on stdout, and what happened to files on stderr", async () => {
    edit(tool, (text) => text.replace("tier: essential", "tier: esential"));
    const { terminal, stdout, stderr } = recordTerminal(folder.path);
    expect(await generate(terminal, { check: true, format: "github" })).toBe(ExitCode.findings);
    expect(stdout()).toMatch(/^::error file=.*title=unknown-tier::.*\n$/);
    expect(stderr()).toBe("nothing was written\n");
  });

  it("prints a log of SARIF and nothing else on stdout", async () => {
    const { terminal, stdout, stderr } = recordTerminal(folder.path);
    await generate(terminal, { check: true, format: "sarif" });
    expect(sarifProblems(JSON.parse(stdout()))).toEqual([]);
    expect(stderr()).toContain("out of date; run `pegboard generate`");
  });
});

describe("lint --format", () => {
  beforeEach(() => edit(tool, (text) => text.replace("tier: essential", "tier: esential")));

  it("text: frames with their surroundings, the fix, and how to apply it", async () => {
    expect((await run({})).stdout).toBe(
      `${tool}:3:7 error unknown-tier: no tier named 'esential'\n` +
        "  2 | title: Create a note\n" +
        "  3 | tier: esential\n" +
        "    |       ^^^^^^^^ did you mean 'essential'?\n" +
        "  4 | since: 1.0.0\n" +
        "  fix: write 'essential'\n\n" +
        "1 error; pegboard explain unknown-tier explains it; pegboard lint --fix fixes it\n",
    );
  });

  it("json: the findings alone, and the same for --json", async () => {
    const { stdout, code } = await run({ format: "json" });
    expect(code).toBe(ExitCode.findings);
    expect(JSON.parse(stdout).map((found: { code: string }) => found.code)).toEqual(["unknown-tier"]);
    expect((await run({ json: true })).stdout).toBe(stdout);
  });

  it("github: one command a line, with the way from the repository", async () => {
    const command = (path: string) =>
      `::error file=${path},line=3,endLine=3,col=7,endColumn=14,title=unknown-tier::` +
      "no tier named 'esential'%0Adid you mean 'essential'?%0Afix: write 'essential'\n";
    expect((await run({ format: "github" })).stdout).toBe(command(tool));
    const name = folder.path.slice(folder.path.lastIndexOf("/") + 1);
    expect((await run({ format: "github", catalog: name }, join(folder.path, ".."))).stdout).toBe(
      command(`${name}/${tool}`),
    );
    // A project beside the repository has no way there.
    expect((await run({ format: "github", catalog: ".." }, join(folder.path, "schema"))).stdout).toBe(command(tool));
  });

  it("sarif: a sound log", async () => {
    const log = JSON.parse((await run({ format: "sarif" })).stdout);
    expect(sarifProblems(log)).toEqual([]);
    expect(log.runs[0].results.map((found: { ruleId: string }) => found.ruleId)).toEqual(["unknown-tier"]);
  });
});
