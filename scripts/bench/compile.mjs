import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "../../dist/index.js";
import { catalogOf, openApiOf, root, writeSources } from "./catalogs.mjs";
import { openPeers } from "./peers.mjs";
import { openProcess, timeProcess } from "./processes.mjs";
import { putAside } from "./put-aside.mjs";
import { measureRounds, printRow } from "./rows.mjs";

// `npm run bench -- compile`: whole processes, as an author starts them, for catalogs of three sizes, beside two generators
// of the OpenAPI world on as many operations.

const main = join(root, "dist", "cli", "main.js");
const sizes = [
  { size: 100, rounds: 5, edits: 9 },
  { size: 1_000, rounds: 3, edits: 9 },
  { size: 10_000, rounds: 1, edits: 1 },
];

export async function benchCompile({ only }) {
  const peers = openPeers();
  const folders = [];
  try {
    for (const { size, rounds, edits } of sizes.filter((each) => only === undefined || each.size === only)) {
      const folder = mkdtempSync(join(tmpdir(), "pegboard-bench-"));
      folders.push(folder);
      console.log(`\n${size} tools`);
      await benchOurs(folder, { size, rounds, edits });
      await benchPeers(folder, size, rounds, peers);
    }
  } finally {
    // Not before, see put-aside.mjs.
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

async function benchOurs(folder, { size, rounds, edits }) {
  const project = join(folder, "project");
  writeSources(project, catalogOf(size));
  const pegboard = (...words) =>
    timeProcess(process.execPath, ["--max-old-space-size=8192", main, ...words], { cwd: project });
  const row = async (title, round) => printRow(await measureRounds(`pegboard ${title}`, rounds, round));
  let round = 0;
  await row("generate, nothing there yet", async () => {
    putAside(project, join(folder, `before-${round++}`));
    return pegboard("generate");
  });
  await row("generate, nothing to do", () => pegboard("generate"));
  await row("generate --check", () => pegboard("generate", "--check"));
  await row("lint", () => pegboard("lint"));
  await benchWatch(project, edits);
}

/**
 * From the save of one tool's file until its run is reported, after everything has been written. Between two edits there is a
 * pause, as between those of a person: edits that follow each other at once are waited for, so that a burst makes one run. Single ones
 * differ by half, so there are more of them than of whole runs.
 */
async function benchWatch(project, edits) {
  const tool = join(project, catalogOf(1).at(-1).path);
  const text = readFileSync(tool, "utf8");
  const words = ["--max-old-space-size=8192", main, "generate", "--watch", "--json"];
  const watch = openProcess(process.execPath, words, { cwd: project });
  try {
    await watch.nextLine();
    const edit = async (count) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const started = performance.now();
      writeFileSync(tool, text.replace(/^summary: .*/m, `summary: Say something in round ${count}.`));
      const { written } = JSON.parse(await watch.nextLine());
      if (!written) throw new Error("the edit was refused");
      return performance.now() - started;
    };
    // The first one warms up what a session keeps.
    printRow(await measureRounds("pegboard generate --watch, first edit to written", 1, () => edit("first")));
    printRow(await measureRounds("pegboard generate --watch, edit to written", edits, edit));
  } catch (error) {
    printRow({ title: "pegboard generate --watch, edit to written", times: [], note: error.message });
  } finally {
    await watch.end();
    writeFileSync(tool, text);
  }
}

async function benchPeers(folder, size, rounds, peers) {
  const { value } = compile(catalogOf(size));
  if (value === undefined) throw new Error("the catalog of the benchmark does not compile");
  const input = join(folder, "openapi.json");
  writeFileSync(input, JSON.stringify(openApiOf(value.catalog)));
  for (const { name, command } of peers) {
    const row = await measureRounds(name, rounds, () => {
      const out = join(folder, "out");
      rmSync(out, { recursive: true, force: true });
      mkdirSync(out, { recursive: true });
      const [program, words] = command(input, out);
      return timeProcess(process.execPath, ["--max-old-space-size=8192", program, ...words], { cwd: out });
    });
    printRow(row);
  }
}
