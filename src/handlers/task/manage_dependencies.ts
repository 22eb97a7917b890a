import type {
  AdaptManageDependencies,
  AdaptManageDependenciesResult,
} from "../../../generated/contracts/task_dependency_manage.ts";
import type { RamorieDependency, TaskPreview } from "../../../generated/types.ts";
import { ramorieStatus } from "./ramorie-task.ts";

/** Any direction but `deps` meant the dependents; now a word that is neither is an error. */
export const manageDependencies: AdaptManageDependencies = ({ action, task_id, depends_on_id }) => ({
  action,
  task: task_id,
  ...(depends_on_id === undefined ? {} : { needs: depends_on_id }),
});

export const manageDependenciesResult: AdaptManageDependenciesResult = (
  result,
  { action, direction, depends_on_id },
) => {
  const { id, title } = result.task;
  if (action !== "list") {
    const outcome = action === "add" ? "waits for" : "no longer waits for";
    const needed = titleOf(result.needs, depends_on_id);
    return {
      ok: true,
      message: `'${title}' ${outcome} '${needed}'`,
      task_id: id,
      ...(depends_on_id === undefined ? {} : { depends_on_id }),
    };
  }
  if (direction === "dependents") {
    const dependents = result.needed_by.map((other) => edge(other.id, id, other));
    return { task_id: id, direction: "dependents", dependents, count: dependents.length };
  }
  const dependencies = result.needs.map((other) => edge(id, other.id, other));
  return { task_id: id, direction: "dependencies", dependencies, count: dependencies.length };
};

/** The other task may be named by the beginning of its id. */
function titleOf(tasks: readonly TaskPreview[], id = ""): string {
  return tasks.find((task) => task.id.startsWith(id.toLowerCase()))?.title ?? id;
}

function edge(task: string, needs: string, { title, status }: TaskPreview): RamorieDependency {
  return { task_id: task, depends_on_id: needs, title, status: ramorieStatus[status] };
}
