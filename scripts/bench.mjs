// `npm run bench`: what the compiler and the server cost, on this machine, now: one table on stdout, each row on stderr as soon as it is
// there. Judges nothing, but for `gate`.
//   npm run bench                       everything but gate and plots
//   npm run bench -- compile            one topic, or several: library, start, serve, compile, diff, shell, gateway,
//                                       recall, memory, workbench, databases
//   npm run bench -- adopt              from an empty folder to the first call, with an empty cache of npm's; only when asked for
//   npm run bench -- gate               ratios that got worse than the recorded ones; --record records them
//   npm run bench -- plots              cost against size, drawn into docs/plots
//   npm run bench -- compile --only 100 catalogs of one size
//   npm run bench -- recall             how well recall finds; --set recall-held-out, --failures, --json
//                                       --hybrid: with recorded vectors; --embeddings URL --model NAME: with those of a provider
//   npm run bench -- memory             what storing and recalling cost among 100,000 memories; --count, --json
//   npm run bench -- databases          memory and progress of dump, import and clone; --count is the size in MiB
//   npm run bench -- workbench          what lists, next, recall and activity cost among 100,000 tasks and memories; --count
import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { benchAdopt } from "./bench/adopt.mjs";
import { benchCompile } from "./bench/compile.mjs";
import { benchDatabases } from "./bench/databases.mjs";
import { benchDiff } from "./bench/diff.mjs";
import { benchGate } from "./bench/gate.mjs";
import { benchGateway } from "./bench/gateway.mjs";
import { benchLibrary } from "./bench/library.mjs";
import { benchMemory } from "./bench/memory.mjs";
import { benchPlots } from "./bench/plots.mjs";
import { benchRecall } from "./bench/recall.mjs";
import { tableOf } from "./bench/rows.mjs";
import { benchServe } from "./bench/serve.mjs";
import { benchShell } from "./bench/shell.mjs";
import { benchStart } from "./bench/start.mjs";
import { benchWorkbench } from "./bench/workbench.mjs";

/** It downloads what npm needs, so it runs only when it is named. */
const asked = { adopt: benchAdopt };
const topics = {
  library: benchLibrary,
  start: benchStart,
  serve: benchServe,
  compile: benchCompile,
  diff: benchDiff,
  shell: benchShell,
  gateway: benchGateway,
  recall: benchRecall,
  memory: benchMemory,
  workbench: benchWorkbench,
  databases: benchDatabases,
};

const { values, positionals: words } = parseArgs({
  options: {
    only: { type: "string" },
    set: { type: "string" },
    count: { type: "string" },
    failures: { type: "boolean" },
    hybrid: { type: "boolean" },
    embeddings: { type: "string" },
    model: { type: "string" },
    json: { type: "boolean" },
    record: { type: "boolean" },
  },
  allowPositionals: true,
});
const numberOf = (text) => (text === undefined ? undefined : Number(text));
const options = { ...values, only: numberOf(values.only), count: numberOf(values.count) };
if (words.includes("gate")) {
  process.exitCode = (await benchGate(options)) ? 0 : 1;
} else if (words.includes("plots")) {
  await benchPlots(
    words.filter((word) => word !== "plots"),
    options,
  );
} else {
  const unknown = words.filter((word) => !Object.hasOwn({ ...topics, ...asked }, word));
  if (unknown.length > 0) {
    console.error(
      `unknown topic '${unknown[0]}'; the topics are ${Object.keys({ ...topics, ...asked }).join(", ")}, gate and plots`,
    );
    process.exit(2);
  }
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const processors = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`;
  const load = loadavg()[0].toFixed(1);
  for (const topic of words.length === 0 ? Object.keys(topics) : words) {
    if (!values.json) console.error(`\n${topic}`);
    await { ...topics, ...asked }[topic](options);
  }
  const machine = [
    `pegboard ${version}, Node ${process.versions.node}, ${process.platform}, ${processors}, load before ${load}`,
    // Every Node process, also an empty one, reads that file before it starts: ratios to one are lower with it.
    ...(process.env.NODE_EXTRA_CA_CERTS ? ["NODE_EXTRA_CA_CERTS set"] : []),
  ].join(", ");
  const table = tableOf(machine);
  if (!values.json && table !== undefined) console.log(`\n${table}`);
}
