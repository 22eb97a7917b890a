import { closeSync, constants, openSync, readSync, statSync, writeSync } from "node:fs";
import { errorCode } from "./disk-errors.ts";

/**
 * Appends lines to an open file. A line is one write, so that those of processes that write at the same time don't mix; where the disk takes
 * only a part of it, the rest follows or the write fails, and the next line, of this process or another, begins on a line of its own.
 * @param path of the same file
 * @returns writes a line, which ends with "\n". @throws what the system says
 */
export function lineWriter(file: number, path: string): (line: string) => void {
  let isTorn = endsWithinALine(path);
  return (line) => {
    const bytes = Buffer.from(isTorn ? `\n${line}` : line);
    for (let done = 0; done < bytes.length; isTorn = done < bytes.length) done += writeSync(file, bytes, done);
  };
}

/** Whether a file's last line was not finished, because its disk was full. What is not a file, such as `/dev/stderr`, has no last line. */
function endsWithinALine(path: string): boolean {
  const stats = statSync(path);
  if (!stats.isFile() || stats.size === 0) return false;
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY);
  } catch (error) {
    // A file that may be added to and not read.
    if (errorCode(error) === "EACCES") return false;
    throw error;
  }
  try {
    const last = Buffer.alloc(1);
    readSync(file, last, 0, 1, stats.size - 1);
    return last.toString() !== "\n";
  } finally {
    closeSync(file);
  }
}
