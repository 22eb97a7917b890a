import type { Failure, Session } from "pegboard/runtime";
import { errors } from "../../generated/errors.ts";
import type { Packs } from "../services/context/packs.ts";
import type { Memories } from "../services/memories/stored-memories.ts";
import type { Lookup } from "../services/names/look-up.ts";
import type { Projects } from "../services/projects/projects.ts";
import type { Tasks } from "../services/tasks/tasks.ts";

// The one thing that a text means, or the error to answer with.

export type Found<Thing, ErrorName extends string> = { readonly ok: true; readonly thing: Thing } | Failure<ErrorName>;

type Raise<ErrorName extends string> = (candidates: readonly string[]) => Failure<ErrorName>;

export function foundOr<Thing, Missing extends string, Ambiguous extends string>(
  lookup: Lookup<Thing>,
  missing: Raise<Missing>,
  ambiguous: Raise<Ambiguous>,
): Found<Thing, Missing | Ambiguous> {
  switch (lookup.status) {
    case "found":
      return { ok: true, thing: lookup.thing };
    case "not_found":
      return missing(lookup.candidates ?? []);
    case "ambiguous":
      return ambiguous(lookup.candidates);
  }
}

export async function findPack(packs: Packs, pack: string) {
  return foundOr(
    await packs.find(pack),
    (candidates) => errors.packNotFound({ pack, candidates }),
    (candidates) => errors.packAmbiguous({ pack, candidates }),
  );
}

export async function findMemory(memories: Memories, memory: string) {
  return foundMemory(await memories.find(memory), memory);
}

export function foundMemory<Thing>(lookup: Lookup<Thing>, memory: string) {
  return foundOr(
    lookup,
    () => errors.memoryNotFound({ memory }),
    (candidates) => errors.memoryAmbiguous({ memory, candidates }),
  );
}

/** A text without a match never means all projects. @param session whose directory or git remote '.' stands for */
export async function findProject(projects: Projects, project: string, session: Session | undefined) {
  return foundOr(
    await projects.find(project, session?.id),
    (candidates) => errors.projectNotFound({ project, candidates }),
    (candidates) => errors.projectAmbiguous({ project, candidates }),
  );
}

/** @param agent whose active task is marked */
export async function findTask(tasks: Tasks, task: string, agent: string | undefined) {
  return foundOr(
    await tasks.find(task, agent),
    () => errors.taskNotFound({ task }),
    (candidates) => errors.taskAmbiguous({ task, candidates }),
  );
}
