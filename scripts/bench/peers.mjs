import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./catalogs.mjs";

// The programs that stand beside ours. They want another TypeScript than we have, so they live in a folder of their own,
// beside other things that can be made again.

const recipe = join(root, "scripts", "bench", "peers");
const home = join(root, "node_modules", ".cache", "pegboard-bench-peers");

/** @returns what starts each of the generators; empty when they can't be had */
export function openPeers() {
  if (!install("openapi-typescript and openapi-mcp-generator")) return [];
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

/** The diff of GraphQL schemas, as a library and as a program; undefined when it can't be had. */
export function openGraphQlInspector() {
  if (!install("@graphql-inspector/core")) return undefined;
  const require = createRequire(join(home, "package.json"));
  const { diff } = require("@graphql-inspector/core");
  const { buildSchema } = require("graphql");
  return {
    name: versioned("@graphql-inspector/core"),
    home,
    script: join(home, "graphql-diff.cjs"),
    diff,
    buildSchema,
  };
}

/** Installs them all where they are not there yet. @returns false, and says why, when they can't be had */
function install(names) {
  if (isInstalled()) return true;
  mkdirSync(home, { recursive: true });
  for (const file of files) cpSync(join(recipe, file), join(home, file));
  const words = ["ci", "--prefix", home, "--ignore-scripts", "--no-audit", "--no-fund"];
  const { status, stderr } = spawnSync("npm", words, { cwd: home, encoding: "utf8", timeout: 300_000 });
  if (status === 0) return true;
  const reported = stderr.split("\n").find((line) => /^npm error (?!code|A complete)/.test(line));
  console.log(`${names} can't be installed: ${reported ?? `npm ended with ${status}`}`);
  return false;
}

const files = ["package.json", "package-lock.json", "graphql-diff.cjs"];

function isInstalled() {
  const text = (folder, file) => readFileSync(join(folder, file), "utf8");
  return (
    existsSync(join(home, "node_modules", ".bin", "openapi-mcp-generator")) &&
    files.every((file) => existsSync(join(home, file)) && text(home, file) === text(recipe, file))
  );
}

function versioned(name) {
  return `${name} ${JSON.parse(readFileSync(join(home, "node_modules", name, "package.json"), "utf8")).version}`;
}
