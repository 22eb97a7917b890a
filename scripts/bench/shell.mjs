import { accessSync, constants } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { root } from "./catalogs.mjs";
import { openProcess, timeProcess } from "./processes.mjs";
import { measureRounds, printRow } from "./rows.mjs";

// What a command line costs that somebody waits for: every row is a process of its own, cold. Beside it Node that does
// nothing, and `tool-cli` where it is on the PATH, asking the same bridge.

const main = join(root, "dist", "cli", "main.js");
const rounds = 10;
/** A tool of the workbench that only reads. */
const tool = "project_list";

export async function benchShell() {
  const home = await mkdtemp(join(tmpdir(), "pegboard-bench-"));
  // Without the configuration, database and bridge of the user.
  const own = { HOME: home, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "", XDG_DATA_HOME: "", XDG_CACHE_HOME: "" };
  const local = { ...process.env, ...own, PEGBOARD_USAGE: "off", PEGBOARD_AUDIT: "off", TOOL_CLI_PORT: "" };
  const row = async (title, command, words, env) =>
    printRow(await measureRounds(title, rounds, () => timeProcess(command, words, { cwd: home, env })));
  const node = (title, words, env = local) => row(title, process.execPath, words, env);
  try {
    // The first call makes the database; disks and caches are warm from here on.
    await timeProcess(process.execPath, [main, "call", tool], { cwd: home, env: local });
    await node("empty Node process", ["-e", "0"]);
    await node("pegboard --version", [main, "--version"]);
    await node("pegboard tools", [main, "tools"]);
    await node(`pegboard describe ${tool}`, [main, "describe", tool]);
    await node(`pegboard call ${tool}`, [main, "call", tool]);
    await node("TAB behind `pegboard call task_`", [main, "__complete", "--", "call", "task_"]);
    await withBridge(home, local, async (env, server) => {
      await node("over a bridge: pegboard <server>", [main, server], env);
      await node(`over a bridge: pegboard <server> ${tool} '{}'`, [main, server, tool, "{}"], env);
      const peer = onPath("tool-cli");
      if (peer === undefined) {
        console.log("tool-cli is not on the PATH: no figures of it (npm install --global @sammorrowdrums/tool-cli)");
        return;
      }
      await row("over a bridge: tool-cli <server>", peer, [server], env);
      await row(`over a bridge: tool-cli <server> ${tool} '{}'`, peer, [server, tool, "{}"], env);
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** @param work gets the environment in which the bridge is found, and the name of the local catalog */
async function withBridge(cwd, env, work) {
  const bridge = openProcess(process.execPath, [main, "bridge", "--json"], { cwd, env });
  try {
    let text = "";
    while (!text.endsWith("\n}")) text += `\n${await bridge.nextLine()}`;
    const { port, token } = JSON.parse(text);
    await work({ ...env, TOOL_CLI_PORT: String(port), TOOL_CLI_TOKEN: token }, "pegboard");
  } finally {
    await bridge.end();
  }
}

function onPath(program) {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
