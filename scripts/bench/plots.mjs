import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { catalogOf, root, writeSources } from "./catalogs.mjs";
import { measureMemory } from "./memory.mjs";
import { plotOf } from "./plot.mjs";
import { timeProcess } from "./processes.mjs";
import { putAside } from "./put-aside.mjs";
import { median } from "./rows.mjs";

// `npm run bench -- plots`: cost against size, drawn for docs/benchmarks.md. `plots tools` and `plots memories` draw one of the two, `--count` bounds
// the size. A million memories take about twenty minutes.

const main = join(root, "dist", "cli", "main.js");
const plots = join(root, "docs", "plots");

/** @param drawn names of plots; none: all */
export async function benchPlots(drawn, { count = 1_000_000 }) {
  mkdirSync(plots, { recursive: true });
  const upTo = (sizes) => sizes.filter((size) => size <= count);
  const isDrawn = (name) => drawn.length === 0 || drawn.includes(name);
  if (isDrawn("tools")) {
    const lines = await linesOfTools(upTo([100, 300, 1_000, 3_000, 10_000]));
    draw("tools.svg", {
      title: "Cost of generate and lint against the number of tools",
      xTitle: "tools",
      yTitle: "milliseconds",
      lines,
    });
  }
  if (isDrawn("memories")) {
    const lines = await linesOfMemories(upTo([1_000, 10_000, 100_000, 1_000_000]));
    draw("memories.svg", {
      title: "Cost of storing and recalling against the number of memories",
      xTitle: "memories",
      yTitle: "milliseconds, median",
      lines,
    });
  }
}

function draw(file, plot) {
  writeFileSync(join(plots, file), plotOf(plot));
  for (const { title, points } of plot.lines) {
    console.log(
      `${title}: ${points.map(([size, ms]) => `${size.toLocaleString("en-US")} ${ms.toFixed(1)} ms`).join(", ")}`,
    );
  }
}

async function linesOfTools(sizes) {
  const lines = { "generate, cold": [], "generate, nothing to do": [], "generate, one edit": [], lint: [] };
  const folder = mkdtempSync(join(tmpdir(), "pegboard-plots-"));
  // One cache for all: compiled code is kept in it.
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, "cache") };
  try {
    for (const size of sizes) await measureTools(size, { project: join(folder, String(size)), env, lines });
  } finally {
    // Not before, see put-aside.mjs.
    rmSync(folder, { recursive: true, force: true });
  }
  return Object.entries(lines).map(([title, points]) => ({ title, points }));
}

async function measureTools(size, { project, env, lines }) {
  const sources = catalogOf(size);
  writeSources(project, sources);
  const pegboard = (...words) =>
    timeProcess(process.execPath, ["--max-old-space-size=8192", main, ...words], { cwd: project, env });
  const rounds = size > 1_000 ? 1 : 3;
  const measured = async (work) => {
    const times = [];
    for (let round = 0; round < rounds; round++) times.push(await work(round));
    return [size, median(times)];
  };
  const cold = (round) => {
    putAside(project, join(`${project}-before`, String(round)));
    return pegboard("generate");
  };
  const tool = join(project, sources.at(-1).path);
  const text = readFileSync(tool, "utf8");
  const edit = (round) => {
    writeFileSync(tool, text.replace(/^summary: .*/m, `summary: Say something in round ${round}.`));
    return pegboard("generate");
  };
  lines["generate, cold"].push(await measured(cold));
  lines["generate, nothing to do"].push(await measured(() => pegboard("generate")));
  lines["generate, one edit"].push(await measured(edit));
  lines.lint.push(await measured(() => pegboard("lint")));
}

async function linesOfMemories(sizes) {
  const lines = new Map();
  for (const count of sizes) {
    for (const { title, times } of await measureMemory({ count, rounds: 200, kinds: ["one", "twelve", "plain"] })) {
      lines.set(title, [...(lines.get(title) ?? []), [count, median(times)]]);
    }
  }
  return [...lines].map(([title, points]) => ({ title, points }));
}
