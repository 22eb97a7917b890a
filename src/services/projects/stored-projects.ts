import { randomUUID } from "node:crypto";
import { nameKey } from "../../store/name-key.ts";
import type { ProjectRow } from "../../store/project-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import { idPrefix, maxIdsShown, withId } from "../names/id-prefix.ts";
import { likest, maxCompared, similarFrom } from "../names/likeness.ts";
import { namespaceProblem } from "../namespaces/namespace.ts";
import { slug } from "../namespaces/slug.ts";
import { isBadCursor, pageOf } from "../paging/cursor.ts";
import type { ServiceOptions } from "../service-options.ts";
import type { CreatedProject, CreateProject, Project, ProjectLookup, Projects } from "./projects.ts";

export function storedProjects({ store, clock }: ServiceOptions): Projects {
  return {
    find: (project) => store.read((rows) => findProject(rows, project)),
    async list({ limit, cursor, query }) {
      const text = query === "" ? undefined : query;
      const page = await pageOf<ProjectRow>({
        list: ["projects", { query: text }],
        cursor,
        limit,
        keyLength: 1,
        keyOf: ({ row }) => [row],
        fetch: (after, max) =>
          store.read(({ projects }) =>
            projects.list({
              limit: max,
              ...(text === undefined ? {} : { query: text }),
              ...(after?.[0] === undefined ? {} : { before: after[0] }),
            }),
          ),
      });
      return isBadCursor(page) ? page : { ...page, items: page.items.map(projectOf) };
    },
    create: (request) => store.write((rows) => createProject(rows, request, clock())),
    count: () => store.read(({ projects }) => projects.count()),
  };
}

async function findProject({ projects }: ReadableRows, text: string): Promise<ProjectLookup> {
  const byId = await projects.byId(text.toLowerCase());
  if (byId !== undefined) return { status: "found", project: projectOf(byId) };
  const word = slug(text);
  const bySlug = word === undefined ? undefined : await projects.bySlug(word);
  if (bySlug !== undefined) return { status: "found", project: projectOf(bySlug) };
  const prefix = idPrefix(text);
  const [first, ...others] = prefix === undefined ? [] : await projects.byIdPrefix(prefix, maxIdsShown);
  if (first === undefined) {
    const near = likest(text, await projects.near(nameKey(text), maxCompared));
    return { status: "not_found", candidates: near.map(({ thing }) => thing.name) };
  }
  if (others.length === 0) return { status: "found", project: projectOf(first) };
  return { status: "ambiguous", candidates: [first, ...others].map(({ name, id }) => withId(name, id)) };
}

/** Searches the same and similar names and creates, in one transaction, so that two agents can't create the same. */
async function createProject(rows: WritableRows, request: CreateProject, now: number): Promise<CreatedProject> {
  const { name, description, force, writer } = request;
  const word = slug(name);
  if (word === undefined) return { status: "name_invalid", problem: "it contains no letter or digit" };
  const problem = namespaceProblem(`project/${word}`);
  if (problem !== undefined) return { status: "name_invalid", problem };
  const same = await rows.projects.bySlug(word);
  if (same !== undefined) return { status: "exists", project: projectOf(same) };
  if (!force) {
    const similar = likest(name, await rows.projects.near(nameKey(name), maxCompared), similarFrom);
    if (similar.length > 0) {
      return {
        status: "similar_exists",
        similar: similar.map(({ thing, likeness }) => ({ id: thing.id, name: thing.name, similarity: likeness })),
      };
    }
  }
  const id = randomUUID();
  const { agent, sessionId: session } = writer;
  await rows.projects.insert({ id, name, slug: word, description, createdBy: agent, session, createdAt: now });
  await rows.activity.append({ at: now, event: "project_created", subject: id, agent, session });
  const created = await rows.projects.byId(id);
  if (created === undefined) throw new Error(`invariant: project ${id} was written a moment ago`);
  return { status: "created", project: projectOf(created) };
}

function projectOf({ row: _row, session: _session, ...project }: ProjectRow): Project {
  return project;
}
