import { spawnSync } from "node:child_process";
import { root } from "./run-pegboard.ts";

/** Builds dist/ once for all process tests; what they start is what users install. */
export default function setup(): void {
  const built = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: root, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`dist/ could not be built:\n${built.stdout}${built.stderr}`);
}
