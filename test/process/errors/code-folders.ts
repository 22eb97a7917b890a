import { symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CodeFolder, codeFolder } from "../places/code-folder.ts";

const folders: CodeFolder[] = [];

function folder(config: string): CodeFolder {
  const made = codeFolder(config);
  folders.push(made);
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
    const paths = { code, bare, broken, unreachable, linked };
    return {
      ...Object.fromEntries(Object.entries(paths).map(([name, { path }]) => [name, path])),
      linkedDumps: join(linked.path, "var/dumps"),
    };
  },
  remove() {
    for (const one of folders.splice(0)) one.remove();
  },
};
