import { controlInName } from "./control-characters.ts";

/** The namespace of a memory, or why the given names mean none. */
export type Place =
  | { readonly kind: "place"; readonly namespace: string }
  | { readonly kind: "anywhere" }
  | { readonly kind: "invalid"; readonly given: string; readonly problem: string }
  | { readonly kind: "conflict"; readonly namespace: string; readonly project: string };

export interface PlaceNames {
  readonly namespace?: string | undefined;
  readonly project?: string | undefined;
}

/** The namespace of a memory without one. */
export const defaultNamespace = "global";

const maxLength = 512;
const maxDepth = 8;

/**
 * Resolves the two ways to name a place: a namespace, or a project by its name, short for `project/<slug>`. Both may be given when
 * the namespace is the project's or below it; then the namespace counts.
 */
export function placeOf({ namespace, project }: PlaceNames): Place {
  const problem = namespace === undefined ? undefined : namespaceProblem(namespace);
  if (namespace !== undefined && problem !== undefined) return { kind: "invalid", given: namespace, problem };
  if (project === undefined) return namespace === undefined ? { kind: "anywhere" } : { kind: "place", namespace };
  const projectPlace = projectNamespace(project);
  if (projectPlace.kind === "invalid") return projectPlace;
  if (namespace === undefined) return projectPlace;
  if (isAtOrBelow(namespace, projectPlace.namespace)) return { kind: "place", namespace };
  return { kind: "conflict", namespace, project };
}

export function isAtOrBelow(namespace: string, ancestor: string): boolean {
  return namespace === ancestor || namespace.startsWith(`${ancestor}/`);
}

/** The namespace so many levels up, the topmost one where there are not as many. */
export function ancestor(namespace: string, levels: number): string {
  const parts = namespace.split("/");
  return parts.slice(0, Math.max(1, parts.length - levels)).join("/");
}

/** What is wrong with a namespace, in words; undefined when nothing is. */
export function namespaceProblem(namespace: string): string | undefined {
  if ([...namespace].length > maxLength) return `it is longer than ${maxLength} characters`;
  const parts = namespace.split("/");
  if (parts.length > maxDepth) return `it has ${parts.length} levels, at most ${maxDepth} are allowed`;
  if (parts.some((part) => part === "")) return "a word between two '/' is empty";
  if (parts.some((part) => part === "." || part === "..")) return "'.' and '..' are not words";
  if (/\s/u.test(namespace)) return "it contains white space";
  return controlProblem(namespace);
}

function projectNamespace(project: string): Extract<Place, { kind: "place" | "invalid" }> {
  const hidden = controlProblem(project);
  if (hidden !== undefined) return { kind: "invalid", given: project, problem: hidden };
  const word = slug(project);
  if (word === undefined) return { kind: "invalid", given: project, problem: "it contains no letter or digit" };
  const namespace = `project/${word}`;
  const problem = namespaceProblem(namespace);
  return problem === undefined ? { kind: "place", namespace } : { kind: "invalid", given: project, problem };
}

function controlProblem(name: string): string | undefined {
  const control = controlInName(name);
  return control === undefined ? undefined : `it contains the control character ${control}`;
}

/**
 * A name as one word of a namespace: NFKC, lower case, and every run of anything but letters, digits and marks of any
 * script, '.', '_' and '-' becomes one '-'. A slug is its own slug.
 * @returns undefined when the name contains no letter or digit
 */
export function slug(name: string): string | undefined {
  const folded = name.normalize("NFKC").toLowerCase().normalize("NFKC");
  const word = folded.replaceAll(/[^\p{L}\p{N}\p{M}._-]+/gu, "-").replaceAll(/^-+|-+$/g, "");
  return /[\p{L}\p{N}]/u.test(word) ? word : undefined;
}
