// Installs the programs of test/outside/programs: other people's, and the newer Node that they need. They are a package
// of their own, below the tests' folder, so that neither our tests nor our types ever find anything of theirs. Does
// nothing when what the lock asks for is there; waits when somebody else is at it.
//   node scripts/outside-programs.mjs
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "test", "outside", "programs");
const installed = join(folder, "node_modules");
const cache = join(root, "node_modules", ".cache", "pegboard");
/** Holds the hash of the lock that was installed; it comes with the folder, so a half installation has none. */
const stampName = ".pegboard-lock";
/** Holds the id of the process that installs. */
const busyPath = join(cache, "outside-programs.pid");
const maxInstallMs = 10 * 60 * 1000;

/**
 * Node that is new enough for all of them: the one of the package, or the running one where the package has none for this platform.
 * It is never on PATH.
 */
export const outsideNode = () => {
  const own = join(installed, "node24", "bin", "node");
  return existsSync(own) ? own : process.execPath;
};

/** @param path of a file in an installed package */
export const outsideFile = (path) => join(installed, ...path.split("/"));

/** @throws Error that says why the programs can't be had */
export async function installOutsidePrograms() {
  const lock = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  const isThere = () => readStamp() === lock;
  while (!isThere()) {
    if (!takeTurn()) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      continue;
    }
    try {
      if (!isThere()) await install(lock);
    } finally {
      rmSync(busyPath, { force: true });
    }
  }
  const node = outsideNode();
  if (node === process.execPath && Number(process.versions.node.split(".")[0]) < 24) {
    throw new Error(`the package has no Node 24 for ${process.platform}-${process.arch}, and the running one is older`);
  }
}

/** Installs into a temporary folder and moves it in one step, so that the folder is always complete. */
async function install(lock) {
  const workshop = join(cache, `outside-programs-${process.pid}`);
  mkdirSync(workshop, { recursive: true });
  try {
    for (const name of ["package.json", "package-lock.json", ".npmrc"])
      cpSync(join(folder, name), join(workshop, name));
    await npmCi(workshop);
    writeFileSync(join(workshop, "node_modules", stampName), lock);
    rmSync(installed, { recursive: true, force: true });
    renameSync(join(workshop, "node_modules"), installed);
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

/** Their install scripts are not run: what is used of them needs none. */
function npmCi(cwd) {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  // Without a network it fails within seconds.
  const words = ["ci", "--ignore-scripts", "--prefer-offline", "--fetch-retries=1", ...quiet];
  return new Promise((resolve, reject) => {
    const npm = spawn(process.platform === "win32" ? "npm.cmd" : "npm", words, {
      cwd,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let stderr = "";
    npm.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    npm.on("error", reject);
    npm.on("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`npm ci ended with ${code}:\n${firstLines(stderr)}`)),
    );
  });
}

/** What npm says first is the cause; what follows is its stack and its advice. */
function firstLines(text) {
  return text.trim().split("\n").slice(0, 4).join("\n");
}

/** @returns false when another process that lives is installing */
function takeTurn() {
  mkdirSync(cache, { recursive: true });
  try {
    writeFileSync(busyPath, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  if (!isBusy()) rmSync(busyPath, { force: true });
  return false;
}

/** Does the process still live that says it installs? Not for ever: its id may be another's by now. */
function isBusy() {
  const ageMs = Date.now() - (statSync(busyPath, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY);
  const pid = Number(readOptional(busyPath));
  // Between its creation and the first write the file is empty.
  if (!Number.isInteger(pid) || pid <= 0) return ageMs < 5_000;
  if (ageMs > maxInstallMs) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function readStamp() {
  return readOptional(join(installed, stampName));
}

function readOptional(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await installOutsidePrograms().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
