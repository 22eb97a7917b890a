import type { ProjectRow } from "../../store/project-rows.ts";
import type { SessionPlace } from "../../store/session-rows.ts";
import type { ReadableRows } from "../../store/store.ts";
import type { Lookup } from "../names/look-up.ts";
import { slug } from "../namespaces/namespace.ts";
import { nearestProjects } from "./nearest-projects.ts";
import { type Project, projectOf } from "./project.ts";

/**
 * The project that is called like the git remote or the directory of a session. Of a directory the deepest part counts that names a
 * project: in /home/ann/atlas/src that may be Atlas. Where remote and directory name different projects, neither is meant.
 */
export async function findHere({ projects }: ReadableRows, place: SessionPlace | undefined): Promise<Lookup<Project>> {
  const repository = repositoryOf(place?.gitRemote ?? "");
  const parts = (place?.directory ?? "").split(/[/\\]/u).filter((part) => part !== "");
  const called = async (names: readonly string[]): Promise<ProjectRow | undefined> => {
    for (const name of names) {
      const word = slug(name);
      const project = word === undefined ? undefined : await projects.bySlug(word);
      if (project !== undefined) return project;
    }
    return undefined;
  };
  const byRemote = await called(repository === undefined ? [] : [repository]);
  const byDirectory = await called(parts.toReversed());
  const found = byRemote ?? byDirectory;
  if (byRemote !== undefined && byDirectory !== undefined && byRemote.id !== byDirectory.id) {
    return { status: "ambiguous", candidates: [byRemote, byDirectory].map(({ name, id }) => `${name} (${id})`) };
  }
  if (found !== undefined) return { status: "found", thing: projectOf(found) };
  return { status: "not_found", candidates: await nearestProjects(repository ?? parts.at(-1) ?? "", projects) };
}

/** The last part of a git remote, without '.git': of git@example.com:acme/atlas.git that is atlas. */
function repositoryOf(remote: string): string | undefined {
  const name = remote
    .trim()
    .replace(/\/+$/u, "")
    .split(/[/:\\]/u)
    .at(-1)
    ?.replace(/\.git$/iu, "");
  return name === "" ? undefined : name;
}
