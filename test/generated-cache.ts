import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Makes generated/.cache where it is missing: the first run in a clone. Nothing of it is committed, and sources import it. */
export default function setup(): void {
  const root = join(import.meta.dirname, "..");
  if (existsSync(join(root, "generated", ".cache", "registry.ts"))) return;
  const built = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: root, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`generated/.cache could not be made:\n${built.stdout}${built.stderr}`);
}
