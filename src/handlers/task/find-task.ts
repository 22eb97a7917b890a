import type { Failure } from "pegboard/runtime";
import { errors } from "../../../generated/errors.ts";
import type { Task, Tasks } from "../../services/tasks/tasks.ts";

export type FoundTask = { readonly ok: true; readonly task: Task } | Failure<"TASK_NOT_FOUND" | "TASK_AMBIGUOUS">;

/** The one task that a text means, or the error to answer with. @param agent whose active task is marked */
export async function findTask(tasks: Tasks, text: string, agent: string | undefined): Promise<FoundTask> {
  const found = await tasks.find(text, agent);
  switch (found.status) {
    case "found":
      return { ok: true, task: found.task };
    case "not_found":
      return errors.taskNotFound({ task: text });
    case "ambiguous":
      return errors.taskAmbiguous({ task: text, candidates: found.candidates });
  }
}
