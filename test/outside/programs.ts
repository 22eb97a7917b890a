import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { root } from "../process/run-pegboard.ts";
import type { Outcome } from "./install.ts";

const installed = join(root, "test", "outside", "programs", "node_modules");

/** Where each program begins. Run by our own name for it and never through a PATH that others see. */
const entries = {
  mcpb: "@anthropic-ai/mcpb/dist/cli/cli.js",
  inspector: "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
  mcporter: "mcporter/dist/cli.js",
  "mcp-remote": "mcp-remote/dist/proxy.js",
  supergateway: "supergateway/dist/index.js",
  workerd: "workerd/bin/workerd",
} as const;

export interface OutsidePrograms {
  /** Node as they need it: newer than ours. */
  readonly node: string;
  /** The program's file, to be given to `node`. */
  readonly entry: (program: keyof typeof entries) => string;
}

/**
 * Waits until the outside programs are installed.
 * @returns undefined where they can't be had, as without a network; the run's end says so and why
 * @throws Error in continuous integration, where they must be had
 */
export async function outsidePrograms(): Promise<OutsidePrograms | undefined> {
  if (!mayRun(await outcome(), process.env)) return undefined;
  const own = join(installed, "node24", "bin", "node");
  return {
    node: existsSync(own) ? own : process.execPath,
    entry: (program) => join(installed, entries[program]),
  };
}

/** @throws Error where they must run and can't */
export function mayRun({ problem }: Outcome, env: Readonly<Record<string, string | undefined>>): boolean {
  if (problem === undefined) return true;
  if (env.CI === undefined) return false;
  throw new Error(`the outside programs can't be had: ${problem}`);
}

async function outcome(): Promise<Outcome> {
  const path = inject("outsideOutcome");
  // No time limit: the installation has its own, and there is no test yet whose time would run.
  while (!existsSync(path)) await sleep(200);
  return JSON.parse(readFileSync(path, "utf8")) as Outcome; // install.ts wrote it
}
