// One command for everything that must hold before a change is done; continuous integration runs the same. Every step
// runs, so that one failure doesn't hide the next; any failure ends with 1. The tests check the dependency rules too.
//   node scripts/check.mjs [--without-tests]
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, "node_modules", name);
const pegboard = "dist/cli/main.js";

const steps = [
  ["build", ["scripts/build.mjs"]],
  ["format", [bin("@biomejs/biome/bin/biome"), "format", "."]],
  ["lint", [bin("@biomejs/biome/bin/biome"), "lint", "--error-on-warnings", "."]],
  [
    "types",
    [bin("typescript/bin/tsc"), "--noEmit", "--incremental", "--tsBuildInfoFile", bin(".cache/types.tsbuildinfo")],
  ],
  ["tests", [bin("vitest/vitest.mjs"), "run"]],
  ["catalog", [pegboard, "lint"]],
  ["generated", [pegboard, "generate", "--check"]],
  ["catalog diff", [pegboard, "diff"]],
  // Every list that a model may be shown, and what it costs.
  ["tokens", [pegboard, "tokens", "--by", "list", "--check"]],
];

const chosen = process.argv.includes("--without-tests") ? steps.filter(([title]) => title !== "tests") : steps;
const outcomes = [];
for (const [title, words] of chosen) {
  console.log(`\n── ${title}`);
  const started = performance.now();
  const code = await run(words);
  outcomes.push({ title, code, seconds: (performance.now() - started) / 1000 });
}

console.log("");
for (const { title, code, seconds } of outcomes) {
  const verdict = code === 0 ? "ok" : `failed (exit ${code})`;
  console.log(`${title.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s  ${verdict}`);
}
const failed = outcomes.filter(({ code }) => code !== 0);
console.log(failed.length === 0 ? "all checks hold" : `${failed.length} of ${outcomes.length} checks failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Runs one of our own tools with this Node; its output is ours. */
function run(words) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { cwd: root, stdio: "inherit" });
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? signal));
  });
}
