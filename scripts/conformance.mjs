// Runs the official conformance suite against the built server, over HTTP and in each revision that the suite knows, with
// the suite's own words as output. The catalog under test is compiled from test/fixtures/conformance; what it may fail,
// and why, stands in test/outside/expected-failures.yaml. Ends with 1 when anything else fails or an expected failure passes.
//   node scripts/conformance.mjs [--revision 2026-07-28] [--scenario tools-list] [--expected-failures FILE] [--without-sessions]
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { installOutsidePrograms, outsideFile, outsideNode } from "./outside-programs.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pegboard = join(root, "dist", "cli", "main.js");
/** The suite has next to nothing for the revisions before these. */
const revisions = ["2025-06-18", "2025-11-25", "2026-07-28"];

const { values } = parseArgs({
  options: {
    revision: { type: "string", multiple: true, default: revisions },
    scenario: { type: "string" },
    // A server that lacks something, for the test of what is said then.
    "without-sessions": { type: "boolean", default: false },
    "expected-failures": { type: "string", default: join(root, "test", "outside", "expected-failures.yaml") },
  },
});

await installOutsidePrograms();
const project = mkdtempSync(join(tmpdir(), "pegboard-conformance-"));
let server;
try {
  cpSync(join(root, "test", "fixtures", "conformance"), project, { recursive: true });
  await run(process.execPath, [pegboard, "generate", "--catalog", project], ["ignore", "ignore", "inherit"]);
  server = await serve();
  let failed = 0;
  for (const revision of values.revision) if (!(await holds(revision))) failed += 1;
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  server?.child.kill("SIGTERM");
  await server?.gone;
  rmSync(project, { recursive: true, force: true });
}

async function holds(revision) {
  console.log(`\n════ ${revision}`);
  const which = values.scenario === undefined ? ["--suite", "all"] : ["--scenario", values.scenario];
  const suite = outsideFile("@modelcontextprotocol/conformance/dist/index.js");
  const expected = ["--expected-failures", values["expected-failures"]];
  const words = [suite, "server", "--url", server.url, ...which, "--spec-version", revision, ...expected];
  return run(outsideNode(), words, ["ignore", "inherit", "inherit"]).then(
    () => true,
    (error) => {
      console.error(error.message);
      return false;
    },
  );
}

/** Port 0 is any that is free; the server says which. */
async function serve() {
  const less = values["without-sessions"] ? ["--no-sessions"] : [];
  const child = spawn(process.execPath, [pegboard, "serve", "--http", "0", "--catalog", project, ...less], {
    stdio: ["ignore", "ignore", "pipe"],
    // Calls of the suite do not count as uses of old names.
    env: { ...process.env, PEGBOARD_USAGE: "off", PEGBOARD_SESSION_EVENTS: join(project, "events.db") },
  });
  const gone = new Promise((resolve) => child.once("close", resolve));
  let stderr = "";
  const url = await new Promise((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
      const found = /serving at (\S+)/.exec(stderr)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("close", (code) => reject(new Error(`the server ended with ${code}:\n${stderr}`)));
  });
  return { child, gone, url };
}

/** @throws Error when the program can't be started or does not end with 0 */
function run(command, words, stdio) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { stdio });
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`'${words[0]}' ended with ${code}`))));
  });
}
