import type { Writer } from "../../store/activity-rows.ts";
import type { MemoryRow, Tier } from "../../store/memory-rows.ts";
import type { ReadableRows, Store, WritableRows } from "../../store/store.ts";
import { placeOfAgent } from "../namespaces/agent-place.ts";
import { namespaceProblem } from "../namespaces/namespace.ts";
import type { Circumstances } from "../service-options.ts";
import { archiveExpired } from "./archive-expired.ts";
import { contentCut } from "./content-cut.ts";
import { countUse } from "./count-use.ts";
import type { MemoriesCall, StoreRequest } from "./memories.ts";
import { storeMemory } from "./store-memory.ts";

// Messages between agents are memories, in a namespace for each agent that gets some. What no inbox has shown has a tag.

const place = "_messages";
const unread = "unread";

/** Bounds an answer, in UTF-8 bytes of the messages as they are shown: what is marked as read must not be cut off later. */
const maxShownBytes = 48 * 1024;

export interface NewMessage {
  /** Agent that should read it. */
  readonly to: string;
  readonly title: string;
  readonly payload: string;
  /** 1 to 10. */
  readonly priority: number;
  readonly tier: Tier;
  readonly writer: Writer;
}

/** Ends the sentence "'…' is not a namespace: …". */
export interface BadAddress {
  readonly status: "bad_address";
  readonly namespace: string;
  readonly problem: string;
}

export interface InboxRequest {
  readonly owner: string;
  readonly isUnreadOnly: boolean;
  readonly marksRead: boolean;
  readonly limit: number;
  readonly writer: Writer;
}

export interface InboxMessage {
  readonly memory: MemoryRow;
  /** As it was sent. */
  readonly title: string;
  /** Its content, cut where it is long. */
  readonly shown: string;
  /** Before this call. */
  readonly isRead: boolean;
}

export interface Inbox {
  readonly status: "open";
  readonly namespace: string;
  /** Newest first. */
  readonly messages: readonly InboxMessage[];
  readonly more: boolean;
}

/** Stores a message beside all others, whatever their titles. */
export async function sendMessage(
  store: Store,
  message: NewMessage,
  circumstances: Circumstances,
  options: MemoriesCall,
): Promise<{ readonly status: "sent"; readonly memory: MemoryRow } | BadAddress> {
  const { to, title, payload, ...given } = message;
  const namespace = placeOfAgent(place, to);
  const problem = namespaceProblem(namespace);
  if (problem !== undefined) return { status: "bad_address", namespace, problem };
  const request: StoreRequest = {
    ...given,
    title,
    content: payload,
    namespace,
    kind: "conversation",
    scope: "collective",
    source: "notify",
    confidence: 1,
    tags: [unread],
    // The title of the memory may get a number.
    metadata: { title, to },
    onConflict: "version",
    force: true,
    leftOut: new Set(),
  };
  const numbered = await storeMemory(store, request, circumstances, options);
  // So many of one title are there that all numbers are taken.
  const other = { ...request, title: `${title} (${circumstances.newId()})` };
  const outcome =
    numbered.status === "title_taken" ? await storeMemory(store, other, circumstances, options) : numbered;
  if (outcome.status !== "created" && outcome.status !== "versioned") {
    throw new Error(`invariant: a message is stored beside all others, not '${outcome.status}'`);
  }
  return { status: "sent", memory: outcome.memory };
}

/** The newest message to an agent that no inbox has shown. */
export async function unreadMessage(
  { memories }: ReadableRows,
  owner: string,
  now: number,
): Promise<InboxMessage | undefined> {
  const namespace = placeOfAgent(place, owner);
  if (namespaceProblem(namespace) !== undefined) return undefined;
  const newest = await memories.list({ namespace, tag: unread, now, limit: 1 });
  return withinAnswer(newest.map(({ memory }) => memory))[0];
}

/** Messages to an agent; marks what it returns as read in the same transaction. */
export async function readInbox(
  rows: WritableRows,
  { owner, isUnreadOnly, marksRead, limit, writer }: InboxRequest,
  now: number,
): Promise<Inbox | BadAddress> {
  const namespace = placeOfAgent(place, owner);
  const problem = namespaceProblem(namespace);
  if (problem !== undefined) return { status: "bad_address", namespace, problem };
  await archiveExpired(rows, now);
  const found = await rows.memories.list({ namespace, tag: isUnreadOnly ? unread : undefined, now, limit: limit + 1 });
  const messages = withinAnswer(found.slice(0, limit).map(({ memory }) => memory));
  if (marksRead) {
    for (const { memory } of messages.filter(({ isRead, memory: { locked } }) => !isRead && !locked)) {
      // To read is not to edit: version and time stay.
      await rows.memories.replace(memory.id, { ...memory, tags: memory.tags.filter((tag) => tag !== unread) });
      await rows.activity.append({ ...writer, at: now, event: "memory_read", subject: memory.id });
    }
    const ids = messages.map(({ memory }) => memory.id);
    await countUse(rows, ids, now);
  }
  return { status: "open", namespace, messages, more: found.length > messages.length };
}

/** The first of them that one answer can show; the first one in any case. */
function withinAnswer(memories: readonly MemoryRow[]): readonly InboxMessage[] {
  const cut = contentCut("");
  const messages: InboxMessage[] = [];
  let bytes = 0;
  for (const memory of memories) {
    const shown = cut(memory.content, Number.POSITIVE_INFINITY);
    bytes += Buffer.byteLength(shown) + Buffer.byteLength(memory.title);
    if (messages.length > 0 && bytes > maxShownBytes) break;
    const { title } = memory.metadata;
    const sent = typeof title === "string" ? title : memory.title;
    messages.push({ memory, title: sent, shown, isRead: !memory.tags.includes(unread) });
  }
  return messages;
}
