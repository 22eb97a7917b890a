import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Repository, temporaryProject, temporaryRepository } from "../process/git-repository.ts";
import { type Finished, runProgram } from "./run-program.ts";

// What `pegboard diff` can compare, and what it says when it can't: the whole command line, run in this process. A few of
// these are run as users run them in test/process/diff-inputs.test.ts.

const open: Repository[] = [];
afterEach(() => {
  for (const repository of open.splice(0)) repository.dispose();
});

function repository(folder?: string): Repository {
  const made = temporaryRepository(folder);
  open.push(made);
  return made;
}

const create = "schema/tools/note/note_create.yaml";

/** The narrowing that most tests look for. */
function narrow(made: Repository, folder = ""): void {
  made.edit(`${folder}${create}`, "max_length: 80", "max_length: 40");
}

const narrowed = /note_create\.yaml:\d+:\d+ \S+ param-narrowed: .*title/;

function refusal({ code, stdout, stderr }: Finished): { readonly code: number | null; readonly stderr: string } {
  expect(stdout).toBe("");
  return { code, stderr };
}

function run(made: Repository, ...words: readonly string[]): Promise<Finished> {
  return runProgram(words, { cwd: made.path });
}

/** What `--format line` prints of equal sides. */
const unchanged = { code: 0, stdout: "", stderr: "" };

describe("two folders", () => {
  it("are compared with the handlers of the newer one: a file that has moved does not stay behind", async () => {
    const made = temporaryProject("old");
    open.push(made);
    cpSync(join(made.path, "old"), join(made.path, "new"), { recursive: true });
    made.edit("new/schema/catalog.yaml", "{{tool note_list}}", "{{tool note_index}}");
    const tool = readFileSync(join(made.path, "old/schema/tools/note/note_list.yaml"), "utf8");
    made.remove("new/schema/tools/note/note_list.yaml");
    made.put("new/schema/tools/note/note_index.yaml", tool.replace("name: note_list", "name: note_index"));
    made.put("new/src/handlers/note/note_index.ts", "export const noteIndex = 1;\n");
    const moved = await run(made, "diff", "old", "new", "--format", "line");
    expect(moved.stdout).toContain("tool-renamed-without-alias");
    expect(moved.stdout).not.toContain("handler-orphaned");
    made.put("new/src/handlers/note/note_list.ts", "export const noteList = 1;\n");
    expect((await run(made, "diff", "old", "new", "--format", "line")).stdout).toContain("handler-orphaned");
  });
});

describe("a git ref as the base", () => {
  it("is compiled from its YAML: branch, tag, hash, HEAD~1, full name, and as the first word", async () => {
    const made = repository();
    const hash = made.git(["rev-parse", "HEAD"]);
    narrow(made);
    made.commit("Shorter titles");
    for (const ref of ["v1.0.0", hash, hash.slice(0, 8), "HEAD~1", "refs/tags/v1.0.0"]) {
      const { stdout, code } = await run(made, "diff", "--against", ref, "--format", "line", "--fail-on", "warn");
      expect({ ref, code }).toEqual({ ref, code: 1 });
      expect(stdout).toMatch(narrowed);
    }
    expect(await run(made, "diff", "main", "--format", "line")).toEqual(unchanged);
    // Two refs and no work tree: what is in schema/ now does not matter.
    made.put("schema/catalog.yaml", "broken: [");
    const { stdout } = await run(made, "diff", "v1.0.0", "main", "--format", "line");
    expect(stdout).toMatch(/^main:schema\/tools\/note\/note_create\.yaml:\d+:\d+ \S+ param-narrowed/m);
  });

  it("leaves the work tree, the index and the branches as they are", async () => {
    const made = repository();
    narrow(made);
    made.put("untracked.txt", "mine\n");
    const before = [made.git(["status", "--porcelain"]), made.git(["for-each-ref"]), made.git(["stash", "list"])];
    await run(made, "diff", "v1.0.0");
    expect([made.git(["status", "--porcelain"]), made.git(["for-each-ref"]), made.git(["stash", "list"])]).toEqual(
      before,
    );
  });

  it("is the merge base of a pull request, whatever happened on the branch meanwhile", async () => {
    const made = repository();
    made.git(["checkout", "--quiet", "-b", "topic"]);
    narrow(made);
    made.commit("Shorter titles");
    made.git(["checkout", "--quiet", "main"]);
    made.remove("schema/tools/note/note_list.yaml");
    made.edit("schema/catalog.yaml", ", read with {{tool note_list}}", "");
    made.commit("Only writing");
    made.git(["checkout", "--quiet", "topic"]);
    const { stdout, code } = await run(made, "diff", "merge-base:main", "--format", "line", "--fail-on", "warn");
    expect(code).toBe(1);
    expect(stdout).toMatch(narrowed);
    // Against the branch itself the tool that went there would look as if it were new here.
    expect(stdout).not.toContain("note_list");
    expect((await run(made, "diff", "main", "--format", "line")).stdout).toContain("tool-added");
  });

  it("names places of what is gone in that commit's YAML", async () => {
    const made = repository();
    made.remove("schema/tools/note/note_list.yaml");
    made.edit("schema/catalog.yaml", ", read with {{tool note_list}}", "");
    const { stdout } = await run(made, "diff", "v1.0.0", "--format", "line");
    expect(stdout).toMatch(/^v1\.0\.0:schema\/tools\/note\/note_list\.yaml:1:\d+ \S+ tool-removed/m);
  });

  it("finds a project in a folder of the repository, and another one by <ref>:<path>", async () => {
    const made = repository("packages/notes");
    narrow(made, "packages/notes/");
    const inside = join(made.path, "packages/notes");
    const own = await runProgram(["diff", "v1.0.0", "--format", "line"], { cwd: inside });
    expect(own.stdout).toMatch(narrowed);
    const named = await runProgram(["diff", "v1.0.0:packages/notes/", "--format", "line"], { cwd: inside });
    expect(named.stdout).toBe(own.stdout);
    const fromRoot = await run(made, "diff", "v1.0.0", "--catalog", "packages/notes", "--format", "line");
    expect(fromRoot.stdout).toBe(own.stdout);
    expect(await run(made, "diff", "v1.0.0:packages/notes", "main:packages/notes", "--format", "line")).toEqual(
      unchanged,
    );
  });

  it("names a saved list or a catalog.json that is in the commit", async () => {
    const made = repository();
    await run(made, "generate");
    made.put("tools.json", JSON.stringify({ tools: [] }));
    made.commit("Generated");
    narrow(made);
    const { stdout } = await run(made, "diff", "main:generated/.cache/catalog.json", "--format", "line");
    expect(stdout).toMatch(narrowed);
    expect(await run(made, "diff", "main:tools.json", "main:tools.json", "--format", "line")).toEqual(unchanged);
  });

  it("may stand in a repository of SHA-256 hashes, in a linked work tree and in a bare clone", async () => {
    const made = temporaryProject();
    open.push(made);
    made.git(["init", "--quiet", "--initial-branch=main", "--object-format=sha256"]);
    const hash = made.commit("The first release");
    expect(hash).toHaveLength(64);
    expect(await run(made, "diff", hash, "--format", "line")).toEqual(unchanged);
    made.git(["worktree", "add", "--quiet", "beside"]);
    made.git(["clone", "--quiet", "--bare", ".", "bare"]);
    for (const folder of ["beside", "bare"]) {
      const cwd = join(made.path, folder);
      expect(await runProgram(["diff", "main", hash, "--format", "line"], { cwd })).toEqual(unchanged);
    }
  });

  it("is not led astray by the variables that git sets in a hook", async () => {
    const made = repository();
    const env = { ...process.env, GIT_DIR: "/nowhere", GIT_INDEX_FILE: "/nowhere/index", GIT_WORK_TREE: "/nowhere" };
    expect(await runProgram(["diff", "v1.0.0", "--format", "line"], { cwd: made.path, env })).toEqual(unchanged);
  });

  it("may be a catalog that today's linter refuses, so that its correction can be compared", async () => {
    const made = repository();
    made.edit(create, "read_only: false, destructive: false", "read_only: true, destructive: true");
    expect((await run(made, "lint")).code).toBe(1);
    made.commit("A mistake");
    made.git(["checkout", "--quiet", "v1.0.0", "--", "schema"]);
    expect((await run(made, "diff", "main", "--fail-on", "never")).code).toBe(0);
  });

  it("is nothing to compare with where a branch brings the first catalog", async () => {
    const made = temporaryProject();
    open.push(made);
    made.git(["init", "--quiet", "--initial-branch=main"]);
    made.git(["commit", "--quiet", "--allow-empty", "--message=Nothing yet"]);
    const hash = made.git(["rev-parse", "--short=10", "HEAD"]);
    made.git(["checkout", "--quiet", "-b", "topic"]);
    made.commit("A catalog");
    expect(await run(made, "diff", "merge-base:main", "--format", "line")).toEqual({
      code: 0,
      stdout: "",
      stderr: `there is no catalog yet at ${hash}: nothing can break\n`,
    });
    // A ref that somebody names has to have one.
    expect(refusal(await run(made, "diff", "main"))).toEqual({
      code: 2,
      stderr:
        "error: there is no catalog at 'main': the commit has no schema/catalog.yaml\n       no other folder of it has one\n",
    });
  });
});

describe("a git ref that can't be compared", () => {
  let made: Repository;
  beforeAll(() => {
    made = temporaryRepository();
  });
  afterAll(() => made.dispose());

  it("an unknown name, with the near one", async () => {
    expect(refusal(await run(made, "diff", "--against", "mian"))).toEqual({
      code: 2,
      stderr: "error: 'mian' is neither a file or folder here nor a git ref; did you mean 'main'?\n",
    });
  });

  it("an option of git in its place", async () => {
    expect(refusal(await run(made, "diff", "--against=--upload-pack=x"))).toEqual({
      code: 2,
      stderr:
        "error: there is nothing to compare with: '--upload-pack=x' is not a git ref: a ref can't begin with '-'\n       if it is a file, write './--upload-pack=x'\n",
    });
  });

  it("a catalog that does not compile there, with its first finding", async () => {
    const broken = repository();
    broken.edit(create, "ref: Note", "ref: Noet");
    broken.commit("Broken");
    broken.git(["tag", "broken"]);
    expect(refusal(await run(broken, "diff", "v1.0.0", "broken"))).toEqual({
      code: 2,
      stderr:
        "error: the catalog of 'broken' does not compile: broken:schema/tools/note/note_create.yaml:12:16: no type named 'Noet'\n",
    });
  });

  it("a file there that is not text", async () => {
    const broken = repository();
    const blob = broken.git(["hash-object", "-w", "--stdin"], Buffer.from([0x61, 0xff, 0x0a]));
    broken.git(["update-index", "--add", "--cacheinfo", `100644,${blob},schema/types/odd.yaml`]);
    broken.git(["commit", "--quiet", "--message=Not a text"]);
    expect((await run(broken, "diff", "main")).stderr).toMatch(
      /^error: the catalog of 'main' does not compile: main:schema\/types\/odd\.yaml:1:2: the file is not UTF-8 text/,
    );
  });

  it("in a folder without a repository, by both readings of the name", async () => {
    const bare = temporaryProject();
    open.push(bare);
    expect(refusal(await run(bare, "diff", "main"))).toEqual({
      code: 2,
      stderr: "error: 'main' is neither a file or folder here nor a git ref; this folder is not in a git repository\n",
    });
  });

  it("in somebody else's repository, which git does not trust", async () => {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" };
    const { code, stderr } = await runProgram(["diff", "main"], { cwd: made.path, env });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: git can't read this repository: (?:detected dubious|unsafe) /);
    expect(stderr).toContain("git config --global --add safe.directory");
  });

  it("without git on the machine", async () => {
    const env = { PATH: join(made.path, "no-programs") };
    expect(refusal(await runProgram(["diff", "main"], { cwd: made.path, env }))).toEqual({
      code: 2,
      stderr:
        "error: git is not installed, or not on the PATH\n       without git, compare with a folder, a baseline or a catalog.json\n",
    });
  });

  it("in a shallow clone, with the way to deepen it", async () => {
    narrow(made);
    made.commit("Shorter titles");
    const clone = temporaryProject();
    open.push(clone);
    clone.git(["clone", "--quiet", "--depth=1", "--no-tags", `file://${made.path}`, "clone"]);
    const { code, stderr } = await runProgram(["diff", "v1.0.0"], { cwd: join(clone.path, "clone") });
    expect(code).toBe(2);
    expect(stderr).toContain("'v1.0.0' is neither a file or folder here nor a git ref\n");
    expect(stderr).toContain("this clone is shallow");
    expect(stderr).toContain("`fetch-depth: 0` at actions/checkout");
    const base = await runProgram(["diff", "merge-base:v1.0.0"], { cwd: join(clone.path, "clone") });
    expect(base.stderr).toContain("`fetch-depth: 0` at actions/checkout");
  });
});

describe("odd things in a commit's tree are refused, not followed", () => {
  it("a link in schema/, wherever it leads", async () => {
    const made = repository();
    symlinkSync("/etc/passwd", join(made.path, "schema/tools/note/secret.yaml"));
    const hash = made.commit("A link");
    made.remove("schema/tools/note/secret.yaml");
    expect(refusal(await run(made, "diff", "main"))).toEqual({
      code: 2,
      stderr: `error: 'schema/tools/note/secret.yaml' is a symbolic link at 'main'; in commits these are not followed\n       check the commit out beside this one (git worktree add ../old ${hash.slice(0, 10)}) and compare with that folder\n`,
    });
  });

  it("a link in place of schema/", async () => {
    const made = repository();
    made.git(["mv", "schema", "catalog"]);
    symlinkSync("catalog", join(made.path, "schema"));
    made.commit("A linked folder");
    expect((await run(made, "diff", "main")).stderr).toContain("'schema' is a symbolic link at 'main'");
  });

  it("a submodule", async () => {
    const made = repository();
    const hash = made.git(["rev-parse", "HEAD"]);
    made.git(["update-index", "--add", "--cacheinfo", `160000,${hash},schema/tools/shared`]);
    made.git(["commit", "--quiet", "--message=A submodule"]);
    expect((await run(made, "diff", "main")).stderr).toContain("'schema/tools/shared' is a submodule at 'main'");
  });

  it("more text than any catalog has", async () => {
    const made = repository();
    const blob = made.git(["hash-object", "-w", "--stdin"], Buffer.alloc(65 * 1024 * 1024, "# \n"));
    made.git(["update-index", "--add", "--cacheinfo", `100644,${blob},schema/types/huge.yaml`]);
    made.git(["commit", "--quiet", "--message=A huge file"]);
    expect(refusal(await run(made, "diff", "main"))).toEqual({
      code: 2,
      stderr: "error: the catalog at 'main' is larger than 64 MiB; its largest file is 'schema/types/huge.yaml'\n",
    });
  });

  it("but hidden files and other files are not part of it, links and all", async () => {
    const made = repository();
    mkdirSync(join(made.path, "schema/.cache"));
    symlinkSync("/etc/passwd", join(made.path, "schema/.cache/x.yaml"));
    made.put("schema/notes.txt", "anything\n");
    made.put("schema/tools/note/größe.md", "unused\n");
    made.commit("Other files");
    expect(await run(made, "diff", "main", "v1.0.0", "--format", "line")).toEqual(unchanged);
  });
});

describe("pegboard baseline --release in a repository", () => {
  it("records the first baseline where other files stand in its folder already", async () => {
    const made = repository();
    made.put("test/notes.test.ts", "export {};\n");
    made.put("test/baseline/README.md", "What was released\n");
    made.commit("Tests");
    expect(refusal(await run(made, "diff")).stderr).toMatch(/^error: there is no baseline: /);
    expect((await run(made, "baseline", "--release")).code).toBe(0);
  });

  it("reports a baseline that a branch deleted, also where the comparison with it is skipped", async () => {
    const made = repository();
    expect((await run(made, "baseline", "--release")).code).toBe(0);
    made.commit("Released");
    made.git(["checkout", "--quiet", "-b", "topic"]);
    made.remove("test/baseline/catalog.json");
    made.commit("Tidied up");
    const { code, stdout } = await run(made, "diff", "main", "--format", "line");
    expect({ code, stdout: stdout.replace(/\[[0-9a-f]{12}\]/, "[…]") }).toEqual({
      code: 1,
      stdout:
        "main:test/baseline/catalog.json ERR baseline-missing-or-edited: the baseline was deleted; it stood beside the catalog that is compared with […]\n",
    });
    expect((await run(made, "diff", "main", "main", "--format", "line")).code).toBe(0);
    expect((await run(made, "diff", "main~1", "--format", "line")).code).toBe(0);
  });

  it("records the first baseline, but none in place of one that was deleted", async () => {
    const made = repository();
    expect((await run(made, "baseline", "--release")).code).toBe(0);
    made.commit("Released");
    made.remove("test/baseline/catalog.json");
    expect(refusal(await run(made, "baseline", "--release"))).toEqual({
      code: 2,
      stderr:
        "error: 'test/baseline/catalog.json' was deleted; the last commit has it (baseline-missing-or-edited)\n       restore it: git checkout HEAD -- test/baseline/catalog.json\n",
    });
  });

  it("works without git", async () => {
    const made = repository();
    const env = { PATH: join(made.path, "no-programs") };
    expect((await runProgram(["baseline", "--release"], { cwd: made.path, env })).code).toBe(0);
  });
});
