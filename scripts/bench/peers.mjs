import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./catalogs.mjs";

// The generators that stand beside ours. They want another TypeScript than we have, so they live in a folder of their own,
// beside other things that can be made again.

const recipe = join(root, "scripts", "bench", "peers");
const home = join(root, "node_modules", ".cache", "pegboard-bench-peers");

/** Installs them where they are not there yet. @returns what starts each of them; empty when they can't be had */
export function openPeers() {
  if (!isInstalled()) {
    mkdirSync(home, { recursive: true });
    for (const file of ["package.json", "package-lock.json"]) cpSync(join(recipe, file), join(home, file));
    const words = ["ci", "--prefix", home, "--ignore-scripts", "--no-audit", "--no-fund"];
    const { status, stderr } = spawnSync("npm", words, { cwd: home, encoding: "utf8", timeout: 300_000 });
    if (status !== 0) {
      console.log(
        `openapi-typescript and openapi-mcp-generator can't be installed: ${stderr.split("\n").find((line) => /^npm error (?!code|A complete)/.test(line)) ?? `npm ended with ${status}`}`,
      );
      return [];
    }
  }
  return [
    {
      name: versioned("openapi-typescript"),
      command: (input, folder) => [
        join(home, "node_modules/.bin/openapi-typescript"),
        [input, "-o", join(folder, "api.ts")],
      ],
    },
    {
      name: versioned("openapi-mcp-generator"),
      command: (input, folder) => [
        join(home, "node_modules/.bin/openapi-mcp-generator"),
        ["--input", input, "--output", join(folder, "server"), "--force"],
      ],
    },
  ];
}

function isInstalled() {
  const lock = join(home, "package-lock.json");
  return (
    existsSync(join(home, "node_modules", ".bin", "openapi-mcp-generator")) &&
    existsSync(lock) &&
    readFileSync(lock, "utf8") === readFileSync(join(recipe, "package-lock.json"), "utf8")
  );
}

function versioned(name) {
  return `${name} ${JSON.parse(readFileSync(join(home, "node_modules", name, "package.json"), "utf8")).version}`;
}
