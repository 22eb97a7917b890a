import { readdirSync, readFileSync } from "node:fs";

/** A process that was seen, known again by its start: numbers are given to others. */
export interface SeenProcess {
  readonly pid: number;
  readonly startedAt: string;
}

/** More are a fork bomb, which its group ends. */
const maxSeen = 1_000;

/**
 * The processes below a process, also those that have left its group (`setsid`). Not below: one whose own parent has ended.
 * @returns nothing where the system has no /proc that says it
 */
export function descendantsOf(pid: number): readonly SeenProcess[] {
  const found: SeenProcess[] = [];
  const waiting = [pid];
  for (let next = waiting.pop(); next !== undefined && found.length < maxSeen; next = waiting.pop()) {
    for (const child of childrenOf(next)) {
      const startedAt = startOf(child);
      if (startedAt === undefined) continue;
      found.push({ pid: child, startedAt });
      waiting.push(child);
    }
  }
  return found;
}

/** Ends those that still run. */
export function endProcesses(seen: readonly SeenProcess[]): void {
  for (const { pid, startedAt } of seen) {
    if (startOf(pid) !== startedAt) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile, or runs as another user and can't be ended.
    }
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    // Every thread has those that it has started itself.
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      (readText(`/proc/${pid}/task/${thread}/children`) ?? "").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    // It has ended, or there is no /proc.
    return [];
  }
}

/** @see proc_pid_stat(5): the 22nd field; the second one, a name in parentheses, may hold anything */
function startOf(pid: number): string | undefined {
  const text = readText(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(")") + 2).split(" ")[19];
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process has ended.
    return undefined;
  }
}
