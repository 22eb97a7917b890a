// `npm run bench`: what the compiler and the server cost, on this machine, now. Prints medians; judges nothing.
//   npm run bench                       everything
//   npm run bench -- compile            one topic, or several: library, start, compile, diff, shell
//   npm run bench -- compile --only 100 catalogs of one size
import { benchCompile } from "./bench/compile.mjs";
import { benchDiff } from "./bench/diff.mjs";
import { benchLibrary } from "./bench/library.mjs";
import { benchShell } from "./bench/shell.mjs";
import { benchStart } from "./bench/start.mjs";

const topics = { library: benchLibrary, start: benchStart, compile: benchCompile, diff: benchDiff, shell: benchShell };

const words = process.argv.slice(2);
const onlyAt = words.indexOf("--only");
const only = onlyAt === -1 ? undefined : Number(words.splice(onlyAt, 2)[1]);
const unknown = words.filter((word) => !Object.hasOwn(topics, word));
if (unknown.length > 0) {
  console.error(`there is no topic '${unknown[0]}'; the topics are ${Object.keys(topics).join(", ")}`);
  process.exit(2);
}
for (const topic of words.length === 0 ? Object.keys(topics) : words) {
  console.log(`\n${topic}`);
  await topics[topic]({ only });
}
