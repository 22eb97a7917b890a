import type { JsonObject } from "../../../contract/json.ts";
import type { Relation } from "../../../store/graph-rows.ts";
import type { Tier } from "../../../store/memory-rows.ts";

/** What another program remembers, in our words. Texts are as they were; whether they are allowed is found out when they are stored. */
export interface ForeignMemories {
  readonly memories: readonly ForeignMemory[];
  readonly links: readonly ForeignLink[];
  /** What the form has and we can't keep, in words. */
  readonly losses: readonly string[];
}

export interface ForeignMemory {
  /** What links call it. */
  readonly key: string;
  /** undefined: the first line of the content. */
  readonly title: string | undefined;
  readonly content: string;
  readonly tags: readonly string[];
  readonly kind: string;
  /** undefined: the namespace of the import. */
  readonly namespace?: string | undefined;
  /** Below that namespace, joined by `/`. */
  readonly below?: string | undefined;
  readonly tier?: Tier | undefined;
  readonly priority?: number | undefined;
  readonly confidence?: number | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt?: number | undefined;
  readonly metadata?: JsonObject | undefined;
}

export interface ForeignLink {
  readonly from: string;
  readonly to: string;
  readonly relation: Relation;
  /** The other program's word for it, where ours says less. */
  readonly reason: string;
  readonly validFrom?: number | undefined;
}

/** What the file is, where it can't be read as what it should be; ends the sentence "'x' can't be read: …". */
export interface Unreadable {
  readonly problem: string;
}

export const maxForeignMemories = 20_000;

/** A time of ISO 8601 or in seconds since 1970. */
export function timeFrom(value: unknown): number | undefined {
  const at = typeof value === "number" ? value * 1_000 : typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isFinite(at) && at >= 0 ? Math.trunc(at) : undefined;
}

/** Names of people and folders as a part of a namespace. */
export function namespacePart(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "");
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
