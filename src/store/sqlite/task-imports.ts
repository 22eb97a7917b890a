import type { Transaction } from "kysely";
import type { TaskRows } from "../task-rows.ts";
import { rowOfProject } from "./select-rows.ts";
import type { Tables } from "./tables.ts";

export function sqliteTaskImports(transaction: Transaction<Tables>): Pick<TaskRows, "importedFrom" | "noteImport"> {
  return {
    importedFrom(projectId, source) {
      const imports = transaction.selectFrom("task_imports").select(["key", "taskId"]);
      return imports.where("project", "=", rowOfProject(projectId)).where("source", "=", source).execute();
    },
    async noteImport({ projectId, ...entry }) {
      await transaction
        .insertInto("task_imports")
        .values({ ...entry, project: rowOfProject(projectId) })
        .execute();
    },
  };
}
