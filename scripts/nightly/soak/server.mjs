// A served workbench under watch: how much memory it takes and how many files it holds, as the kernel counts them.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** The only variable of this process that servers get beside PATH: "off" has the SDK answer everything. */
export const { PEGBOARD_FAST_PATH: fastPath = "on" } = process.env;

/** @param words further words of `serve` */
export function startServer(name, databasePath, words = []) {
  const main = join(root, "dist", "cli", "main.js");
  // A small heap: what is never collected shows after some ten thousand calls, and what is only collected late does not.
  const child = spawn(process.execPath, ["--max-old-space-size=128", main, "serve", "--profile", "full", ...words], {
    env: {
      PATH: process.env.PATH,
      HOME: dirname(databasePath),
      PEGBOARD_DB: databasePath,
      PEGBOARD_USAGE: join(dirname(databasePath), "usage"),
      PEGBOARD_FAST_PATH: fastPath,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const samples = [];
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    if (stderr.length < 100_000) stderr += text;
  });
  const server = {
    name,
    child,
    /** Kilobytes of memory that are the process's own, in order of time. */
    samples,
    stderr: () => stderr,
    exit: new Promise((resolve) => child.once("close", (code, signal) => resolve(signal ?? code))),
    sample() {
      const own = /^RssAnon:\s+(\d+) kB$/m.exec(read(child.pid, "status"))?.[1];
      if (own !== undefined) samples.push(Number(own));
    },
    /** Everything but sockets of clients, whose number is the clients' affair. */
    openFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,
  };
  return server;
}

/** @returns "" of a process that is gone */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** @returns the address that a server over HTTP says it serves at */
export async function addressOf(server) {
  for (let tries = 0; tries < 600; tries++) {
    const found = /serving at (\S+)/.exec(server.stderr())?.[1];
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${server.name} does not say where it listens: ${server.stderr()}`);
}
