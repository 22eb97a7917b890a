import type { Writer } from "../../store/activity-rows.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import { stem } from "../../store/stem.ts";
import type { WritableRows } from "../../store/store.ts";
import { words } from "../../store/words.ts";
import { archiveExpired } from "../memories/archive-expired.ts";
import { memoryAt } from "../memories/memory-at.ts";
import { updateIn } from "../memories/update-memory.ts";
import type { Circumstances } from "../service-options.ts";
import { tellingWords } from "./telling-words.ts";

export interface TagRequest {
  /** Whole id. */
  readonly id: string;
  readonly writer: Writer;
}

export type TagOutcome =
  | {
      readonly status: "tagged" | "unchanged";
      readonly memory: MemoryRow;
      readonly added: readonly string[];
      readonly method: "words" | "model";
      /** Id of the archived version before. */
      readonly replaced: string | undefined;
    }
  | { readonly status: "not_found" }
  /** `encrypted`: tags are not, so none is made of its words. */
  | { readonly status: "archived" | "encrypted"; readonly memory: MemoryRow };

const maxAdded = 5;
const maxTags = 50;

/** What a model says of one version of a memory. */
export interface ProposedTags {
  readonly version: number;
  readonly tags: readonly string[];
}

/**
 * Adds words that tell what a memory is about, unless a tag of it has them already. The same words are chosen each time.
 * @param proposed in place of the words, unless the memory has changed since
 */
export async function tagMemory(
  rows: WritableRows,
  { id, writer }: TagRequest,
  circumstances: Circumstances,
  proposed?: ProposedTags,
): Promise<TagOutcome> {
  await archiveExpired(rows, circumstances.now);
  const memory = await memoryAt(rows, id);
  if (memory === undefined) return { status: "not_found" };
  if (memory.archivedAt !== null) return { status: "archived", memory };
  if (memory.encrypted) return { status: "encrypted", memory };
  const known = new Set(memory.tags.flatMap((tag) => words(tag).map(stem)));
  const isProposed = proposed?.version === memory.version;
  const method = isProposed ? "model" : "words";
  const telling = isProposed
    ? proposed.tags
    : await tellingWords(rows, memory, { limit: maxAdded, now: circumstances.now });
  const isNew = (tag: string) => words(tag).some((word) => !known.has(stem(word)));
  const added = telling.filter(isNew).slice(0, maxTags - memory.tags.length);
  if (added.length === 0) return { status: "unchanged", memory, added, method, replaced: undefined };
  const changes = { tags: [...memory.tags, ...added] };
  const outcome = await updateIn(rows, { id, changes, editSource: "llm", writer }, circumstances);
  if (outcome.status !== "updated")
    throw new Error(`invariant: new tags of ${id} are a change, not '${outcome.status}'`);
  return { status: "tagged", memory: outcome.memory, added, method, replaced: outcome.replaced };
}
