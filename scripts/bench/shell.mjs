import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { installOutsidePrograms, outsideFile, outsideNode } from "../outside-programs.mjs";
import { root } from "./catalogs.mjs";
import { openProcess, timeProcess } from "./processes.mjs";
import { printRow, ratioOf } from "./rows.mjs";

// What a command line costs that somebody waits for: every row is a process of its own, cold. The processes take turns, and the
// ratio is to Node that does nothing in the same round. Beside them `tool-cli`, where it is on the PATH, asking the same bridge.
// Then calls of official servers beside mcporter, which stands in test/outside/programs: the ratio is to mcporter in the same round.

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
    await besideMcporter(home, local);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

const pairRounds = 7;
const official = (name) => join(root, "node_modules", "@modelcontextprotocol", `server-${name}`, "dist", "index.js");
/** Server → words of the server, the tool, its arguments. */
const calls = {
  everything: { words: [official("everything")], tool: "echo", given: ["message=hi"] },
  filesystem: { words: [official("filesystem"), root], tool: "list_allowed_directories", given: [] },
};

/**
 * One call of each server by both command lines, each in both of its ways: the server is started for the call, and the server is kept
 * by a process in the background (of mcporter: `lifecycle: keep-alive`). Processor time is that of the command and of what it has
 * started and waited for; that of processes in the background is not in it.
 */
async function besideMcporter(home, env) {
  try {
    await installOutsidePrograms();
  } catch (error) {
    console.error(`mcporter can't be had: ${error.message}`);
    return;
  }
  const peer = [outsideNode(), outsideFile("mcporter/dist/cli.js")];
  const entries = Object.entries(calls);
  const entry = ({ words }) => ({ command: process.execPath, args: words });
  const ours = join(home, "servers.json");
  const theirs = join(home, "mcporter.json");
  const kept = entries.map(([name, call]) => [`${name}-kept`, { ...entry(call), lifecycle: "keep-alive" }]);
  const started = entries.map(([name, call]) => [name, entry(call)]);
  await writeFile(ours, JSON.stringify({ mcpServers: Object.fromEntries(started) }));
  await writeFile(theirs, JSON.stringify({ mcpServers: Object.fromEntries([...started, ...kept]), imports: [] }));
  const mcporter = (...words) => ({ command: peer[0], words: [peer[1], "--config", theirs, ...words], env });
  const pegboard = (name, daemon) => ({
    command: process.execPath,
    words: [main, "call", "--config", ours, "--server", name, calls[name].tool, ...calls[name].given],
    env: { ...env, PEGBOARD_DAEMON: daemon },
  });
  try {
    for (const [name, { tool, given }] of entries) {
      const ways = {
        "mcporter, server started": mcporter("call", `${name}.${tool}`, ...given),
        "pegboard, server started": pegboard(name, "off"),
        "mcporter, server kept": mcporter("call", `${name}-kept.${tool}`, ...given),
        "pegboard, server kept": pegboard(name, "300"),
      };
      const times = Object.fromEntries(Object.keys(ways).map((way) => [way, { wall: [], processor: [] }]));
      // The first round starts what is kept, and is not counted.
      for (let round = 0; round <= pairRounds; round++) {
        for (const [way, command] of Object.entries(ways)) {
          const { wall, processor } = await timeBoth(command, home);
          if (round === 0) continue;
          times[way].wall.push(wall);
          times[way].processor.push(processor);
        }
      }
      const base = times["mcporter, server started"];
      for (const [way, { wall, processor }] of Object.entries(times)) {
        const ratios =
          way === "mcporter, server started" ? [] : [ratioOf(wall, base.wall), ratioOf(processor, base.processor)];
        const [ratio, ratioOfProcessor] = ratios;
        printRow({ title: `${name}.${tool}: ${way}`, times: wall, ratio });
        printRow({ title: `${name}.${tool}: ${way}, processor`, times: processor, ratio: ratioOfProcessor });
      }
    }
  } finally {
    const stop = [
      { command: process.execPath, words: [main, "servers", "stop"], env: { ...env, PEGBOARD_DAEMON: "300" } },
      mcporter("daemon", "stop"),
    ];
    for (const command of stop) await timeBoth(command, home).catch(() => undefined);
  }
}

/** @returns milliseconds, as bash measures them: Node does not know the processor time of a child. @throws Error when it fails */
async function timeBoth({ command, words, env }, cwd) {
  const script = 'LC_ALL=C; TIMEFORMAT="%3R %3U %3S"; time "$@" > /dev/null';
  const child = spawn("bash", ["-c", script, "bash", command, ...words], {
    cwd,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  const [code] = await once(child, "close");
  const figures = said.trim().split("\n").at(-1)?.split(" ").map(Number) ?? [];
  if (code !== 0 || figures.length !== 3) throw new Error(`${words.join(" ")} ended with ${code}: ${said.trim()}`);
  const [wall, user, system] = figures.map((seconds) => seconds * 1_000);
  return { wall, processor: user + system };
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
