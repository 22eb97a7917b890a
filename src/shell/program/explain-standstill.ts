import { lastAwaited } from "../../runtime/awaited.ts";

/** What a command waits for that can't end any more, because the process has nothing else to do. */
export function explainStandstill(): string {
  return lastAwaited() ?? "the command waits for something that does not come";
}
