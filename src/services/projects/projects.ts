import { randomUUID } from "node:crypto";
import type { Writer } from "../../store/activity-rows.ts";
import type { ProjectList, ProjectRow } from "../../store/project-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import { erase } from "../erase.ts";
import { likest, similarFrom } from "../names/likeness.ts";
import { type Lookup, lookUp } from "../names/look-up.ts";
import { slug } from "../namespaces/namespace.ts";
import { type BadCursor, type Page, type PageRequest, pageOf } from "../paging/page.ts";
import type { ServiceOptions } from "../service-options.ts";
import { findHere } from "./find-here.ts";
import { type ManageProject, manageProject } from "./manage-project.ts";
import { nearestProjects } from "./nearest-projects.ts";
import { nameSlug, type Project, projectOf } from "./project.ts";

// Projects: places that tasks and memories belong to. Times are milliseconds since 1970.

export type Projects = ReturnType<typeof storedProjects>;

export interface ListProjects extends PageRequest, Pick<ProjectList, "query" | "archived"> {}

export interface CreateProject {
  readonly name: string;
  readonly description: string;
  /** Creates it even if a similar name exists. */
  readonly force: boolean;
  /** New memories, tasks and notes of it are encrypted. */
  readonly encrypted?: boolean | undefined;
  readonly writer: Writer;
}

export type CreatedProject =
  | { readonly status: "created" | "exists"; readonly project: Project }
  /** `similarity` is 0.6 to 1. */
  | {
      readonly status: "similar_exists";
      readonly similar: readonly { readonly id: string; readonly name: string; readonly similarity: number }[];
    }
  | { readonly status: "name_invalid"; readonly problem: string };

/** What names the project of the session. */
export const here = ".";

export function storedProjects({ store, clock }: ServiceOptions) {
  return {
    /**
     * Finds the one project that a text means: its id, its name or the name that its namespace has (whatever the letter case; exact
     * after slugging), or the first four characters of its id or more. A name wins over the beginning of an id; nothing else
     * is guessed. '.' is the project that is called like the directory or the git remote of the session (`find-here.ts`).
     */
    find: (text: string, session?: string): Promise<Lookup<Project>> =>
      store.read(async (rows) => {
        if (text !== here) return findProject(rows, text);
        return findHere(rows, session === undefined ? undefined : await rows.sessions.placeOf(session));
      }),
    /** Newest first. */
    async list(request: ListProjects): Promise<Page<Project> | BadCursor> {
      const { archived, limit, cursor } = request;
      const query = request.query === "" ? undefined : request.query;
      return await pageOf<ProjectRow, Project>({
        list: ["projects", { query, archived }],
        cursor,
        limit,
        keyLength: 1,
        keyOf: ({ row }) => [row],
        fetch: (after, max) =>
          store.read(({ projects }) => projects.list({ query, archived, limit: max, before: after?.[0] })),
        itemOf: projectOf,
      });
    },
    create: (request: CreateProject) => store.write((rows) => createProject(rows, request, clock())),
    /** Renames, describes, archives or restores: in one transaction with its line of the activity log. */
    manage: (request: ManageProject) => store.write((rows) => manageProject(rows, request, clock())),
    /** @returns undefined: it is not there */
    statistics: (projectId: string, agent: string | undefined) =>
      store.read(async ({ projects }) => {
        if ((await projects.byId(projectId)) === undefined) return undefined;
        return await projects.statistics(projectId, { agent }, clock());
      }),
    /** How much would go with it, if this agent deletes it. */
    countContents: (projectId: string, agent: string) =>
      store.read(({ projects }) => projects.countContents(projectId, { agent })),
    /**
     * Deletes a project with its tasks and the memories that the writer sees, from the files too; private ones of others stay in its
     * namespace. @returns undefined: it is not there
     */
    remove: (projectId: string, writer: Writer) =>
      erase(store, (rows) => removeProject(rows, projectId, writer, clock())),
    /** Without archived ones. */
    count: () => store.read(({ projects }) => projects.count()),
  };
}

async function findProject({ projects }: ReadableRows, text: string): Promise<Lookup<Project>> {
  const word = slug(text);
  const bySlug = async () => (word === undefined ? undefined : await projects.bySlug(word));
  const whole = (await projects.byId(text.toLowerCase())) ?? (await bySlug());
  const found = await lookUp(text, {
    whole,
    byIdPrefix: projects.byIdPrefix,
    labelOf: ({ name }) => name,
    thingOf: projectOf,
  });
  if (found.status !== "not_found") return found;
  return { ...found, candidates: await nearestProjects(text, projects) };
}

/** Searches the same and similar names and creates, in one transaction, so that two agents can't create the same. */
export async function createProject(
  { projects, activity, vault }: WritableRows,
  { name, description, force, encrypted = false, writer }: CreateProject,
  at: number,
): Promise<CreatedProject> {
  const named = nameSlug(name);
  if ("problem" in named) return { status: "name_invalid", problem: named.problem };
  const same = await projects.bySlug(named.slug);
  if (same !== undefined) return { status: "exists", project: projectOf(same) };
  const similar = force ? [] : await likest(name, projects, similarFrom);
  if (similar.length > 0) {
    return {
      status: "similar_exists",
      similar: similar.map(({ thing, likeness }) => ({ id: thing.id, name: thing.name, similarity: likeness })),
    };
  }
  if (encrypted) await vault.required();
  const id = randomUUID();
  const { agent: createdBy, session } = writer;
  await projects.insert({ id, name, slug: named.slug, description, createdBy, session, createdAt: at, encrypted });
  await activity.append({ ...writer, at, event: "project_created", subject: id });
  const created = await projects.byId(id);
  if (created === undefined) throw new Error(`invariant: project ${id} was written a moment ago`);
  return { status: "created", project: projectOf(created) };
}

/** Each thing that goes has its line in the activity log. @returns how many went with the project */
async function removeProject({ projects, activity }: WritableRows, projectId: string, writer: Writer, at: number) {
  if ((await projects.byId(projectId)) === undefined) return undefined;
  const { taskIds, memoryIds } = await projects.remove(projectId, writer);
  for (const subject of taskIds) await activity.append({ ...writer, at, event: "task_deleted", subject });
  for (const subject of memoryIds) await activity.append({ ...writer, at, event: "memory_removed", subject });
  await activity.append({ ...writer, at, event: "project_deleted", subject: projectId });
  return { tasks: taskIds.length, memories: memoryIds.length };
}
