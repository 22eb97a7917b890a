import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Finished, root, run } from "./run-pegboard.ts";

export interface PackedPackage {
  /** An empty folder to work in; the tarball lies beside what is made there. */
  readonly workshop: string;
  readonly tarball: string;
  remove(): void;
}

/** The package as `npm publish` would send it. dist/ was built for this test run already, so prepack is left out. */
export async function packPackage(): Promise<PackedPackage> {
  const workshop = mkdtempSync(join(tmpdir(), "pegboard-pack-"));
  const packed = await npm(["pack", "--ignore-scripts", "--pack-destination", workshop], root);
  if (packed.code !== 0) throw new Error(packed.stderr);
  const tarball = join(workshop, readdirSync(workshop).find((name) => name.endsWith(".tgz")) ?? "");
  return { workshop, tarball, remove: () => rmSync(workshop, { recursive: true, force: true }) };
}

export function npm(words: readonly string[], cwd: string): Promise<Finished> {
  // Where the SQLite driver has to be compiled, these tests don't wait for an optimised one. npm's own settings are untouched.
  const compiling = { CFLAGS: "-O0", CXXFLAGS: "-O0", npm_config_better_sqlite3_local_prebuilds: driverFolder() };
  const env = { ...compiling, NODE_EXTRA_CA_CERTS: process.env.PEGBOARD_TEST_CA_CERTS ?? "" };
  return run(process.platform === "win32" ? "npm.cmd" : "npm", words, { cwd, env });
}

export function npx(
  words: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  return run(process.platform === "win32" ? "npx.cmd" : "npx", words, { cwd, env });
}

/**
 * The SQLite driver that this repository has, as its authors publish it: the driver's installer looks into such a folder
 * before it downloads, and compiles only where it finds neither. Compiling takes half a minute and proves nothing of ours.
 * @returns a folder that holds it, under node_modules; another version or another Node gets a file of its own
 */
function driverFolder(): string {
  const driver = join(root, "node_modules", "better-sqlite3");
  const folder = join(root, "node_modules", ".cache", "pegboard-prebuilds");
  const built = join("build", "Release", "better_sqlite3.node");
  if (!existsSync(join(driver, built))) return folder;
  const { version } = JSON.parse(readFileSync(join(driver, "package.json"), "utf8"));
  const file = `better-sqlite3-v${version}-node-v${process.versions.modules}-${process.platform}-${process.arch}.tar.gz`;
  if (existsSync(join(folder, file))) return folder;
  mkdirSync(folder, { recursive: true });
  // Another file of tests may do the same: a whole file takes its place, or none.
  const fresh = join(folder, `${process.pid}.tmp`);
  const packed = spawnSync("tar", ["-czf", fresh, "-C", driver, built]);
  if (packed.status === 0) renameSync(fresh, join(folder, file));
  return folder;
}
