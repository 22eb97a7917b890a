// The servers of other frameworks, pinned, in a folder of their own beside other things that can be made again.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const recipe = fileURLToPath(new URL("peers", import.meta.url));
const home = fileURLToPath(new URL("../../../node_modules/.cache/pegboard-abuse-peers", import.meta.url));

/** Which package is the framework, what serves it, and whether it serves the revision 2026-07-28. */
const peers = [
  { framework: "@modelcontextprotocol/server", file: "sdk2.mjs", isModern: true },
  { framework: "@modelcontextprotocol/sdk", file: "sdk1.mjs", isModern: false },
  { framework: "tmcp", file: "tmcp.mjs", isModern: true },
  { framework: "fastmcp", file: "fastmcp.mjs", isModern: false },
];

/** @returns of each what starts it. @throws when they can't be installed */
export function openPeers() {
  const wanted = readFileSync(join(recipe, "package.json"), "utf8");
  const marker = join(home, "package.json");
  const isInstalled = existsSync(join(home, "installed")) && readFileSync(marker, "utf8") === wanted;
  mkdirSync(home, { recursive: true });
  cpSync(recipe, home, { recursive: true });
  if (!isInstalled) {
    const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
    const { status, stderr } = spawnSync("npm", words, { cwd: home, encoding: "utf8", timeout: 300_000 });
    if (status !== 0) throw new Error(`the peers can't be installed: ${stderr.trim().split("\n")[0]}`);
    mkdirSync(join(home, "installed"), { recursive: true });
  }
  return peers.map(({ framework, file, isModern }) => {
    const { version } = JSON.parse(readFileSync(join(home, "node_modules", framework, "package.json"), "utf8"));
    const name = `${framework} ${version}`;
    const server = (words) => ({
      name,
      command: process.execPath,
      args: [join(home, file), ...words],
      env: {},
      isModern,
    });
    return { name, stdio: server([]), http: server(["http"]) };
  });
}
