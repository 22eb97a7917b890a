import { spawnSync } from "node:child_process";
import { root } from "./run-pegboard.ts";

/**
 * Builds dist/ once for all tests that start it; what they start is what users install. Two projects ask for it, and the
 * set-up of each is loaded apart: that it was done is written down where both look.
 */
export default function setup(): void {
  if (process.env.VITEST_BUILT_DIST === String(process.pid)) return;
  const built = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: root, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`dist/ could not be built:\n${built.stdout}${built.stderr}`);
  process.env.VITEST_BUILT_DIST = String(process.pid);
}
