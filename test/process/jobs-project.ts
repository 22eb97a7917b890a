import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { JsonObject } from "../../src/contract/json.ts";
import { processesNaming, until, untilProcesses } from "../children/processes.ts";
import { openDatabase } from "../open-database.ts";
import { mainPath, pegboardHere, root } from "./run-pegboard.ts";

export interface JobsProject {
  readonly folder: string;
  /** A new folder for archives, which no other test knows. */
  archives(): Archives;
  remove(): void;
}

/** What a server has made, or left behind. */
export interface Archives {
  readonly env: { readonly JOBS_FOLDER: string };
  /** Waits until a build of this archive is in the middle of its work. */
  untilBuilding(archive: string): Promise<void>;
  /** Waits until none of the processes runs that any build has started. */
  untilQuiet(): Promise<void>;
  isLocked(archive: string): boolean;
  /** Names of files, those of databases left out. */
  files(): readonly string[];
  /** Entries of an archive that were committed. */
  entries(archive: string): number;
}

/** The fixture of work that takes long, compiled. */
export async function makeJobsProject(): Promise<JobsProject> {
  const folder = mkdtempSync(join(tmpdir(), "pegboard-jobs-"));
  const jobs = join(root, "test", "fixtures", "jobs");
  cpSync(join(jobs, "schema"), join(folder, "schema"), { recursive: true });
  cpSync(join(jobs, "written"), folder, { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(root, "node_modules", "better-sqlite3"), join(folder, "node_modules", "better-sqlite3"));
  const { code, stdout, stderr } = await pegboardHere(["generate", "--catalog", folder]);
  if (code !== 0) throw new Error(`${stdout}${stderr}`);
  let count = 0;
  return {
    folder,
    archives() {
      const state = join(folder, `archives-${count++}-`);
      mkdirSync(state);
      return openArchives(state);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function openArchives(folder: string): Archives {
  const isLocked = (archive: string) => existsSync(join(folder, `${archive}.lock`));
  return {
    env: { JOBS_FOLDER: folder },
    async untilBuilding(archive) {
      await until(`'${archive}' being built`, () => (isLocked(archive) ? true : undefined));
      await until("processes", () => (processesNaming(folder).length > 0 ? true : undefined));
    },
    async untilQuiet() {
      await untilProcesses(folder, 0);
    },
    isLocked,
    files: () => readdirSync(folder).filter((name) => !/\.db(-\w+)?$/.test(name)),
    entries(archive) {
      const path = join(folder, `${archive}.db`);
      if (!existsSync(path)) return 0;
      const database = openDatabase(path);
      try {
        return Number(database.prepare("SELECT count(*) FROM entries").pluck().get());
      } finally {
        database.close();
      }
    },
  };
}

/** A server of the jobs on pipes that the test holds itself, at 2026-07-28. */
export interface JobsServer {
  readonly child: ChildProcess;
  /** Code and signal. */
  readonly exit: Promise<readonly [number | null, NodeJS.Signals | null]>;
  call(id: number, name: string, given: JsonObject): void;
  write(message: JsonObject): void;
  /** All that came, in order. */
  readonly messages: readonly JsonObject[];
  /** The first message that fits, once it has come. */
  message(fits: (message: JsonObject) => boolean): Promise<JsonObject>;
  stderr(): string;
}

export function startJobs(project: JobsProject, archives: Archives, words: readonly string[] = []): JobsServer {
  const child = spawn(process.execPath, [mainPath, "serve", "--catalog", project.folder, ...words], {
    env: { ...process.env, ...archives.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const messages: JsonObject[] = [];
  let stderr = "";
  createInterface({ input: child.stdout }).on("line", (line) => messages.push(JSON.parse(line) as JsonObject));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  // A server that has ended hears nothing more.
  child.stdin.on("error", () => undefined);
  const write = (message: JsonObject) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  return {
    child,
    exit: new Promise((resolve) => child.on("close", (code, signal) => resolve([code, signal]))),
    messages,
    write,
    call: (id, name, given) => write({ id, method: "tools/call", params: { _meta: envelope, name, arguments: given } }),
    message: (fits) => until(`such message; stderr: ${stderr}`, () => messages.find(fits)),
    stderr: () => stderr,
  };
}

/** What every request of 2026-07-28 says of its client. */
export const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "pegboard-test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
