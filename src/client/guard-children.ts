import { enterGroup, leaveGroup, signalGroup } from "../process/running-groups.ts";

// Servers that we have started do not outlive us: not when this process exits, and not when a signal ends it that
// has no handler here (then it would be over without the event of an exit).

const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
/** Leaders of the servers' process groups. */
const children = new Set<number>();

export function guardChild(leader: number): void {
  enterGroup(leader);
  if (children.size === 0) for (const name of signals) process.on(name, endWithUs);
  children.add(leader);
}

export function forgetChild(leader: number): void {
  leaveGroup(leader);
  children.delete(leader);
  if (children.size === 0) for (const name of signals) process.off(name, endWithUs);
}

function endWithUs(name: NodeJS.Signals): void {
  // Somebody else decides what the signal means; when that is an exit, the groups are ended there.
  if (process.listenerCount(name) > 1) return;
  for (const leader of children) signalGroup(leader, "SIGKILL");
  for (const each of signals) process.off(each, endWithUs);
  process.kill(process.pid, name);
}
