import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pegboardHere, root } from "./run-pegboard.ts";

export interface DeskProject {
  readonly folder: string;
  remove(): void;
}

/**
 * The `desk` fixture, compiled: a catalog with everything that a session can show. Tools that write, destroy, need a
 * session, report their progress, wait and fail; aliases, tombstones, deprecated spellings, an older version.
 */
export async function makeDeskProject(): Promise<DeskProject> {
  const folder = mkdtempSync(join(tmpdir(), "pegboard-desk-"));
  const desk = join(root, "test", "fixtures", "desk");
  cpSync(join(desk, "schema"), join(folder, "schema"), { recursive: true });
  cpSync(join(desk, "written"), folder, { recursive: true });
  const { code, stdout, stderr } = await pegboardHere(["generate", "--catalog", folder]);
  if (code !== 0) throw new Error(`${stdout}${stderr}`);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
