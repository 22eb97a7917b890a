import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { errorCode, isAbsent } from "../../disk/disk-errors.ts";
import { hasEnded, ownerMark } from "../../process/process-owner.ts";
import { CliError } from "../../terminal/cli-error.ts";

/** Longer than a request to an authorization server may take. */
const maxWaitMs = 40_000;
const pauseMs = 50;

/**
 * Works while no other process does, by a file beside `path`. Others wait; the file of a process that has ended does not count.
 * @throws CliError where another process takes too long, and what the work throws
 */
export async function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${path}.lock`;
  const endMs = performance.now() + maxWaitMs;
  while (!(await take(lock))) {
    if (performance.now() > endMs) {
      throw new CliError(`another command is changing '${path}'`, { hint: `if there is none, remove ${lock}` });
    }
    if (!(await removeEnded(lock))) await setTimeout(pauseMs);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, ownerMark(), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** @returns true when it is worth trying again at once */
async function removeEnded(lock: string): Promise<boolean> {
  const owner = await read(lock);
  if (owner === undefined) return true;
  if (!hasEnded(owner)) return false;
  // Another process may have removed it meanwhile and taken its place: what was moved is looked at again.
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
    if ((await read(aside)) !== owner) await link(aside, lock);
  } catch (error) {
    if (!isAbsent(error) && errorCode(error) !== "EEXIST") throw error;
  }
  await rm(aside, { force: true });
  return true;
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
