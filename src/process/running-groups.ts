// The process groups of children that run now. They die with this process, however it ends by itself.

/** Leaders' ids. */
const running = new Set<number>();

/** From here on the group is ended when this process exits. */
export function enterGroup(leader: number): void {
  if (running.size === 0) process.on("exit", endAll);
  running.add(leader);
}

export function leaveGroup(leader: number): void {
  running.delete(leader);
  if (running.size === 0) process.off("exit", endAll);
}

/** Sends a signal to every process of a group; one that is gone is no error. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    // Windows knows no groups: there the child alone is ended.
    process.kill(process.platform === "win32" ? leader : -leader, signal);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // EPERM: what is left of it runs as another user (or, on macOS, is a zombie), and is not ours to end.
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}

/** Nothing can be waited for here any more. */
function endAll(): void {
  for (const leader of running) signalGroup(leader, "SIGKILL");
}
