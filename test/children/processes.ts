import { readdirSync, readFileSync } from "node:fs";

/**
 * Processes of this machine whose command line holds a text, as the kernel lists them; those that ended and were not
 * collected yet have no command line any more. A test recognises its own children by a text of their own.
 */
export function processesNaming(text: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && commandLine(pid).includes(text));
}

/** Waits until there are so many of them. @throws when that does not come about in ten seconds */
export async function untilProcesses(text: string, count: number): Promise<readonly number[]> {
  return until(`${count} processes of '${text}'`, () => {
    const found = processesNaming(text);
    return found.length === count ? found : undefined;
  });
}

/** Asks again and again until there is an answer. @throws without one in ten seconds */
export async function until<Value>(what: string, ask: () => Value | undefined): Promise<Value> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const answer = ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`in ten seconds there were no ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}
