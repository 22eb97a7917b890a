import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./catalogs.mjs";
import { timeProcess } from "./processes.mjs";
import { printRow } from "./rows.mjs";

// From an empty folder to the answer of the first call, as docs/getting-started.md says it, with the package as it would be published and
// an empty cache of npm's. The network is part of it: one round, and not among the figures of the gate.

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

export async function benchAdopt() {
  const workshop = mkdtempSync(join(tmpdir(), "pegboard-adopt-"));
  try {
    await timeProcess(npm, ["pack", "--ignore-scripts", "--pack-destination", workshop], { cwd: root });
    const tarball = join(workshop, readdirSync(workshop).find((name) => name.endsWith(".tgz")) ?? "");
    await adopt(workshop, tarball);
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

async function adopt(folder, tarball) {
  const cwd = join(folder, "my-tools");
  mkdirSync(cwd, { recursive: true });
  const env = { ...process.env, npm_config_cache: join(folder, "cache"), npm_config_audit: "false" };
  const pegboard = [join(cwd, "node_modules", "pegboard", "dist", "cli", "main.js")];
  const steps = [
    [npm, ["install", tarball]],
    [process.execPath, [...pegboard, "init"]],
    [npm, ["install"]],
    [process.execPath, [...pegboard, "call", "note_create", "title=Milk"]],
  ];
  let total = 0;
  for (const [command, words] of steps) {
    const ms = await timeProcess(command, words, { cwd, env });
    total += ms;
    const said = words.map((word) => (word === tarball || word === pegboard[0] ? "pegboard" : word)).join(" ");
    printRow({ title: command === npm ? `npm ${said}` : said, times: [ms / 1000], unit: "s" });
  }
  printRow({ title: "empty folder to first answer", times: [total / 1000], unit: "s" });
}
