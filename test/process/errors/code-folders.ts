import { chmodSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CodeFolder, codeFolder } from "../places/code-folder.ts";
import { gitFolder } from "../places/git-folder.ts";

const folders: CodeFolder[] = [];

function folder(config: string): CodeFolder {
  const made = codeFolder(config);
  folders.push(made);
  return made;
}

/** A repository with worktrees of `near`, in its folder of worktrees, and of `far`, elsewhere. */
function repository(config: string, near = "near"): CodeFolder {
  const made = gitFolder(config);
  folders.push(made);
  mkdirSync(join(made.path, "trees"));
  symlinkSync(tmpdir(), join(made.path, "trees/out"));
  made.git("worktree", "add", "-q", "-b", near, join(made.path, "trees", near));
  made.git("worktree", "add", "-q", "-b", "far", join(folder("").path, "far"));
  return made;
}

/** The folders of code that cases of errors name. */
export const codeFolders = {
  made() {
    const allowed = 'allowed: [app, "app_*"]';
    const code = folder(
      `database:\n  dsn: sqlite:var/db/app.db\n  ${allowed}\n  hooks: {pre_drop: ["echo needed; exit 1"]}\n`,
    );
    for (const database of ["app", "app_vetoed"]) code.sql(database, "CREATE TABLE a (b)");
    const bare = folder("");
    const broken = folder("database:\n  dsn: sqlite:a.db\n  alowed: []\n");
    const unreachable = folder(`database:\n  dsn: postgresql://127.0.0.1:1/app\n  ${allowed}\n`);
    const linked = folder(`database:\n  dsn: sqlite:db/app.db\n  ${allowed}\n`);
    linked.write("db/app.db", "");
    symlinkSync(tmpdir(), join(linked.path, "var"));
    const trees = "worktrees: {folder: trees, database_per_worktree: true}\n";
    const vetoing = 'hooks: {pre_remove: ["echo busy; exit 1"]}';
    const treeless = folder("worktrees: {folder: trees}\n");
    const plain = repository(`worktrees: {folder: trees, ${vetoing}}\n`);
    const unreachablePlaces = repository(`database:\n  dsn: postgresql://127.0.0.1:1/app\n  ${allowed}\n${trees}`);
    const forbiddenPlaces = repository(`database: {dsn: "sqlite:var/db/app.db"}\n${trees}`);
    forbiddenPlaces.sql("app_wt_near", "CREATE TABLE a (b)");
    const failingPlaces = repository(
      `database: {dsn: "sqlite:var/db/app.db", allowed: ["a*"]}\nworktrees: {folder: trees, database_per_worktree: true, database_prefix: a}\n`,
      "pp",
    );
    failingPlaces.sql("apq", "CREATE TABLE a (b)");
    const hooked = repository("worktrees: {folder: trees}\n");
    chmodSync(hooked.write(".git/hooks/post-checkout", "#!/bin/sh\nexit 1\n"), 0o755);
    const emptyPlaces = repository(`database:\n  dsn: sqlite:var/db/app.db\n  ${allowed}\n${trees}`);
    rmSync(join(emptyPlaces.path, "var/db/app.db"));
    const places = { unreachablePlaces, forbiddenPlaces, failingPlaces, emptyPlaces };
    const paths = { hooked, repository: plain, treeless, ...places, code, bare, broken, unreachable, linked };
    return {
      ...Object.fromEntries(Object.entries(paths).map(([name, { path }]) => [name, path])),
      linkedDumps: join(linked.path, "var/dumps"),
    };
  },
  remove() {
    for (const one of folders.splice(0)) one.remove();
  },
};
