import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { root } from "../process/run-pegboard.ts";

/** How installing went, as the file says whose path the tests are given. */
export interface Outcome {
  /** Why the programs can't be had. Absent: they are there. */
  readonly problem?: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    outsideOutcome: string;
  }
}

/** Begins to install the outside programs, and lets everything else begin meanwhile: only their own tests wait for it. */
export default function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "pegboard-outside-"));
  const path = join(folder, "outcome.json");
  project.provide("outsideOutcome", path);
  let problem: string | undefined;
  const child = spawn(process.execPath, ["scripts/outside-programs.mjs"], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
    // A group of its own, so that npm goes with it.
    detached: true,
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const gone = new Promise<void>((resolve) => {
    child.on("error", (error) => {
      stderr += error.message;
    });
    child.on("close", (code) => {
      if (code !== 0) problem = stderr.trim() === "" ? `installing ended with ${code}` : stderr.trim();
      const outcome: Outcome = problem === undefined ? {} : { problem };
      writeFileSync(`${path}.part`, JSON.stringify(outcome));
      renameSync(`${path}.part`, path);
      resolve();
    });
  });
  return async () => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning) endGroup(child);
    await gone;
    rmSync(folder, { recursive: true, force: true });
    if (problem === undefined || isRunning) return;
    console.error(
      `\nTHE TESTS WITH OUTSIDE PROGRAMS DID NOT RUN: the programs of test/outside/programs can't be had.\n${problem}\n`,
    );
  };
}

function endGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, "SIGTERM");
}
