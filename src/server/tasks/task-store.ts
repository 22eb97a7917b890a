import type { CallAnswer } from "../../runtime/result.ts";
import type { OpenQuestion } from "../questions.ts";

// Where tasks are kept. The store is a port, so that they could outlive a process; the one that exists keeps them in memory.

/** A call that goes on after its answer, as it is now. */
export interface KeptTask {
  readonly id: string;
  readonly owner: string;
  /** Counts the tasks of its owner. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** It is forgotten so long after it was created. */
  readonly ttlMs: number;
  readonly state: TaskState;
  /** For people: how far it is. */
  readonly message?: string | undefined;
}

export type TaskState =
  | { readonly kind: "working" }
  | { readonly kind: "asking"; readonly question: OpenQuestion }
  | { readonly kind: "ended"; readonly answer: CallAnswer }
  | { readonly kind: "cancelled" };

export interface TaskStore {
  /** Keeps a new task, or a changed one. */
  put(task: KeptTask): void;
  get(id: string): KeptTask | undefined;
  /** Oldest first. */
  of(owner: string): readonly KeptTask[];
  remove(id: string): void;
}

export function memoryTaskStore(): TaskStore {
  const owners = new Map<string, Map<string, KeptTask>>();
  const ownerOfTask = new Map<string, string>();
  return {
    put(task) {
      const own = owners.get(task.owner) ?? new Map<string, KeptTask>();
      owners.set(task.owner, own.set(task.id, task));
      ownerOfTask.set(task.id, task.owner);
    },
    get(id) {
      const owner = ownerOfTask.get(id);
      return owner === undefined ? undefined : owners.get(owner)?.get(id);
    },
    of: (owner) => [...(owners.get(owner)?.values() ?? [])],
    remove(id) {
      const owner = ownerOfTask.get(id);
      ownerOfTask.delete(id);
      if (owner === undefined) return;
      const own = owners.get(owner);
      own?.delete(id);
      if (own?.size === 0) owners.delete(owner);
    },
  };
}
