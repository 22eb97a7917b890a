import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { isAbsent } from "../disk/disk-errors.ts";

/** This process, so that another one can find out later whether it still runs: its id, and where the system says it, its start. */
export function processOwner(pid = process.pid): string {
  return `${pid}:${startOf(pid) ?? ""}`;
}

export function isAlive(owner: string): boolean {
  const [id = "", start = ""] = owner.split(":");
  const pid = Number(id);
  // 0 is not a process, and to the system the group of this process.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const now = startOf(pid);
  return start === "" || now === undefined || now === start;
}

/** The same for names of files and databases, which other machines may see. */
export function ownerMark(): string {
  return `${host}-${processOwner().replace(":", "-")}`;
}

/** Whether a process of this machine that had the mark has ended; false for one of another machine, of which nothing is known. */
export function hasEnded(mark: string): boolean {
  const [machine, pid = "", start = ""] = mark.split("-");
  return machine === host && !isAlive(`${pid}:${start}`);
}

const host = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/** In ticks since the machine started. */
function startOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in brackets, and may hold anything. A zombie does not run.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "ended" : fields[19];
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return undefined;
  }
}
