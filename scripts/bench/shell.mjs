import { accessSync, constants } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { root } from "./catalogs.mjs";
import { openProcess, timeProcess } from "./processes.mjs";
import { printRow, ratioOf } from "./rows.mjs";

// What a command line costs that somebody waits for: every row is a process of its own, cold. The processes take turns, and the
// ratio is to Node that does nothing in the same round. Beside them `tool-cli`, where it is on the PATH, asking the same bridge.

const main = join(root, "dist", "cli", "main.js");
const rounds = 15;
/** A tool of the workbench that only reads. */
const tool = "project_list";

export async function benchShell() {
  const home = await mkdtemp(join(tmpdir(), "pegboard-bench-"));
  // Without the configuration, database and bridge of the user.
  const own = { HOME: home, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "", XDG_DATA_HOME: "", XDG_CACHE_HOME: "" };
  const local = { ...process.env, ...own, PEGBOARD_USAGE: "off", PEGBOARD_AUDIT: "off", TOOL_CLI_PORT: "" };
  const node = (title, words, env = local) => ({ title, command: process.execPath, words, env });
  const time = ({ command, words, env }) => timeProcess(command, words, { cwd: home, env });
  try {
    // The first call makes the database; disks and caches are warm from here on.
    await time(node("", [main, "call", tool]));
    await withBridge(home, local, async (env, server) => {
      const peer = onPath("tool-cli");
      if (peer === undefined) {
        console.error("tool-cli is not on the PATH: no figures of it (npm install --global @sammorrowdrums/tool-cli)");
      }
      await takeTurns(time, [
        node("empty Node process", ["-e", "0"]),
        node("pegboard --version", [main, "--version"]),
        node("pegboard tools", [main, "tools"]),
        node(`pegboard describe ${tool}`, [main, "describe", tool]),
        node(`pegboard call ${tool}`, [main, "call", tool]),
        node("TAB behind `pegboard call task_`", [main, "__complete", "--", "call", "task_"]),
        node("over a bridge: pegboard <server>", [main, server], env),
        node(`over a bridge: pegboard <server> ${tool} '{}'`, [main, server, tool, "{}"], env),
        ...(peer === undefined
          ? []
          : [
              { title: "over a bridge: tool-cli <server>", command: peer, words: [server], env },
              {
                title: `over a bridge: tool-cli <server> ${tool} '{}'`,
                command: peer,
                words: [server, tool, "{}"],
                env,
              },
            ]),
      ]);
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** The first of the processes is what the others are compared with. */
async function takeTurns(time, processes) {
  const times = processes.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, process] of processes.entries()) times[at].push(await time(process));
  }
  for (const [at, { title }] of processes.entries()) {
    printRow({ title, times: times[at], ...(at === 0 ? {} : { ratio: ratioOf(times[at], times[0]) }) });
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
