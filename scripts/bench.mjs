// `npm run bench`: what the compiler and the server cost, on this machine, now. Prints medians; judges nothing.
//   npm run bench                       everything
//   npm run bench -- compile            one topic, or several: library, start, compile, diff, shell, recall, memory
//   npm run bench -- compile --only 100 catalogs of one size
//   npm run bench -- recall             how well recall finds; --set recall-held-out, --failures, --json
//   npm run bench -- memory             what storing and recalling cost among 100,000 memories; --count, --json
import { parseArgs } from "node:util";
import { benchCompile } from "./bench/compile.mjs";
import { benchDiff } from "./bench/diff.mjs";
import { benchLibrary } from "./bench/library.mjs";
import { benchMemory } from "./bench/memory.mjs";
import { benchRecall } from "./bench/recall.mjs";
import { benchShell } from "./bench/shell.mjs";
import { benchStart } from "./bench/start.mjs";

const topics = {
  library: benchLibrary,
  start: benchStart,
  compile: benchCompile,
  diff: benchDiff,
  shell: benchShell,
  recall: benchRecall,
  memory: benchMemory,
};

const { values, positionals: words } = parseArgs({
  options: {
    only: { type: "string" },
    set: { type: "string" },
    count: { type: "string" },
    failures: { type: "boolean" },
    json: { type: "boolean" },
  },
  allowPositionals: true,
});
const numberOf = (text) => (text === undefined ? undefined : Number(text));
const options = { ...values, only: numberOf(values.only), count: numberOf(values.count) };
const unknown = words.filter((word) => !Object.hasOwn(topics, word));
if (unknown.length > 0) {
  console.error(`unknown topic '${unknown[0]}'; the topics are ${Object.keys(topics).join(", ")}`);
  process.exit(2);
}
for (const topic of words.length === 0 ? Object.keys(topics) : words) {
  if (!values.json) console.log(`\n${topic}`);
  await topics[topic](options);
}
