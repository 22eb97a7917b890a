import type { ReadableRows } from "../../store/store.ts";

/** Id of the task that the agent works on; null: it works on none, or the memory belongs to another project than the task. */
export async function taskBehind(rows: ReadableRows, namespace: string, agent: string): Promise<string | null> {
  const id = await rows.tasks.activeOf(agent);
  if (id === undefined) return null;
  const slug = /^project\/([^/]+)/.exec(namespace)?.[1];
  if (slug === undefined) return id;
  const [task] = await rows.tasks.byIds([id]);
  const project = task === undefined ? undefined : await rows.projects.byId(task.projectId);
  return project?.slug === slug ? id : null;
}
