import { mkdtempSync, readdirSync, rmSync } from "node:fs";
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
  const env = { CFLAGS: "-O0", CXXFLAGS: "-O0" };
  return run(process.platform === "win32" ? "npm.cmd" : "npm", words, { cwd, env });
}

export function npx(
  words: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  return run(process.platform === "win32" ? "npx.cmd" : "npx", words, { cwd, env });
}
