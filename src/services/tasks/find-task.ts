import { nameKey } from "../../store/name-key.ts";
import type { ReadableRows } from "../../store/store.ts";
import type { TaskRow } from "../../store/task-rows.ts";
import { type Lookup, lookUp, maxShown } from "../names/look-up.ts";
import { type Task, taskOf } from "./task.ts";

/** Tasks that hold a text and are compared with it at most. */
const maxCompared = 50;

/**
 * The task that a text means: by its id, by the beginning of it, or by its title, as names are compared, unless it is archived or
 * encrypted. @param active the task that the asking agent works on
 */
export async function findTask(
  tasks: ReadableRows["tasks"],
  text: string,
  active: string | undefined,
): Promise<Lookup<Task>> {
  const [whole] = await tasks.byIds([text.toLowerCase()]);
  const labelOf = ({ title }: TaskRow) => title;
  const thingOf = (row: TaskRow) => taskOf(row, active);
  const found = await lookUp(text, { whole, byIdPrefix: tasks.byIdPrefix, labelOf, thingOf });
  return found.status === "not_found" ? await calledSo(tasks, text, active) : found;
}

async function calledSo(tasks: ReadableRows["tasks"], text: string, active: string | undefined): Promise<Lookup<Task>> {
  const key = nameKey(text);
  if (key === "") return { status: "not_found" };
  const holding = await tasks.list({ query: text, limit: maxCompared });
  const [first, ...others] = holding.filter(({ title }) => nameKey(title) === key);
  if (first === undefined) return { status: "not_found" };
  if (others.length === 0) return { status: "found", thing: taskOf(first, active) };
  const candidates = [first, ...others].slice(0, maxShown).map(({ title, id }) => `${title} (${id})`);
  return { status: "ambiguous", candidates };
}
