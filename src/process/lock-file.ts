import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { errorCode, isAbsent, unlessAbsent } from "../disk/disk-errors.ts";
import { hasEnded, ownerMark } from "./process-owner.ts";

/**
 * Makes the file that says that this process works on something. The file of a process that has ended does not count.
 * @returns whether it was made; false: somebody else has it
 */
export async function takeLock(lock: string): Promise<boolean> {
  do {
    if (await make(lock)) return true;
  } while (await removeEnded(lock));
  return false;
}

export async function releaseLock(lock: string): Promise<void> {
  await rm(lock, { force: true });
}

async function make(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, ownerMark(), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    // A full disk makes the file and takes nothing into it.
    await rm(lock, { force: true });
    throw error;
  }
}

/** @returns true when it is worth trying again at once */
async function removeEnded(lock: string): Promise<boolean> {
  const owner = await read(lock);
  if (owner === undefined) return true;
  if (owner === "" ? !(await isOld(lock)) : !hasEnded(owner)) return false;
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

/** Its process was killed, or its machine failed, between making the file and writing who has it: milliseconds otherwise. */
async function isOld(path: string): Promise<boolean> {
  const state = await stat(path).catch(unlessAbsent);
  return state !== undefined && Date.now() - state.mtimeMs > emptyMs;
}

const emptyMs = 10_000;

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
