import { mkdtempSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile, diff } from "../../dist/index.js";
import { catalogOf, root, writeSources } from "./catalogs.mjs";
import { measureMemory } from "./memory.mjs";
import { timeProcess } from "./processes.mjs";
import { median, ratioOf } from "./rows.mjs";
import { measureServing } from "./serve.mjs";

// `npm run bench -- gate`: a few costs as ratios to something that we don't change, beside the highest ratios that were recorded. The
// ratio of a cost of few microseconds differs up to twofold between machines, so the bound is wide, and what is over it is measured again.

const recorded = join(root, "scripts", "bench", "recorded.json");
const main = join(root, "dist", "cli", "main.js");

/** So many times the recorded ratio is still no finding. */
const bound = 2.5;
const attempts = 3;

/** @returns whether nothing got worse. @throws Error when nothing is recorded */
export async function benchGate({ record = false }) {
  if (record) {
    const ratios = await allRatios();
    await writeFile(recorded, `${JSON.stringify(ratios, null, 2)}\n`);
    print(ratios, ratios);
    return true;
  }
  const before = JSON.parse(await readFile(recorded, "utf8"));
  let best = await allRatios();
  for (let attempt = 1; attempt < attempts && worse(best, before).length > 0; attempt++) {
    console.error(`again: ${worse(best, before).join(", ")}`);
    const again = await allRatios();
    best = Object.fromEntries(Object.entries(best).map(([title, ratio]) => [title, Math.min(ratio, again[title])]));
  }
  print(best, before);
  const found = worse(best, before);
  console.log(
    found.length === 0
      ? `\nnothing is worse than ${bound} times what is recorded`
      : `\nworse than ${bound} times what is recorded, in ${attempts} attempts: ${found.join(", ")}`,
  );
  return found.length === 0;
}

function worse(ratios, before) {
  return Object.keys(ratios).filter((title) => !(ratios[title] <= bound * before[title]));
}

function print(ratios, before) {
  console.log("| cost | ratio | recorded |\n|---|---:|---:|");
  for (const [title, ratio] of Object.entries(ratios)) {
    console.log(`| ${title} | ${ratio.toFixed(2)} × | ${before[title]?.toFixed(2) ?? "not"} × |`);
  }
}

async function allRatios() {
  return { ...(await servingRatios()), ...(await commandRatios()), ...(await libraryRatios()) };
}

async function servingRatios() {
  const counts = { rounds: 3, pipelined: 20_000, sequential: 200, overHttp: 1_000 };
  const measured = await measureServing({ ...counts, withSdk: false });
  const ratio = (figure) => ratioOf(measured[figure].pegboard, measured[figure].plain);
  return {
    "a server's start, to one written by hand": ratio("start"),
    "tools/list, to one written by hand": ratio("list"),
    "processor for a call with 1 param, to one written by hand": ratio("cpuOfEcho"),
    "processor for a call with 12 params, to one written by hand": ratio("cpuOfOrder"),
    "processor for a call over HTTP, to one written by hand": ratio("cpuOfHttpCall"),
    "memory at start, to one written by hand": ratio("memory"),
  };
}

/** Commands, to an empty Node process. */
async function commandRatios() {
  const folder = mkdtempSync(join(tmpdir(), "pegboard-gate-"));
  try {
    writeSources(folder, catalogOf(100));
    const env = { ...process.env, HOME: folder, XDG_CACHE_HOME: "", XDG_STATE_HOME: "", XDG_DATA_HOME: "" };
    const quiet = { ...env, PEGBOARD_USAGE: "off", PEGBOARD_AUDIT: "off" };
    const run = (words, cwd = folder) => timeProcess(process.execPath, words, { cwd, env: quiet });
    const commands = {
      "pegboard --version": () => run([main, "--version"]),
      "pegboard call project_list": () => run([main, "call", "project_list"], root),
      "pegboard generate of 100 tools, cold": () => {
        for (const made of ["generated", "src"]) rmSync(join(folder, made), { recursive: true, force: true });
        return run([main, "generate"]);
      },
      "pegboard generate of 100 tools, nothing to do": () => run([main, "generate"]),
    };
    const empty = [];
    const times = Object.fromEntries(Object.keys(commands).map((title) => [title, []]));
    for (let round = 0; round < 5; round++) {
      empty.push(await run(["-e", "0"]));
      for (const [title, command] of Object.entries(commands)) times[title].push(await command());
    }
    const ratio = (title) => ratioOf(times[title], empty);
    return Object.fromEntries(
      Object.keys(commands).map((title) => [`${title}, to an empty Node process`, ratio(title)]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Work inside a process, to writing and reading a list of objects as JSON. */
async function libraryRatios() {
  const sources = catalogOf(74);
  const edited = sources.map((source) => ({
    ...source,
    text: source.text.replaceAll("max_length: 5", "max_length: 6"),
  }));
  const [before, after] = [compile(sources), compile(edited)].map(({ value }) => value.catalog);
  const list = Array.from({ length: 20_000 }, (_, id) => ({
    id,
    name: `item ${id}`,
    tags: ["a", "b"],
    nested: { id },
  }));
  const json = (parsed) => JSON.parse(JSON.stringify(parsed));
  const [reference, compiling, comparing] = [[], [], []];
  for (let round = 0; round < 5; round++) {
    reference.push(timed(() => json(list)));
    compiling.push(timed(() => compile(sources)));
    comparing.push(timed(() => diff(before, after)));
  }
  const memory = await measureMemory({ count: 5_000, rounds: 100, kinds: ["plain"] });
  const spent = (title) => median(memory.find((row) => row.title === title).spent) / median(reference);
  return {
    "compiling 74 tools, to JSON": ratioOf(compiling, reference),
    "diff of 74 tools, to JSON": ratioOf(comparing, reference),
    "storing among 5,000 memories, to JSON": spent("store"),
    "recall among 5,000 memories, to JSON": spent("recall, plain question"),
  };
}

function timed(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
