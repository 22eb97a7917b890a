import { createHash } from "node:crypto";
import { characterStart } from "../../contract/utf8.ts";
import type { Writer } from "../../store/activity-rows.ts";
import type { OffloadedText } from "../../store/offload-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import type { Circumstances } from "../service-options.ts";

// Long texts that are kept aside: no recall finds them, and what names one gets it back as it was.

/** Bounds one part of a text, in UTF-8 bytes. */
const maxPartBytes = 65_536;

export interface OffloadRequest {
  readonly content: string;
  readonly namespace: string;
  /** undefined: it has no end. */
  readonly lifeMs: number | undefined;
  readonly writer: Writer;
}

export type DereferencedText =
  | {
      readonly status: "found";
      readonly text: OffloadedText;
      readonly part: string;
      /** Where the next part begins, in UTF-16 units; undefined behind the last. */
      readonly next: number | undefined;
    }
  | { readonly status: "not_found" }
  /** It is not what was stored. */
  | { readonly status: "damaged" };

export async function offload(
  rows: WritableRows,
  { content, namespace, lifeMs, writer }: OffloadRequest,
  { now, newId }: Circumstances,
): Promise<OffloadedText> {
  const { agent, session } = writer;
  await rows.offloaded.removeExpired(now);
  const expiresAt = lifeMs === undefined ? null : now + lifeMs;
  const text = { id: newId(), namespace, content, sha256: hashOf(content), agent, session, storedAt: now, expiresAt };
  await rows.offloaded.insert(text);
  await rows.activity.append({ ...writer, at: now, event: "text_offloaded", subject: text.id });
  return text;
}

/** @param offset where the part begins, in UTF-16 units; within a character: at its beginning */
export async function dereference(
  { offloaded }: ReadableRows,
  { id, offset }: { readonly id: string; readonly offset: number },
  now: number,
): Promise<DereferencedText> {
  const text = await offloaded.find(id.toLowerCase(), now);
  if (text === undefined) return { status: "not_found" };
  if (hashOf(text.content) !== text.sha256) return { status: "damaged" };
  const begin = characterStart(text.content, offset);
  const part = partOf(text.content, begin);
  const end = begin + part.length;
  return { status: "found", text, part, next: end < text.content.length ? end : undefined };
}

function partOf(content: string, offset: number): string {
  let bytes = 0;
  let end = offset;
  for (const character of content.slice(offset)) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxPartBytes) break;
    end += character.length;
  }
  return content.slice(offset, end);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
