import type { Memory, ShownMemory } from "../../../generated/types.ts";

/** A part of a memory that is not always shown. */
export type MemoryField = Exclude<keyof ShownMemory, "id" | "content_length" | "encrypted" | "locked">;

export interface ShownParts {
  readonly detail: "compact" | "full";
  /** Shown beside what is compact. */
  readonly fields: readonly MemoryField[];
  /** Not shown, though `detail` would. */
  readonly without?: MemoryField | undefined;
  /** The namespace that was asked for; undefined: none was. */
  readonly place: string | undefined;
}

/** A memory with everything known of it; the score where words were asked, and the content as it is shown where that is cut. */
export type KnownMemory = Memory & Partial<Pick<ShownMemory, "score">> & { readonly shown?: string };

/**
 * Memories as far as they were asked for. The compact form holds what a reader needs to use one: its id and content, a title
 * that says more than the content, and its place where that is not clear from the question.
 */
export function shownMemories(memories: readonly KnownMemory[], parts: ShownParts): readonly ShownMemory[] {
  const asked: ReadonlySet<MemoryField> = new Set(parts.fields);
  const isFull = parts.detail === "full";
  const tellsPlaces = memories.some(({ namespace }) => namespace !== parts.place);
  return memories.map((memory) => {
    const { id, title, content, namespace, tier, kind, tags, priority, score } = memory;
    const { task_id, updated_at, archived, provenance, encrypted, locked, shown = content } = memory;
    const shows = (field: MemoryField) => (isFull && field !== parts.without) || asked.has(field);
    return {
      id,
      ...(shows("title") || !isSaid(title, shown) ? { title } : {}),
      content: shown,
      ...(shown === content ? {} : { content_length: [...content].length }),
      ...(shows("namespace") || tellsPlaces ? { namespace } : {}),
      ...(shows("tier") ? { tier } : {}),
      ...(shows("kind") ? { kind } : {}),
      ...(shows("tags") ? { tags } : {}),
      ...(shows("priority") ? { priority } : {}),
      ...(score !== undefined && shows("score") ? { score } : {}),
      ...(shows("task_id") ? { task_id } : {}),
      ...(shows("updated_at") ? { updated_at } : {}),
      ...(shows("archived") ? { archived } : {}),
      ...(encrypted === true ? { encrypted } : {}),
      ...(locked === true ? { locked } : {}),
      ...(shows("provenance") ? { provenance } : {}),
    };
  });
}

const longTitle = 200;

/** The first line of the content is the title, or begins with it where it was cut to the length of a title. */
function isSaid(title: string, content: string): boolean {
  const lines = content.split(/[\r\n\u2028\u2029]/u).map((line) => line.trim());
  const first = lines.find((line) => line !== "") ?? "";
  return first === title || (title.length > longTitle && first.startsWith(title));
}
