import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { notices, objects, type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";
import { type GitFolder, gitFolder, placesConfig } from "./git-folder.ts";

// Worktrees and places by the names that mcp-project-manager had, through a real client, over real repositories and databases.

let pm: ServedWorkbench;
const folders: GitFolder[] = [];
beforeAll(async () => {
  pm = await serveWorkbench({ profile: "pm" });
});
afterAll(() => pm.close());
afterEach(() => {
  for (const one of folders.splice(0)) one.remove();
});

function repository(config?: string): GitFolder {
  const made = gitFolder(config);
  folders.push(made);
  return made;
}

/** All that a place leaves: worktrees, branches, folders, databases. */
function traces({ git, path }: GitFolder) {
  const names = (folder: string) => (existsSync(join(path, folder)) ? readdirSync(join(path, folder)).toSorted() : []);
  return {
    worktrees: git("worktree", "list", "--porcelain").match(/^worktree .*/gm)?.length,
    branches: git("branch", "--format=%(refname:short)").split("\n"),
    folders: names("trees"),
    databases: names("var/db"),
  };
}

const nothing = { worktrees: 1, branches: ["main"], folders: [], databases: ["app.db"] };

describe("a place", () => {
  it("is made with worktree, database, port and env file, listed, and taken away", async () => {
    const code = repository();
    const at = { project_root: code.path };
    const made = await pm.value("workflow.create", { ...at, branch: "feature/x-1", new_branch: true });
    const path = join(code.path, "trees/feature+x-1");
    expect(made).toEqual({
      worktree_path: path,
      worktree_branch: "feature/x-1",
      database_name: "app_wt_feature__x_d1",
      cloned_from: "app",
    });
    expect(code.values("app_wt_feature__x_d1", "SELECT note FROM notes")).toEqual(["one", "two"]);
    expect(readFileSync(join(path, ".env.local"), "utf8")).toMatch(
      new RegExp(
        `^# mine\nAPP_SECRET=1\nDATABASE_URL=sqlite:///${code.path}/var/db/app_wt_feature__x_d1.db\nPORT=18\\d+\n$`,
      ),
    );
    expect(readdirSync(join(path, "conf"))).toEqual(["local.ini"]);
    const { worktrees } = await pm.value("worktree.list", at);
    expect(worktrees).toEqual([
      { path: code.path, branch: "main", is_main: true, database: null, port: null },
      { path, branch: "feature/x-1", is_main: false, database: "app_wt_feature__x_d1", port: expect.any(Number) },
    ]);

    writeFileSync(join(path, "new.txt"), "");
    const refused = await pm.error("workflow.remove", { ...at, branch: "feature/x-1" });
    expect(refused).toMatchObject({
      code: "CONFIRMATION_REQUIRED",
      effect: expect.stringMatching(
        /^remove the worktree .*feature\+x-1 with 1 uncommitted changes \(new\.txt\); 1 commits .* and drop the database 'app_wt_feature__x_d1', \d+ bytes, with the rows of notes \(2\)$/,
      ),
    });
    const gone = await pm.value("workflow.remove", { ...at, branch: "feature/x-1", confirm: true });
    expect(gone).toEqual({ worktree_path: path, database_name: "app_wt_feature__x_d1" });
    expect(traces(code)).toEqual({ ...nothing, branches: ["feature/x-1", "main"] });
  });

  it("keeps its database where it is asked to", async () => {
    const code = repository();
    const at = { project_root: code.path, branch: "x" };
    await pm.value("workflow.create", { ...at, new_branch: true });
    expect(await pm.value("workflow.remove", { ...at, drop_db: false, confirm: true })).toEqual({
      worktree_path: join(code.path, "trees/x"),
    });
    expect(traces(code).databases).toEqual(["app.db", "app_wt_x.db"]);
    expect((await pm.error("workflow.create", at)).data).toMatchObject({
      problem: expect.stringMatching(/; where a removal kept it, drop it first$/),
    });
  });

  const failing: readonly (readonly [string, string, (code: GitFolder) => void, readonly string[]])[] = [
    [
      "worktree",
      placesConfig(),
      (code) => chmodSync(code.write(".git/hooks/post-checkout", "#!/bin/sh\nexit 1\n"), 0o755),
      [],
    ],
    [
      "database",
      placesConfig("", '  hooks: {post_clone: ["echo no; exit 1"]}'),
      () => undefined,
      ["database app_wt_x"],
    ],
    ["env", placesConfig("  env: {file: a.txt/.env}"), () => undefined, ["database app_wt_x"]],
    ["hooks", placesConfig('  hooks: {post_create: [["false"]]}'), () => undefined, ["database app_wt_x"]],
  ];
  it.each(failing)("is undone whole when the step %s fails", async (step, config, prepare, undone) => {
    const code = repository(config);
    prepare(code);
    const failed = await pm.error("workflow.create", { project_root: code.path, branch: "x", new_branch: true });
    expect(failed).toMatchObject({
      code: "WORKFLOW_FAILED",
      data: { branch: "x", step, undone: [...undone, `worktree ${join(code.path, "trees/x")}`, "branch x"] },
    });
    expect(traces(code)).toEqual(nothing);
    // The branch is free again.
    expect((await pm.value("worktree.list", { project_root: code.path })).worktrees).toHaveLength(1);
  });

  it("is not begun where its database is there, or may not be", async () => {
    const code = repository();
    code.sql("app_wt_x", "CREATE TABLE mine (a)");
    const at = { project_root: code.path, branch: "x", new_branch: true };
    expect((await pm.error("workflow.create", at)).data).toMatchObject({ step: "plan", undone: [] });
    expect(code.values("app_wt_x", "SELECT name FROM sqlite_master")).toEqual(["mine"]);
    code.write("pegboard.project.yaml", placesConfig("  database_prefix: other_"));
    expect((await pm.error("workflow.create", at)).code).toBe("DB_NOT_ALLOWED");
    expect(traces(code)).toEqual({ ...nothing, databases: ["app.db", "app_wt_x.db"] });
  });

  it("is not taken away where a hook refuses", async () => {
    const code = repository(placesConfig('  hooks: {pre_remove: ["echo busy; exit 2"]}'));
    const at = { project_root: code.path, branch: "x" };
    await pm.value("workflow.create", { ...at, new_branch: true });
    const before = traces(code);
    for (const tool of ["workflow.remove", "worktree.remove"]) {
      const refused = await pm.error(tool, { ...at, confirm: true });
      expect(refused).toMatchObject({ code: "HOOK_FAILED", data: { output: "busy" } });
    }
    expect(traces(code)).toEqual(before);
  });
});

describe("a place whose worktree is not as it was made", () => {
  const own = { path: "trees/x", database: "app_wt_x" };
  const made = async (config?: string) => {
    const code = repository(config);
    const at = { project_root: code.path, branch: "x" };
    await pm.value("workflow.create", { ...at, new_branch: true });
    return { code, at, path: join(code.path, own.path) };
  };

  it.each([
    [["checkout", "-q", "-b", "other"], "the branch 'other'"],
    [["checkout", "-q", "--detach"], "no branch"],
  ] as const)("stays, with all that is in it: git %j", async (words, what) => {
    const { code, at, path } = await made();
    code.git("-C", path, ...words);
    writeFileSync(join(path, "dirty"), "");
    const before = traces(code);
    const { worktrees } = await pm.value("worktree.list", { project_root: code.path });
    expect(objects(worktrees).find((one) => one.path === path)).toMatchObject({ database: own.database });
    for (const words of [at, { ...at, confirm: true }, { ...at, confirm: true, drop_db: false }]) {
      expect(await pm.error("workflow.remove", words)).toMatchObject({
        code: "INVALID_WORKTREE",
        data: { problem: `its worktree ${path} has ${what} checked out now; check out 'x' there again` },
      });
    }
    expect(traces(code)).toEqual(before);
    expect(existsSync(join(path, "dirty"))).toBe(true);
    code.git("-C", path, "checkout", "-q", "x");
    expect((await pm.error("workflow.remove", at)).effect).toContain("1 uncommitted changes (dirty)");
  });

  it("shows the rows of its database where the worktree is gone, and asks the hook", async () => {
    const { code, at, path } = await made(placesConfig("", '  hooks: {pre_drop: ["echo no; exit 1"]}'));
    await pm.value("worktree.remove", { ...at, confirm: true });
    expect((await pm.error("workflow.remove", at)).effect).toMatch(
      /^forget the place of 'x', whose worktree is gone; and drop the database 'app_wt_x', \d+ bytes, with the rows of notes \(2\)$/,
    );
    expect(await pm.error("workflow.remove", { ...at, confirm: true })).toMatchObject({
      code: "HOOK_FAILED",
      data: { output: "no" },
    });
    expect(traces(code).databases).toEqual(["app.db", "app_wt_x.db"]);
    code.write("pegboard.project.yaml", placesConfig());
    expect(await pm.value("workflow.remove", { ...at, confirm: true })).toEqual({
      worktree_path: path,
      database_name: own.database,
    });
    expect(traces(code)).toEqual({ ...nothing, branches: ["main", "x"] });
  });
});

it("a place whose worktree a hook has locked keeps its database", async () => {
  const code = repository(placesConfig("", '  hooks: {pre_drop: ["git worktree lock trees/x"]}'));
  const at = { project_root: code.path, branch: "x" };
  await pm.value("workflow.create", { ...at, new_branch: true });
  const before = traces(code);
  expect(await pm.error("workflow.remove", { ...at, confirm: true })).toMatchObject({
    code: "INVALID_WORKTREE",
    data: { problem: expect.stringContaining("locked") },
  });
  expect(traces(code)).toEqual(before);
  code.write("pegboard.project.yaml", placesConfig());
  code.git("worktree", "unlock", "trees/x");
  await pm.value("workflow.remove", { ...at, confirm: true });
  expect(traces(code)).toEqual({ ...nothing, branches: ["main", "x"] });
});

describe("a kill -9 in the middle", () => {
  // Each kills the server, which is its parent or, from a hook of git, the parent of that.
  const killing: readonly (readonly [string, string, boolean])[] = [
    ["database", placesConfig("", '  hooks: {post_clone: ["kill -9 $PPID; sleep 5"]}'), false],
    ["hooks", placesConfig('  hooks: {post_create: ["kill -9 $PPID; sleep 5"]}'), false],
    ["worktree", placesConfig(), true],
  ];
  it.each(killing)("in the step %s is found at the next start and undone on request", async (_step, config, isGit) => {
    const code = repository(config);
    if (isGit) {
      const hook = code.write(
        ".git/hooks/post-checkout",
        "#!/bin/sh\nkill -9 $(cut -d' ' -f4 /proc/$PPID/stat); sleep 1\n",
      );
      chmodSync(hook, 0o755);
    }
    const at = { project_root: code.path, branch: "x" };
    const killed = await serveWorkbench({ profile: "pm", databasePath: pm.databasePath });
    await expect(killed.value("workflow.create", { ...at, new_branch: true })).rejects.toThrow();
    await killed.close().catch(() => undefined);
    expect(traces(code).folders).toEqual(["x"]);

    const found = await pm.result("worktree.list", { project_root: code.path });
    expect(notices(found).map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^work on the place of 'x' was interrupted \(creating\)/),
    );
    expect((await pm.error("workflow.create", { ...at, new_branch: true })).code).toBe("INVALID_WORKTREE");
    await pm.value("workflow.remove", { ...at, confirm: true });
    expect(traces(code)).toEqual(nothing);
    expect(objects((await pm.value("worktree.list", { project_root: code.path })).worktrees)).toHaveLength(1);
  });
});

describe("names of branches", () => {
  it("that are alike have places of their own", async () => {
    const code = repository();
    const branches = ["a-b", "a/c", "a_b", "A-b", "release/1.2", "fix#1", "x@y", "ünï", "a+b"];
    const paths: unknown[] = [];
    const databases: string[] = [];
    for (const branch of branches) {
      const { worktree_path, database_name } = await pm.value("workflow.create", {
        project_root: code.path,
        branch,
        new_branch: true,
      });
      paths.push(worktree_path);
      databases.push(String(database_name).toLowerCase());
    }
    expect(new Set(paths).size).toBe(branches.length);
    expect(new Set(databases).size).toBe(branches.length);
  });

  const refused = [
    "--detach",
    "-f",
    "..",
    "a..b",
    "../x",
    "a b",
    "a~1",
    "x.lock",
    "/a",
    "a//b",
    "@{-1}",
    "HEAD",
    "a\0b",
    "a\u202eb",
    "a:b",
    "-",
  ];
  it.each(refused)("%j makes nothing", async (branch) => {
    const code = repository();
    const before = traces(code);
    for (const tool of ["worktree.create", "workflow.create"]) {
      const { code: error } = await pm.error(tool, { project_root: code.path, branch, new_branch: true });
      expect(error, tool).toBe("INVALID_NAME");
    }
    for (const tool of ["worktree.remove", "workflow.remove"]) {
      expect((await pm.error(tool, { project_root: code.path, branch, confirm: true })).code, tool).toBe(
        "INVALID_NAME",
      );
    }
    expect(traces(code)).toEqual(before);
  });

  it("do not lead out of the folder of worktrees", async () => {
    const code = repository();
    mkdirSync(join(code.path, "trees"));
    symlinkSync(tmpdir(), join(code.path, "trees/out"));
    const at = { project_root: code.path };
    const out = { ...at, branch: "out", new_branch: true };
    expect((await pm.error("worktree.create", out)).code).toBe("PATH_TRAVERSAL");
    const elsewhere = gitFolder();
    folders.push(elsewhere);
    code.git("worktree", "add", "-q", "-b", "far", join(elsewhere.path, "far"));
    expect((await pm.error("worktree.remove", { ...at, branch: "far", confirm: true })).code).toBe("PATH_TRAVERSAL");
    expect(existsSync(join(elsewhere.path, "far/a.txt"))).toBe(true);
    expect((await pm.error("worktree.remove", { ...at, branch: "main", confirm: true })).code).toBe("INVALID_WORKTREE");
  });
});

it.each([true, false])("a worktree whose files are not copied is undone whole (new branch: %s)", async (isNew) => {
  const code = repository();
  code.git("branch", "old");
  // On this branch `conf` is a file, so the files of the folder `conf` have no place.
  const blob = code.git("hash-object", "-w", "a.txt");
  code.git("update-index", "--add", "--cacheinfo", `100644,${blob},conf`);
  code.git("commit", "-q", "-m", "A file");
  code.git("branch", "filed");
  const before = traces(code);
  const given = { project_root: code.path, branch: isNew ? "x" : "filed", new_branch: isNew };
  expect(await pm.error("worktree.create", given)).toMatchObject({
    code: "WORKFLOW_FAILED",
    data: {
      step: "worktree",
      problem: expect.stringMatching(/a file was not copied: /),
      undone: [expect.stringMatching(/^worktree /), ...(isNew ? ["branch x"] : [])],
    },
  });
  expect(traces(code)).toEqual(before);
  const old = { project_root: code.path, branch: "old" };
  expect((await pm.value("worktree.create", old)).branch).toBe("old");
});

it("calls for one worktree at once make one, and those that fail leave it alone", async () => {
  const code = repository();
  const given = { project_root: code.path, branch: "x", new_branch: true };
  const answers = await Promise.all(
    ["worktree.create", "workflow.create", "worktree.create", "workflow.create"].map((tool) => pm.result(tool, given)),
  );
  expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
  expect(readFileSync(join(code.path, "trees/x/a.txt"), "utf8")).toBe("a\n");
  expect(code.git("-C", "trees/x", "branch", "--show-current")).toBe("x");
});

it("servers with stores of their own work on one place in turn, and say that another one does", async () => {
  const code = repository(placesConfig('  hooks: {post_create: ["until [ -e done ]; do sleep 0.05; done"]}'));
  const given = { project_root: code.path, branch: "x" };
  const others = await Promise.all([1, 2, 3, 4].map(() => serveWorkbench({ profile: "pm" })));
  try {
    const making = pm.result("worktree.create", { ...given, new_branch: true });
    const file = join(code.path, "trees/x/conf/local.ini");
    while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 10));
    const calls = ["worktree.remove", "workflow.remove", "worktree.create", "workflow.create"];
    const refused = await Promise.all(
      others.map((server, index) => server.error(calls[index] ?? "", { ...given, confirm: true })),
    );
    for (const error of refused) {
      expect(error).toMatchObject({ data: { problem: expect.stringMatching(/^another call works on its place \(/) } });
    }
    writeFileSync(join(code.path, "trees/x/done"), "");
    expect(await making).toMatchObject({ isError: false });
    expect(readFileSync(file, "utf8")).toBe("x\n");

    const removed = await Promise.all(
      others.map((server) => server.result("worktree.remove", { ...given, confirm: true })),
    );
    expect(removed.filter(({ isError }) => !isError)).toHaveLength(1);
    for (const { isError, structuredContent } of removed) {
      if (isError)
        expect(JSON.stringify(structuredContent)).toMatch(/another call works on its place|it has no worktree/);
    }
    expect(traces(code)).toEqual({ ...nothing, branches: ["main", "x"] });
  } finally {
    await Promise.all(others.map((server) => server.close()));
  }
}, 60_000);

it.each([
  ["a variable", "$DEPLOY_TOKEN"],
  ["the form of a token", `ghp_${"a1".repeat(15)}`],
  ["an address", "https://ann:pw-of-ann@example.org/x"],
  ["the password of a database", "pw-of-app"],
  ["a variable of an env file", "value-of-the-key-1"],
])("no hook's text shows a secret: %s", async (_what, printed) => {
  const config = `database: {dsn: "\${DATABASE_URL}", allowed: ["app*"]}\nworktrees: {folder: trees, hooks: {post_create: ["echo after ${printed}"], pre_remove: ["echo before ${printed}; exit 1"]}}\n`;
  const code = repository(config);
  code.write(".env.local", "DATABASE_URL=postgresql://app:pw-of-app@db/app\nSERVICE_KEY=value-of-the-key-1\n");
  const server = await serveWorkbench({ profile: "places", env: { DEPLOY_TOKEN: "value-of-a-token" } });
  try {
    const shown = async (tool: string, given: JsonObject) => {
      const answer = JSON.stringify(await server.result(tool, { project_root: code.path, ...given }));
      for (const secret of ["value-of", "ghp_", "pw-of"]) expect(answer).not.toContain(secret);
      return answer;
    };
    expect(await shown("worktree_create", { branch: "x", new_branch: true })).toContain("after ");
    expect(await shown("worktree_remove", { branch: "x", confirm: true })).toContain("the hook printed: before ");
    const hook = code.write(".git/hooks/post-checkout", `#!/bin/sh\necho "no login with ${printed}" >&2\nexit 1\n`);
    chmodSync(hook, 0o755);
    expect(await shown("worktree_create", { branch: "y", new_branch: true })).toContain("no login with ");
  } finally {
    await server.close();
  }
});

it("a worktree alone is made, and removed with its branch kept", async () => {
  const code = repository();
  const at = { project_root: code.path, branch: "x" };
  expect((await pm.error("worktree.create", at)).code).toBe("INVALID_WORKTREE");
  const path = join(code.path, "trees/x");
  expect(await pm.value("worktree.create", { ...at, new_branch: true })).toEqual({ path, branch: "x" });
  expect((await pm.error("worktree.create", at)).code).toBe("INVALID_WORKTREE");
  expect(await pm.error("worktree.remove", at)).toMatchObject({ code: "CONFIRMATION_REQUIRED" });
  expect(await pm.value("worktree.remove", { ...at, confirm: true })).toEqual({ path });
  expect(await pm.value("worktree.create", at)).toEqual({ path, branch: "x" });
});

it("a worktree whose folder somebody has removed is shown as gone, and removed without its hook", async () => {
  const code = repository(placesConfig('  hooks: {pre_remove: ["echo kept; exit 1"]}'));
  const at = { project_root: code.path, branch: "x" };
  const made = await pm.value("workflow.create", { ...at, new_branch: true });
  rmSync(join(code.path, "trees/x"), { recursive: true });
  expect((await pm.error("worktree.remove", at)).effect).toMatch(
    /forget the worktree .*trees\/x, whose folder is gone/,
  );
  expect((await pm.error("workflow.remove", at)).effect).toMatch(
    /forget the worktree .*; and drop the database 'app_wt_x'/,
  );
  expect(await pm.value("workflow.remove", { ...at, confirm: true })).toMatchObject({
    worktree_path: made.worktree_path,
  });
  expect(traces(code)).toEqual({ ...nothing, branches: ["main", "x"] });
});

it("where git's folder can't be written, nothing is made and the error names the file", async () => {
  const code = repository();
  code.write(".git/pegboard", "");
  const refused = await pm.error("worktree.create", { project_root: code.path, branch: "x", new_branch: true });
  expect(refused).toMatchObject({
    code: "INVALID_WORKTREE",
    data: { problem: expect.stringMatching(/\/pegboard\/x\.lock can't be made: E/) },
  });
  expect(traces(code)).toEqual(nothing);
});

it("a lock that a crash has left is named in what git says", async () => {
  const code = repository();
  const lock = code.write(".git/refs/heads/x.lock", "");
  const refused = await pm.error("worktree.create", { project_root: code.path, branch: "x", new_branch: true });
  expect(refused).toMatchObject({ data: { problem: expect.stringContaining(lock) } });
});

it("an empty lock of a place, which a kill or a full disk has left, does not count", async () => {
  const code = repository();
  const lock = code.write(".git/pegboard/x.lock", "");
  const given = { project_root: code.path, branch: "x", new_branch: true };
  // Another call may be about to write its name.
  expect((await pm.error("worktree.create", given)).code).toBe("INVALID_WORKTREE");
  utimesSync(lock, new Date(0), new Date(0));
  await pm.value("worktree.create", given);
  expect(existsSync(lock)).toBe(false);
});

describe("git, while another agent's git changes its worktrees,", () => {
  /** A server whose git does this at the first command with these words. */
  async function meeting(code: GitFolder, words: string, script: string): Promise<ServedWorkbench> {
    const bin = mkdtempSync(join(tmpdir(), "pegboard-git-"));
    onTestFinished(() => rmSync(bin, { recursive: true }));
    const once = `if mkdir '${bin}/met' 2>/dev/null; then ${script}; fi`;
    writeFileSync(
      join(bin, "git"),
      `#!/bin/sh\nPATH='${process.env.PATH ?? ""}'\ncd '${code.path}'\ncase "$*" in *'${words}'*) ${once};; esac\nexec git "$@"\n`,
      { mode: 0o755 },
    );
    const server = await serveWorkbench({
      profile: "pm",
      databasePath: pm.databasePath,
      env: { PATH: `${bin}:${process.env.PATH ?? ""}` },
    });
    onTestFinished(async () => {
      await server.close();
      expect(existsSync(join(bin, "met"))).toBe(true);
    });
    return server;
  }

  it.each([
    ["its own lock", "printf initializing > .git/worktrees/x/locked"],
    [
      "its own lock, and no file that makes the folder a worktree",
      "printf initializing > .git/worktrees/x/locked; rm trees/x/.git",
    ],
  ])("and is killed with its server, leaves %s: the place can be removed", async (_, left) => {
    const code = repository();
    const server = await meeting(code, "worktree add", `git "$@"; ${left}; kill -9 $PPID; exit 1`);
    const given = { project_root: code.path, branch: "x" };
    await expect(server.result("workflow.create", { ...given, new_branch: true })).rejects.toThrow();
    const listed = notices(await pm.result("worktree.list", { project_root: code.path }));
    expect(listed.filter(({ text }) => String(text).includes("was interrupted"))).toHaveLength(1);
    await pm.value("workflow.remove", { ...given, confirm: true });
    expect(traces(code)).toEqual(nothing);
    await pm.value("workflow.create", { ...given, new_branch: true });
  });

  it("and is killed while it removes one, leaves a half of it, which can be removed", async () => {
    const code = repository();
    const given = { project_root: code.path, branch: "x" };
    for (const tool of ["worktree", "workflow"]) {
      await pm.value(`${tool}.create`, { ...given, new_branch: tool === "worktree" });
      rmSync(join(code.path, "trees/x/.git"));
      expect((await pm.error(`${tool}.remove`, given)).effect).toContain("what an interrupted removal has left");
      await pm.value(`${tool}.remove`, { ...given, confirm: true });
      expect(traces(code)).toEqual({ ...nothing, branches: ["main", "x"] });
    }
  });

  it("is asked again, and makes the new branch once", async () => {
    const code = repository();
    code.git("worktree", "add", "-q", "-b", "other", "trees/other");
    // How git leaves the file for a moment while it makes a worktree.
    const half = ".git/worktrees/other/commondir";
    const server = await meeting(
      code,
      "worktree add",
      `: > ${half}; git "$@"; code=$?; echo ../.. > ${half}; exit $code`,
    );
    const given = { project_root: code.path, branch: "x", new_branch: true };
    expect(await server.value("worktree.create", given)).toMatchObject({ branch: "x" });
    expect(traces(code)).toMatchObject({ worktrees: 3, branches: ["main", "other", "x"], folders: ["other", "x"] });
  });

  // Each was seen while two loops made and removed worktrees of one repository.
  it.each([
    "Invalid path '/a b/.git/worktrees/y': No such file or directory",
    "Invalid path '/a/.git/worktrees': No such file or directory",
    "could not create directory of '.git/worktrees/y': No such file or directory",
    "could not open '.git/worktrees/y/locked' for writing: No such file or directory",
    "failed to read worktrees/y/commondir: Success",
  ])("is asked again where what it read has gone: %s", async (said) => {
    const code = repository();
    const at = { project_root: code.path, branch: "x" };
    await pm.value("worktree.create", { ...at, new_branch: true });
    const server = await meeting(code, "worktree remove", `echo "fatal: ${said}" >&2; exit 128`);
    expect(await server.value("worktree.remove", { ...at, confirm: true })).toMatchObject({
      path: join(code.path, "trees/x"),
    });
    expect(traces(code)).toEqual({ ...nothing, branches: ["main", "x"] });
  });

  it("leaves a branch alone that somebody else has made meanwhile", async () => {
    const code = repository();
    const server = await meeting(code, "branch --no-track", "git branch x");
    const failed = await server.error("worktree.create", { project_root: code.path, branch: "x", new_branch: true });
    expect(failed).toMatchObject({
      code: "WORKFLOW_FAILED",
      data: { step: "worktree", undone: [`worktree ${join(code.path, "trees/x")}`] },
    });
    expect(traces(code)).toEqual({ ...nothing, branches: ["main", "x"] });
  });

  it.each(["x/y", "x"])(
    "that is killed before the branch, or with it, leaves '%s' of somebody else alone",
    async (theirs) => {
      const code = repository();
      const made = theirs === "x" ? "git worktree add -q -b x trees/other" : `git branch ${theirs}`;
      const server = await meeting(code, "branch --no-track", `${made}; kill -9 $PPID; exit 1`);
      const at = { project_root: code.path, branch: "x" };
      await expect(server.result("worktree.create", { ...at, new_branch: true })).rejects.toThrow();
      expect(await pm.value("workflow.remove", { ...at, confirm: true })).toBeDefined();
      expect(traces(code)).toMatchObject({ branches: ["main", theirs], folders: theirs === "x" ? ["other"] : [] });
    },
  );

  it("fails at once with anything else that it says", async () => {
    const code = repository();
    const at = { project_root: code.path, branch: "x" };
    await pm.value("worktree.create", { ...at, new_branch: true });
    const server = await meeting(code, "worktree remove", 'echo "fatal: no room" >&2; exit 128');
    expect(await server.error("worktree.remove", { ...at, confirm: true })).toMatchObject({
      code: "INVALID_WORKTREE",
      data: { problem: "git worktree failed: fatal: no room" },
    });
    expect(traces(code).folders).toEqual(["x"]);
  });
});

it("eight agents make, use and remove their places at once, without touching each other's", async () => {
  const code = repository();
  const agents = Array.from({ length: 8 }, (_, index) => `agent/${index}`);
  const servers = await Promise.all(agents.map(() => serveWorkbench({ profile: "pm", databasePath: pm.databasePath })));
  try {
    const at = (branch: string): JsonObject => ({ project_root: code.path, branch });
    const made = await Promise.all(
      servers.map((server, index) => server.value("workflow.create", { ...at(agents[index] ?? ""), new_branch: true })),
    );
    const ports = made.map(
      ({ worktree_path }) => /PORT=(\d+)/.exec(readFileSync(join(String(worktree_path), ".env.local"), "utf8"))?.[1],
    );
    expect(new Set(ports).size).toBe(8);
    for (const [index, { database_name }] of made.entries()) {
      code.sql(String(database_name), `INSERT INTO notes VALUES ('of ${index}')`);
    }
    for (const [index, { database_name }] of made.entries()) {
      expect(code.values(String(database_name), "SELECT note FROM notes")).toEqual(["one", "two", `of ${index}`]);
    }
    await Promise.all(
      servers.map((server, index) => server.value("workflow.remove", { ...at(agents[index] ?? ""), confirm: true })),
    );
    expect(traces(code)).toEqual({ ...nothing, branches: [...agents, "main"] });
    expect(code.values("app", "SELECT note FROM notes")).toEqual(["one", "two"]);
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}, 60_000);
