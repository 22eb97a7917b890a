import { givenMembers } from "../../contract/given-members.ts";
import type { KeptTask } from "./task-store.ts";

// A task as clients read it. The eras differ in two names, and in what a result is that reports an error.

/** How often a client should look, in milliseconds. */
const pollMs = 1_000;

/** @see MCP 2025-11-25 schema, "Task" */
export function olderTask(task: KeptTask) {
  return { ...facts(task, statusOf(task, "failed")), ttl: task.ttlMs, pollInterval: pollMs };
}

/** @see the extension io.modelcontextprotocol/tasks, "Tasks" */
export function modernTask(task: KeptTask) {
  return { ...facts(task, statusOf(task, "completed")), ttlMs: task.ttlMs, pollIntervalMs: pollMs };
}

function facts(task: KeptTask, status: TaskStatus) {
  const { id: taskId, createdAt, updatedAt, message: statusMessage } = task;
  return {
    taskId,
    status,
    ...givenMembers({ statusMessage }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
  };
}

type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

/** @param ofErrors of a result that reports an error */
function statusOf({ state }: KeptTask, ofErrors: "failed" | "completed"): TaskStatus {
  switch (state.kind) {
    case "working":
      return "working";
    case "asking":
      return "input_required";
    case "cancelled":
      return "cancelled";
    case "ended":
      if (state.answer.kind === "protocol-error") return "failed";
      return state.answer.result.isError === true ? ofErrors : "completed";
  }
}
