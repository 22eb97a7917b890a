import type { ActivityEvent, Writer } from "../../store/activity-rows.ts";
import type { ProjectRow } from "../../store/project-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import { nameSlug, type Project, projectOf } from "./project.ts";

export type ManageProject = { readonly projectId: string; readonly writer: Writer } & ProjectAction;

type ProjectAction =
  | { readonly action: "archive" | "restore" }
  /** What is absent stays. */
  | {
      readonly action: "update";
      readonly name?: string | undefined;
      readonly description?: string | undefined;
      readonly encrypted?: boolean | undefined;
    };

/** Anything but `done`: nothing changed. */
export type ManagedProject =
  | { readonly status: "done"; readonly project: Project }
  /** An archived project is not updated. */
  | { readonly status: "archived"; readonly project: Project }
  | { readonly status: "name_invalid"; readonly name: string; readonly problem: string }
  /** `owner`: the project that has the name, or the namespace that has it and holds memories, in words. */
  | { readonly status: "name_taken"; readonly name: string; readonly owner: string }
  | { readonly status: "not_found" };

/** One action on a project, and its line in the activity log. An action that changes nothing leaves no line. */
export async function manageProject(rows: WritableRows, request: ManageProject, at: number): Promise<ManagedProject> {
  const { projectId, writer } = request;
  const project = await rows.projects.byId(projectId);
  if (project === undefined) return { status: "not_found" };
  const done = async (event: ActivityEvent): Promise<ManagedProject> => {
    await rows.activity.append({ ...writer, at, event, subject: projectId });
    const changed = await rows.projects.byId(projectId);
    if (changed === undefined) throw new Error(`invariant: project ${projectId} was found a moment ago`);
    return { status: "done", project: projectOf(changed) };
  };
  const isArchived = project.archivedAt !== null;
  if (request.action === "update") {
    if (isArchived) return { status: "archived", project: projectOf(project) };
    const { name = project.name, description = project.description, encrypted = project.encrypted } = request;
    const isSame = name === project.name && description === project.description && encrypted === project.encrypted;
    if (isSame) return unchanged(project);
    if (encrypted) await rows.vault.required();
    const named = await rename(rows, project, { name, agent: writer.agent }, at);
    if ("status" in named) return named;
    await rows.projects.update(projectId, { name, nameSlug: named.slug, description, encrypted });
    return await done("project_updated");
  }
  if (isArchived === (request.action === "archive")) return unchanged(project);
  await rows.projects.setArchived(projectId, isArchived ? null : at);
  return await done(isArchived ? "project_restored" : "project_archived");
}

function unchanged(project: ProjectRow): ManagedProject {
  return { status: "done", project: projectOf(project) };
}

/**
 * The slug of the new name, or why the project can't have it. A project keeps its namespace, so a name whose own namespace holds
 * memories would hide them: a project name means the namespace of its project.
 */
async function rename(
  { projects, memories }: WritableRows,
  project: ProjectRow,
  { name, agent }: { readonly name: string; readonly agent: string },
  now: number,
) {
  const named = nameSlug(name);
  if ("problem" in named) return { status: "name_invalid", name, problem: named.problem } as const;
  const taken = await projects.bySlug(named.slug);
  if (taken?.id === project.id) return named;
  if (taken !== undefined) return nameTaken(name, `the project '${taken.name}' (${taken.id})`);
  const namespace = `project/${named.slug}`;
  const [held] = await memories.seenBy({ agent }).list({ namespace, now, limit: 1 });
  return held === undefined ? named : nameTaken(name, `the namespace ${namespace}, which holds memories`);
}

function nameTaken(name: string, owner: string): Extract<ManagedProject, { readonly status: "name_taken" }> {
  return { status: "name_taken", name, owner };
}
