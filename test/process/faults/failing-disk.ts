import { spawnSync } from "node:child_process";
import { openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

/** What can be made to fail, by the letter by which the library knows it. */
const letters = { read: "r", write: "w", sync: "s", full: "f", open: "o", memory: "m", clock: "c" } as const;

export type Fault = keyof typeof letters;

export interface FailingDisk {
  /** Variables of a process in which things fail on order. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on this fails; undefined: nothing. */
  order(fault: Fault | undefined): void;
}

/**
 * Compiles the library that stands between SQLite and the system.
 * @param folder of this test alone
 * @param on only files whose path begins with this
 * @returns why there is none: no C compiler, or another system
 */
export function openFailingDisk(folder: string, on: string): FailingDisk | string {
  const library = join(folder, "failing-disk.so");
  const source = join(import.meta.dirname, "failing-disk.c");
  const words = ["-shared", "-fPIC", "-O1", "-Wall", "-o", library, source, "-ldl"];
  const compiled = spawnSync("cc", words, { encoding: "utf8" });
  if (compiled.status !== 0) return compiled.error?.message ?? compiled.stderr;
  const orders = join(folder, "order");
  writeFileSync(orders, "-");
  // The process has the byte in its memory, so the file must not be emptied meanwhile.
  const file = openSync(orders, "r+");
  return {
    env: { LD_PRELOAD: library, FAULTS_ON: on, FAULTS_ORDER: orders },
    order: (fault) => void writeSync(file, fault === undefined ? "-" : letters[fault], 0),
  };
}
