// `npm run nightly`: what is too long for every change: fuzzing and soaks. Every job runs, any failure ends with 1.
//   node scripts/nightly.mjs                            every job, a minute for each of its fuzzers
//   node scripts/nightly.mjs yaml-fuzz --seconds 600    one job, or several, for longer
//   node scripts/nightly.mjs soak --seconds 300 --calls 200000    these are what a soak takes anyway
//   node scripts/nightly.mjs import --only memory    the servers whose name has it
//   node scripts/nightly.mjs diff-laws --samples 1000000 --seed 7    laws: until so many values were judged, from a seed
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installOutsidePrograms, outsideNode } from "./outside-programs.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");

/**
 * Tests that fuzz read PEGBOARD_FUZZ_SECONDS: how long each of their properties looks for a counter-example. Without it
 * they make a short run, as with every change. `fuzzers` is the number of such properties in a job. Those of jobs that
 * count (test/law-search.ts) also read PEGBOARD_FUZZ_SAMPLES, which takes the place of the seconds, and PEGBOARD_FUZZ_SEED.
 * A job that deals new cases (`deals`) is an ordinary run from a seed of its own (test/fixed-seed.ts), with all the cases of
 * each law (test/law-cases.ts).
 */
const jobs = {
  "yaml-fuzz": {
    says: "mutated YAML: no crash, no hang, no way out",
    tests: ["test/compile/fuzz.test.ts"],
    fuzzers: 4,
  },
  "compile-cache": { says: "what a watch keeps never shows", tests: ["test/compile/cache.test.ts"], fuzzers: 2 },
  subtype: {
    says: "foreign schemas: our validator beside Ajv, and no answer of the containment engine that a value refutes",
    tests: ["test/schema/foreign.property.test.ts"],
    fuzzers: 4,
    counts: true,
  },
  "diff-laws": {
    says: "lists compared: reflexive, sound, symmetric, every break with a witness",
    tests: ["test/diff/list-laws.test.ts", "test/diff/laws.test.ts"],
    fuzzers: 6,
    counts: true,
  },
  "real-tools": {
    says: "tools of public servers, mutated and in other words: no break missed, no false alarm, every witness holds",
    tests: ["test/diff/real-tools.test.ts"],
    fuzzers: 2,
    counts: true,
    limitSeconds: 7_200,
  },
  memories: {
    says: "any history of a store of memories: nothing lost that was not removed, nothing removed that is found",
    tests: ["test/services/memories-model.test.ts"],
    fuzzers: 1,
  },
  pairs: {
    says: "lists of public servers, each spelled otherwise: the same breaks",
    tests: ["test/diff/pairs/score.test.ts"],
  },
  laws: {
    says: "all unit tests, with other and more cases than those of every change",
    tests: [],
    deals: true,
    repeats: 3,
  },
  soak: {
    says: "8 clients, 5 servers, one database, a tenth of it malformed: every answer once, memory flat",
    script: "scripts/nightly/soak.mjs",
  },
  "soak-sdk": {
    says: "the same without the fast path: the SDK answers everything",
    script: "scripts/nightly/soak.mjs",
    variables: { PEGBOARD_FAST_PATH: "off" },
  },
  bursts: {
    says: "8 processes and one file, 10,000 writes at once: none refused or lost, and pings, cancellations and the end in time",
    script: "scripts/nightly/bursts.mjs",
  },
  "long-lines": {
    says: "800 MB of lines that are too long or no messages: each refused, the next one served, memory flat",
    script: "scripts/nightly/long-lines.mjs",
  },
  import: {
    says: "real servers from npm, imported and served: the lists compared, and sampled calls under their old names",
    script: "scripts/nightly/import.mjs",
    options: ["--only"],
  },
  abuse: {
    says: "malformed and hostile requests over stdio and HTTP, against ours and servers of other frameworks",
    script: "scripts/nightly/abuse.mjs",
    options: ["--only"],
  },
  places: {
    says: "each step of a workflow, a clone, a dump and an import fails and is killed, on every engine",
    project: "process",
    tests: ["test/process/places/every-step.test.ts"],
    variables: { PEGBOARD_TEST_STEPS: "all" },
    limitSeconds: 1_800,
  },
  "newer-node": {
    says: "the tests with the newer Node of the outside programs, and so on its own SQLite",
    // All but three: projects in these have a package with machine code, which was compiled for this Node.
    tests: ["long-work", "shutdown", "example-projects"].flatMap((name) => [
      "--exclude",
      `test/process/${name}.test.ts`,
    ]),
    isNewer: true,
    limitSeconds: 5_400,
  },
  watch: {
    says: "editing beside a watch, again and again",
    project: "process",
    tests: ["test/process/watch.test.ts"],
    repeats: 5,
  },
};

const words = process.argv.slice(2);
const givenSeconds = option("--seconds");
const seconds = givenSeconds ?? 60;
if (!(seconds > 0)) refuse("--seconds wants a number above 0");
const samples = option("--samples");
if (samples !== undefined && !(samples > 0)) refuse("--samples wants a number above 0");
const calls = option("--calls");
if (calls !== undefined && !(calls > 0)) refuse("--calls wants a number above 0");
const seed = option("--seed");
if (seed !== undefined && !Number.isInteger(seed)) refuse("--seed wants a whole number");
const own = { "--only": textOption("--only") };
const unknown = words.find((word) => !Object.hasOwn(jobs, word));
if (unknown !== undefined) refuse(`unknown job '${unknown}'; the jobs are ${Object.keys(jobs).join(", ")}`);

const outcomes = [];
for (const name of words.length === 0 ? Object.keys(jobs) : words) {
  const job = jobs[name];
  const { says, project = "unit", tests, script, options = [], fuzzers = 0, repeats = 1 } = job;
  const { counts, deals, isNewer, variables = {}, limitSeconds: ownLimit } = job;
  console.log(`\n── ${name}: ${says}`);
  const started = performance.now();
  let failed = 0;
  for (let count = 0; count < repeats; count++) {
    const limitSeconds = ownLimit ?? (counts && samples !== undefined ? samples / 100 + 600 : fuzzers * seconds + 600);
    const env = deals
      ? { PEGBOARD_FUZZ_SEED: String((seed ?? Math.floor(Math.random() * 2 ** 31)) + count) }
      : { ...searchEnvironment(), ...variables };
    const ok =
      script === undefined
        ? await run([vitest, "run", ...(isNewer ? [] : ["--project", project]), ...tests], {
            node: isNewer ? await newerNode() : process.execPath,
            limitSeconds,
            env,
          })
        : await run([join(root, script), ...scriptOptions(options)], {
            limitSeconds: 3 * (givenSeconds ?? 300) + 600,
            env,
          });
    if (!ok) failed++;
  }
  outcomes.push({ name, failed, repeats, seconds: (performance.now() - started) / 1000 });
}

console.log("");
for (const { name, failed, repeats, seconds: took } of outcomes) {
  const verdict = failed === 0 ? "ok" : `failed${repeats === 1 ? "" : ` ${failed} of ${repeats} times`}`;
  console.log(`${name.padEnd(14)} ${took.toFixed(0).padStart(6)} s  ${verdict}`);
}
process.exitCode = outcomes.some(({ failed }) => failed > 0) ? 1 : 0;

async function newerNode() {
  await installOutsidePrograms();
  return outsideNode();
}

/** How long the searches of a job look for a counter-example, and where they begin. */
function searchEnvironment() {
  return {
    PEGBOARD_FUZZ_SECONDS: String(seconds),
    ...(samples === undefined ? {} : { PEGBOARD_FUZZ_SAMPLES: String(samples) }),
    ...(seed === undefined ? {} : { PEGBOARD_FUZZ_SEED: String(seed) }),
  };
}

/** @returns true when it ended well and in time */
function run(args, { node = process.execPath, limitSeconds, env }) {
  return new Promise((resolve) => {
    const child = spawn(node, args, {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...env },
    });
    const timer = setTimeout(() => {
      console.error(`still running after ${limitSeconds} s; ended`);
      child.kill("SIGKILL");
    }, limitSeconds * 1000);
    const settle = (ok) => {
      clearTimeout(timer);
      resolve(ok);
    };
    child.on("error", (error) => {
      console.error(error.message);
      settle(false);
    });
    child.on("close", (code) => settle(code === 0));
  });
}

/**
 * The options of a separate script: only those that were given, since its defaults differ.
 * @param names of those that this script alone has
 */
function scriptOptions(names) {
  const given = { "--seconds": givenSeconds, "--calls": calls, "--seed": seed };
  for (const name of names) given[name] = own[name];
  return Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
}

/** @returns undefined where it was not given; takes it out of the words */
function option(name) {
  const text = textOption(name);
  return text === undefined ? undefined : Number(text);
}

function textOption(name) {
  const at = words.indexOf(name);
  if (at === -1) return undefined;
  const [, text] = words.splice(at, 2);
  return text ?? refuse(`${name} wants a value`);
}

function refuse(message) {
  console.error(message);
  process.exit(2);
}
