import { execFileSync } from "node:child_process";
import { type CodeFolder, codeFolder } from "./code-folder.ts";

/** A repository of git with one commit, its worktrees in `trees/` inside it, and a database `app` with two rows. */
export interface GitFolder extends CodeFolder {
  git(...words: readonly string[]): string;
}

export const placesConfig = (more = "", database = "") => `
database:
  dsn: sqlite:var/db/app.db
  allowed: [app, "app_*"]
${database}
worktrees:
  folder: trees
  database_per_worktree: true
  port: {variable: PORT, from: 18100, to: 18160}
  copy: {include: [".env*", "conf/**"], exclude: ["conf/secret*"]}
${more}
`;

export function gitFolder(config = placesConfig()): GitFolder {
  const code = codeFolder(config);
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-C", code.path, "-c", "user.name=Ann", "-c", "user.email=ann@example.org", ...words], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  git("init", "-q", "-b", "main");
  code.write(".gitignore", "/trees\n/var\n.env*\n/conf\n");
  code.write("a.txt", "a\n");
  git("add", ".");
  git("commit", "-q", "-m", "First");
  code.write(".env.local", "# mine\nAPP_SECRET=1\nDATABASE_URL=sqlite:var/db/app.db\n");
  code.write("conf/local.ini", "x\n");
  code.write("conf/secret.ini", "y\n");
  code.sql("app", "CREATE TABLE notes (note TEXT); INSERT INTO notes VALUES ('one'), ('two')");
  return { ...code, git };
}
