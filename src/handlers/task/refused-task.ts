import { errors } from "../../../generated/errors.ts";
import type { PutAway, Task } from "../../services/tasks/task.ts";

/** The error for a task that can't be changed. @param text how the caller named it: it was deleted between two reads */
export function refusedTask(
  refused: { readonly status: PutAway; readonly task: Task } | { readonly status: "not_found" },
  text: string,
) {
  switch (refused.status) {
    case "archived":
      return errors.taskArchived({ task: refused.task.id, title: refused.task.title });
    case "project_archived":
      return errors.projectArchived({ project: refused.task.project });
    case "not_found":
      return errors.taskNotFound({ task: text });
  }
}
