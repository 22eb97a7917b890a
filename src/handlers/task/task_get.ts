import { ok } from "pegboard/runtime";
import type { TaskGet } from "../../../generated/contracts/task_get.ts";
import type { ToolHandler } from "../deps.ts";
import { findTask } from "../find.ts";
import { dateTime } from "../instant.ts";
import { memoryPreview } from "../memory/wire-memory.ts";
import { alsoAtWork } from "./also-at-work.ts";
import { taskPreview, wireNote, wireTask } from "./wire-task.ts";

const historyLimit = 20;
const memoriesLimit = 20;

export const taskGet: ToolHandler<TaskGet> = async (input, deps, call) => {
  const found = await findTask(deps.tasks, input.task, call.session?.agent);
  if (!found.ok) return found;
  const task = found.thing;
  const history = await deps.tasks.history(task.id, historyLimit);
  const memories = await deps.memories(call.session?.agent).ofTask(task.id, memoriesLimit);
  const { notes_limit: most } = input;
  const notes = await deps.tasks.notes(task.id, "note", most + 1);
  const comments = await deps.tasks.notes(task.id, "comment", most + 1);
  if (notes.length > most) call.notice(`the newest ${most} notes are shown; there are older ones`);
  if (comments.length > most) call.notice(`the newest ${most} comments are shown; there are older ones`);
  const workers = await deps.tasks.workers(task.id);
  const others = alsoAtWork(
    workers.filter(({ session }) => session !== call.session?.id),
    call.session?.agent,
  );
  if (others !== undefined) call.notice(others);
  const dependencies = await deps.tasks.dependencies(task.id, call.session?.agent);
  const value = {
    task: wireTask(task),
    notes: notes.slice(0, most).map(wireNote),
    comments: comments.slice(0, most).map(wireNote),
    needs: (dependencies?.needs ?? []).map(taskPreview),
    needed_by: (dependencies?.neededBy ?? []).map(taskPreview),
    history: history.map(({ event, agent, at }) => ({ event, agent, at: dateTime(at) })),
    memories: memories.map(memoryPreview),
  };
  return ok(value, { where: `project ${task.project}` });
};
