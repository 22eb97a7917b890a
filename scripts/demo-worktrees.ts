import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadSqlite } from "../src/sqlite/load-sqlite.ts";
import { bold, DemoClient, dim, expect, heading, object, objects, say, text } from "./demo-client.ts";

// `npm run demo -- worktrees`: an agent gets a place of its own, with a branch, a folder, a database and a port, works in it, and it is taken away.

const sqlite = await loadSqlite();

const config = `database:
  dsn: sqlite:var/db/shop.db
  allowed: [shop, "shop_*"]
worktrees:
  folder: trees
  database_per_worktree: true
  port: {variable: PORT, from: 18200, to: 18299}
  copy: {include: [".env.local"]}
  hooks: {post_create: ["echo installed in $WORKTREE_NAME"]}
`;

/** @param folder where everything is made */
export async function demonstratePlaces(folder: string): Promise<void> {
  const code = join(folder, "shop");
  heading("A repository, a database, and what tools may do with them");
  makeRepository(code);
  for (const line of config.trimEnd().split("\n")) say(dim(`  ${line}`));
  const server = await DemoClient.start(join(folder, "workbench.db"), "places");
  try {
    const at = { project_root: code, branch: "feature/basket" };

    heading("One call makes a place");
    const made = await server.call("workflow_create", { ...at, new_branch: true }, (value) => [
      `${bold(text(value.worktree_branch))} in ${text(value.worktree_path)}`,
      `database ${text(value.database_name)}, cloned from ${text(value.cloned_from)}; port ${String(value.port)}`,
      ...objects(value.hooks).map(({ hook, output }) => dim(`${text(hook)}: ${text(output)}`)),
    ]);
    const path = text(made.worktree_path);
    for (const line of readFileSync(join(path, ".env.local"), "utf8").trimEnd().split("\n")) say(dim(`  ${line}`));

    heading("Work in it touches nothing else");
    const own = text(made.database_name);
    sql(code, own, "INSERT INTO orders VALUES ('from the place')");
    writeFileSync(join(path, "basket.txt"), "not committed\n");
    expect(count(code, own) === 3 && count(code, "shop") === 2, "the databases are not apart");
    await server.call("worktree_list", { project_root: code }, ({ worktrees }) =>
      objects(worktrees).map((one) => `${bold(text(one.branch))} ${dim(`${text(one.database)} ${text(one.path)}`)}`),
    );

    heading("Before it goes, the answer says what would be lost");
    const asked = await server.refused("workflow_remove", at);
    expect(text(asked.effect).includes("basket.txt") && text(asked.effect).includes("orders (3)"), "not all was named");
    const gone = await server.call("workflow_remove", { ...at, confirm: true }, ({ removed }) => [
      "removed",
      ...(Array.isArray(removed) ? removed.map((one) => text(one)) : []),
    ]);
    expect(text(gone.database_name) === own, "the database was not dropped");
    const left = await server.call("db_list", { project_root: code }, ({ databases }) =>
      objects(databases).map(({ name }) => text(name)),
    );
    expect(objects(left.databases).length === 1 && object(objects(left.databases)[0]).name === "shop", "not all went");
    expect(git(code, "branch", "--list", "feature/basket") !== "", "the branch went too");

    heading("What fails is undone whole");
    writeFileSync(join(code, "pegboard.project.yaml"), config.replace("echo installed in $WORKTREE_NAME", "exit 1"));
    const failed = await server.refused("workflow_create", { ...at, branch: "feature/search", new_branch: true });
    expect(failed.code === "WORKFLOW_FAILED", "a hook that failed was ignored");
    expect(git(code, "worktree", "list").split("\n").length === 1, "a worktree was left");
    expect(git(code, "branch", "--list", "feature/search") === "", "a branch was left");
  } finally {
    await server.close();
  }
}

function makeRepository(code: string): void {
  mkdirSync(join(code, "var/db"), { recursive: true });
  writeFileSync(join(code, ".gitignore"), "/trees\n/var\n.env.local\n");
  writeFileSync(join(code, ".env.local"), "APP_SECRET=kept\n");
  writeFileSync(join(code, "pegboard.project.yaml"), config);
  git(code, "init", "-q", "-b", "main");
  git(code, "add", ".");
  git(code, "commit", "-q", "-m", "First");
  sql(code, "shop", "CREATE TABLE orders (what TEXT); INSERT INTO orders VALUES ('one'), ('two')");
}

function git(code: string, ...words: readonly string[]): string {
  const author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"];
  return execFileSync("git", ["-C", code, ...author, ...words], { encoding: "utf8" }).trim();
}

function sql(code: string, database: string, statements: string): void {
  const opened = sqlite.open(join(code, "var/db", `${database}.db`), { create: true });
  opened.exec(statements);
  opened.close();
}

function count(code: string, database: string): unknown {
  const opened = sqlite.open(join(code, "var/db", `${database}.db`), { readonly: true });
  const found = opened.prepare("SELECT count(*) FROM orders").pluck().get();
  opened.close();
  return found;
}
