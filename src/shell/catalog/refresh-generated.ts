import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "../../contract/generated-cache.ts";
import { packageFolder } from "../../disk/package-folder.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { changedSources } from "./changed-sources.ts";

/**
 * Runs `pegboard generate` where generated/ is not what schema/ says, in a process of its own: a server carries no compiler.
 * @returns the texts that have changed since generated/ was written and can't be compiled; none: it is up to date
 * @throws CliError when there is nothing that could be served instead
 */
export async function refreshGenerated(terminal: Terminal, root: string): Promise<readonly string[]> {
  const before = await changedSources(root);
  const isComplete = existsSync(join(root, cacheFolder, "registry.ts"));
  if (before?.length === 0 && isComplete) return [];
  const said = await generate(terminal, root);
  const after = await changedSources(root);
  if (after?.length === 0) return [];
  if (isComplete) return after ?? [];
  throw new CliError(`generated/ is incomplete in ${root} and can't be made again: ${firstError(said)}`, {
    hint: "run `pegboard generate` there first",
  });
}

/** @returns what it wrote to stderr */
function generate({ cwd, env }: Terminal, root: string): Promise<string> {
  const program = join(packageFolder(), "dist", "cli", "main.js");
  return new Promise((resolve) => {
    const words = [program, "generate", `--catalog=${root}`];
    // Whether it could do its work is seen by the files.
    execFile(process.execPath, words, { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (_, __, stderr) => resolve(stderr));
  });
}

/** Warnings come in between, and are not what stopped it. @returns the first line where no line is an error */
function firstError(text: string): string {
  const lines = text.trim().split("\n");
  return lines.find((line) => /^(\S+ )?error\b/.test(line)) ?? lines[0] ?? "";
}
