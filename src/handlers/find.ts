import type { Failure } from "pegboard/runtime";
import { errors } from "../../generated/errors.ts";
import type { Pack, Packs } from "../services/context/packs.ts";
import type { Memories } from "../services/memories/memories.ts";
import type { Project, Projects } from "../services/projects/projects.ts";
import type { Task, Tasks } from "../services/tasks/tasks.ts";
import type { MemoryRow } from "../store/memory-rows.ts";

// The one thing that a text means, or the error to answer with.

export type FoundPack = { readonly ok: true; readonly pack: Pack } | Failure<"PACK_NOT_FOUND" | "PACK_AMBIGUOUS">;

export async function findPack(packs: Packs, text: string): Promise<FoundPack> {
  const found = await packs.find(text);
  switch (found.status) {
    case "found":
      return { ok: true, pack: found.pack };
    case "not_found":
      return errors.packNotFound({ pack: text, candidates: found.candidates });
    case "ambiguous":
      return errors.packAmbiguous({ pack: text, candidates: found.candidates });
  }
}

export type FoundMemory =
  | { readonly ok: true; readonly memory: MemoryRow }
  | Failure<"MEMORY_NOT_FOUND" | "MEMORY_AMBIGUOUS">;

export async function findMemory(memories: Memories, text: string): Promise<FoundMemory> {
  const found = await memories.find(text);
  switch (found.status) {
    case "found":
      return { ok: true, memory: found.memory };
    case "not_found":
      return errors.memoryNotFound({ memory: text });
    case "ambiguous":
      return errors.memoryAmbiguous({ memory: text, candidates: found.candidates });
  }
}

export type FoundProject =
  | { readonly ok: true; readonly project: Project }
  | Failure<"PROJECT_NOT_FOUND" | "PROJECT_AMBIGUOUS">;

/** A text without a match never means all projects. */
export async function findProject(projects: Projects, text: string): Promise<FoundProject> {
  const found = await projects.find(text);
  switch (found.status) {
    case "found":
      return { ok: true, project: found.project };
    case "not_found":
      return errors.projectNotFound({ project: text, candidates: found.candidates });
    case "ambiguous":
      return errors.projectAmbiguous({ project: text, candidates: found.candidates });
  }
}

export type FoundTask = { readonly ok: true; readonly task: Task } | Failure<"TASK_NOT_FOUND" | "TASK_AMBIGUOUS">;

/** @param agent whose active task is marked */
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
