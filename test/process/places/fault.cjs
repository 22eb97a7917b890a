// Loaded into a server under test before its own code: the operation of a number fails, or the process is killed once it is done. What
// counts is what changes something: files of the folder of code, git's changes, client programs of databases, hooks.
const childProcess = require("node:child_process");
const { appendFileSync } = require("node:fs");
const fs = require("node:fs/promises");
const { syncBuiltinESMExports } = require("node:module");

const { folder, at, how, log } = JSON.parse(process.env.PEGBOARD_TEST_FAULT);
let count = 0;

/** @returns what happens to this operation */
function next(what) {
  count += 1;
  appendFileSync(log, `${what}\n`);
  return count === at ? how : "nothing";
}

const die = () => process.kill(process.pid, "SIGKILL");
const looks =
  /^git .*(worktree list|show-ref|check-ref-format|rev-parse|rev-list|for-each-ref|status)|SELECT (datname|schema_name|relname|table_name|count|default_)|^(psql|mariadb) .*SELECT \(|--version/;

const { spawn } = childProcess;
childProcess.spawn = (command, args, options) => {
  const what = [command, ...args].join(" ");
  const fault = looks.test(what) ? "nothing" : next(what);
  if (fault === "fail") return spawn("sh", ["-c", "echo injected >&2; exit 1"], options);
  const child = spawn(command, args, options);
  if (fault === "kill") child.once("exit", die);
  if (fault === "kill midway") setTimeout(die, 60);
  return child;
};

for (const name of ["mkdir", "rename", "link", "copyFile", "rm"]) {
  const original = fs[name];
  fs[name] = async (path, ...rest) => {
    if (!String(path).startsWith(`${folder}/`)) return original(path, ...rest);
    const fault = next(`${name} ${path}`);
    // What undoes must not fail itself here.
    if (fault === "fail" && name !== "rm") throw Object.assign(new Error("injected"), { code: "EIO" });
    const result = await original(path, ...rest);
    if (fault.startsWith("kill")) die();
    return result;
  };
}
syncBuiltinESMExports();
