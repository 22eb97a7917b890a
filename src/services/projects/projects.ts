import type { BadCursor, Page, PageRequest } from "../paging/page.ts";
import type { Writer } from "../writer.ts";

// Projects: places that tasks and memories belong to. Times are milliseconds since 1970.

export interface Projects {
  /**
   * Finds the one project that a text means: its id, its name (whatever the letter case; exact after slugging), or the
   * first four characters of its id or more. A name wins over the beginning of an id; nothing else is guessed.
   */
  find(project: string): Promise<ProjectLookup>;
  /** Newest first. */
  list(request: PageRequest & { readonly query?: string }): Promise<Page<Project> | BadCursor>;
  create(request: CreateProject): Promise<CreatedProject>;
  count(): Promise<number>;
}

export type ProjectLookup =
  | { readonly status: "found"; readonly project: Project }
  /** Nearest names, best first, at most five. */
  | { readonly status: "not_found"; readonly candidates: readonly string[] }
  /** "name (id)" of each. */
  | { readonly status: "ambiguous"; readonly candidates: readonly string[] };

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly openTasks: number;
  readonly createdBy: string;
  readonly createdAt: number;
}

export interface CreateProject {
  readonly name: string;
  readonly description: string;
  /** Creates it even if a similar name exists. */
  readonly force: boolean;
  readonly writer: Writer;
}

export type CreatedProject =
  | { readonly status: "created" | "exists"; readonly project: Project }
  | { readonly status: "similar_exists"; readonly similar: readonly SimilarProject[] }
  /** The name has no letter or digit. */
  | { readonly status: "name_invalid"; readonly problem: string };

export interface SimilarProject {
  readonly id: string;
  readonly name: string;
  /** 0.6 to 1. */
  readonly similarity: number;
}
