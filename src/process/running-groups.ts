// The process groups of running children. They are killed when this process exits.
import { descendantsOf, endProcesses } from "./descendants.ts";

/** Ids of the group leaders. */
const running = new Set<number>();

/** From now on the group is killed when this process exits. */
export function enterGroup(leader: number): void {
  if (running.size === 0) process.on("exit", endAll);
  running.add(leader);
}

export function leaveGroup(leader: number): void {
  running.delete(leader);
  if (running.size === 0) process.off("exit", endAll);
}

/** Sends a signal to every process of a group; a missing group is not an error. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    // Windows has no process groups: there only the child is ended.
    process.kill(process.platform === "win32" ? leader : -leader, signal);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // EPERM: the rest of the group runs as another user (or, on macOS, is a zombie) and can't be ended.
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}

/** Kills every process of a group, and those below its leader that have left it. */
export function killGroup(leader: number): void {
  const below = descendantsOf(leader);
  signalGroup(leader, "SIGKILL");
  endProcesses(below);
}

/** On exit nothing can be awaited. */
function endAll(): void {
  for (const leader of running) killGroup(leader);
}
