import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from "vitest";
import { objects, type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";
import { type GitFolder, gitFolder, placesConfig } from "./git-folder.ts";

// The configuration is committed, so a linked worktree has a copy of it: what the copy names is that of the main worktree.

let pm: ServedWorkbench;
const folders: GitFolder[] = [];
beforeAll(async () => {
  pm = await serveWorkbench({ profile: "pm" });
});
afterAll(() => pm.close());
afterEach(() => {
  for (const one of folders.splice(0)) one.remove();
});

/** A repository with the place `dd` and the worktree `ee`, both made from the main worktree. */
async function repository(config?: string) {
  const code = gitFolder(config);
  folders.push(code);
  const main = { project_root: code.path };
  await pm.value("workflow.create", { ...main, branch: "dd", new_branch: true });
  const { path } = await pm.value("worktree.create", { ...main, branch: "ee", new_branch: true });
  expect(path).toBe(join(code.path, "trees/ee"));
  return { code, main, ee: join(code.path, "trees/ee"), dd: join(code.path, "trees/dd") };
}

it("a server that runs in a linked worktree has the places and databases of the main one", async () => {
  const { code, main, ee } = await repository();
  const inside = await serveWorkbench({ profile: "pm", databasePath: pm.databasePath, cwd: ee });
  onTestFinished(() => inside.close());
  expect(await inside.value("worktree.list", {})).toEqual(await pm.value("worktree.list", main));
  expect(await inside.value("db.list", {})).toEqual(await pm.value("db.list", main));
  expect((await inside.value("project.info", {})).config_summary).toMatchObject({
    file: join(ee, "pegboard.project.yaml"),
    worktrees_folder: join(code.path, "trees"),
  });

  expect(await inside.value("worktree.create", { branch: "nested", new_branch: true })).toMatchObject({
    path: join(code.path, "trees/nested"),
  });
  expect(await inside.value("workflow.create", { branch: "ff", new_branch: true })).toMatchObject({
    ...{ worktree_path: join(code.path, "trees/ff"), database_name: "app_wt_ff", cloned_from: "app" },
  });
  expect(code.values("app_wt_ff", "SELECT note FROM notes")).toEqual(["one", "two"]);
  expect((await pm.error("workflow.create", { ...main, branch: "ff" })).data).toMatchObject({
    problem: expect.stringContaining("its place is there already"),
  });

  for (const branch of ["dd", "ff"]) {
    expect(await inside.value("workflow.remove", { branch, confirm: true })).toEqual({
      ...{ worktree_path: join(code.path, "trees", branch), database_name: `app_wt_${branch}` },
    });
  }
  await inside.value("worktree.remove", { branch: "nested", confirm: true });
  expect(objects((await pm.value("worktree.list", main)).worktrees).map(({ branch }) => branch)).toEqual([
    ...["main", "ee"],
  ]);
  expect(existsSync(join(ee, "trees"))).toBe(false);
  expect(existsSync(join(ee, "var"))).toBe(false);
});

it("a server can remove the worktree that it runs in", async () => {
  const { main, ee } = await repository();
  const inside = await serveWorkbench({ profile: "pm", databasePath: pm.databasePath, cwd: ee });
  onTestFinished(() => inside.close());
  expect(await inside.value("worktree.remove", { branch: "ee", confirm: true })).toEqual({ path: ee });
  expect(await inside.value("worktree.list", main)).toEqual(await pm.value("worktree.list", main));
});

it("a new branch begins at the commit of the worktree that is asked", async () => {
  const { code, ee } = await repository();
  code.git("-C", ee, "commit", "-q", "--allow-empty", "-m", "Second");
  const link = join(code.path, "var/link");
  symlinkSync(ee, link);
  for (const [branch, folder] of Object.entries({ two: ee, linked: link })) {
    await pm.value("workflow.create", { project_root: folder, branch, new_branch: true });
    expect(code.git("rev-parse", branch)).toBe(code.git("rev-parse", "ee"));
  }
  expect(code.git("rev-parse", "main")).not.toBe(code.git("rev-parse", "ee"));
});

it("a worktree's own variables choose the default of db_*, and those of the main one the source of places", async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the variables of a configuration are written so.
  const { code, dd } = await repository(placesConfig().replace("sqlite:var/db/app.db", "${DATABASE_URL}"));
  const at = { project_root: dd };
  const defaults = objects((await pm.value("db.list", at)).databases).map(({ name, is_default }) => [name, is_default]);
  expect(defaults).toEqual([
    ["app", false],
    ["app_wt_dd", true],
  ]);
  expect(await pm.value("workflow.create", { ...at, branch: "ff", new_branch: true })).toMatchObject({
    ...{ database_name: "app_wt_ff", cloned_from: "app" },
  });
  expect(readFileSync(join(code.path, "trees/ff/.env.local"), "utf8")).toContain(
    `DATABASE_URL=sqlite:///${code.path}/var/db/app_wt_ff.db\n`,
  );
});

it("dumps are shared, and files to import are those of the worktree", async () => {
  const { code, main, ee } = await repository();
  const at = { project_root: ee };
  const { path } = await pm.value("db.dump", at);
  expect(path).toContain(join(code.path, "var/dumps"));
  expect(await pm.value("db.dumps", main)).toEqual(await pm.value("db.dumps", at));
  await pm.value("db.create", { ...at, database: "app_new" });
  code.write("trees/ee/a.sql", "CREATE TABLE imported (a);");
  const imported = await pm.value("db.import", { ...at, database: "app_new", sql_path: "a.sql" });
  expect(imported.path).toBe(join(ee, "a.sql"));
  expect(code.values("app_new", "SELECT name FROM sqlite_master")).toEqual(["imported"]);
  const outside = await pm.error("db.import", { ...at, database: "app_new", sql_path: "../../a.txt" });
  expect(outside.code).toBe("PATH_TRAVERSAL");
  // A dump: by its name, by its path from the main worktree, by its whole path.
  const whole = String(path);
  for (const [project_root, sql_path] of [
    ...[basename(whole), relative(code.path, whole), whole].map((given) => [ee, given] as const),
    [code.path, basename(whole)] as const,
  ]) {
    const { path: found } = await pm.value("db.import", { project_root, database: "app_new", sql_path });
    expect(found).toBe(whole);
    await pm.value("db.drop", { ...at, database: "app_new", confirm: true });
    await pm.value("db.create", { ...at, database: "app_new" });
  }
  const absent = await pm.error("db.import", { ...at, database: "app_new", sql_path: "absent.sql" });
  expect(absent).toMatchObject({ code: "FILE_NOT_FOUND", data: { path: join(ee, "absent.sql") } });
  const folder = await pm.error("db.import", { ...at, database: "app_new", sql_path: "." });
  expect(folder).toMatchObject({ code: "FILE_NOT_FOUND", data: { path: ee } });
});

it("hooks of databases and those after a removal run in the main worktree", async () => {
  const hooks = placesConfig(
    '  hooks: {post_remove: ["pwd >> var/hooks"]}',
    '  hooks: {post_clone: ["pwd >> var/hooks"]}',
  );
  const { code, ee } = await repository(hooks);
  await pm.value("db.clone", { project_root: ee, source: "app", target: "app_copy" });
  await pm.value("worktree.remove", { project_root: ee, branch: "ee", confirm: true });
  // The first is of the place `dd`.
  expect(readFileSync(join(code.path, "var/hooks"), "utf8")).toBe(`${code.path}\n`.repeat(3));
});
