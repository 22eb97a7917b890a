import { randomId } from "../random-id.ts";
import type { Tasks } from "./tasks.ts";

/** The tasks of a process, by the clock of the system and with ids of 192 random bits; loaded with the first call that may be one. */
export async function openTaskService(): Promise<Tasks> {
  const { openTasks } = await import("./tasks.ts");
  return openTasks({ clock: Date.now, newId: () => randomId(24) });
}
