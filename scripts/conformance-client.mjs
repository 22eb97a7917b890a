// Runs the official suite's authorization scenarios against the logins of the built program: in each, the suite is the server and its authorization
// server, and scripts/conformance-login.mjs the client. Those of each revision, but not those of extensions (they have no revision).
// Ends with 1 when one fails.
//   node scripts/conformance-client.mjs [--revision 2026-07-28] [--scenario auth/scope-step-up]
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { installOutsidePrograms, outsideFile, outsideNode } from "./outside-programs.mjs";

const login = join(dirname(fileURLToPath(import.meta.url)), "conformance-login.mjs");
const { values } = parseArgs({
  options: {
    revision: { type: "string", multiple: true, default: ["2025-06-18", "2025-11-25", "2026-07-28"] },
    scenario: { type: "string" },
  },
});

await installOutsidePrograms();
const suite = outsideFile("@modelcontextprotocol/conformance/dist/index.js");
const listed = (await run(["list"])).output;
for (const revision of values.revision) {
  const all = [...listed.matchAll(/^ *- (auth\/\S+) \[([^\]]*)\]$/gm)];
  const ofRevision = all.flatMap(([, name, those]) => (those.split(",").includes(revision) ? [name] : []));
  const scenarios = values.scenario === undefined ? ofRevision : [values.scenario];
  console.log(`\n════ ${revision}: ${scenarios.length} scenarios`);
  // A scenario is one process after another.
  const left = scenarios.values();
  const playRest = async () => {
    for (const scenario of left) await play(scenario, revision);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, playRest));
}

async function play(scenario, revision) {
  const command = ["client", "--command", `${process.execPath} ${login}`, "--scenario", scenario];
  // Each step of the login is a process of its own.
  // What it does not run, it passes.
  const words = ["--spec-version", revision, "--force", "--timeout", "180000"];
  const { code, output } = await run([...command, ...words]);
  const [counts] = /Passed: .*/.exec(output) ?? [];
  const isPassed = code === 0 && counts !== undefined;
  console.log(`${isPassed ? "✓" : "✗"} ${scenario}: ${counts ?? "it was not run"}`);
  if (isPassed) return;
  process.exitCode = 1;
  console.error(output);
}

function run(words) {
  return new Promise((resolve, reject) => {
    const child = spawn(outsideNode(), [suite, ...words], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output: stripVTControlCharacters(output) }));
  });
}
