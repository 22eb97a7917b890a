import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../process/run-pegboard.ts";

/** A folder for the programs' own files and for the workbench's database, and the environment that says so. */
export interface Workbench {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/** What `serve --http` asks for in these tests. */
export const token = "a-token-of-more-than-sixteen-characters";

export function makeWorkbench(): Workbench {
  const folder = mkdtempSync(join(tmpdir(), "pegboard-outside-"));
  const env = {
    PATH: process.env.PATH ?? "",
    // Some keep their settings at home, and look there for those of other programs.
    HOME: folder,
    PEGBOARD_DB: join(folder, "workbench.db"),
    PEGBOARD_TOKEN: token,
    PEGBOARD_USAGE: "off",
  };
  return { folder, env, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The tools as the compiler wrote the list that is served by default. */
export const publishedTools: unknown = JSON.parse(
  readFileSync(join(root, "generated", ".cache", "wire", "core.json"), "utf8"),
).tools;
