import type { ShownMemory } from "../../../generated/types.ts";
import { withControlsShown } from "../../services/namespaces/control-characters.ts";
import { milliseconds } from "../instant.ts";
import { shortId } from "./short-id.ts";
import type { KnownMemory } from "./shown-memories.ts";

export interface TextParts {
  /** Sentences below the memories. */
  readonly notes: readonly string[];
  /** Who asked, and where. */
  readonly context: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Memories as text: one line for each, unless a content has several, with the beginning of its id, which every tool takes.
 * Place and age stand there where they matter: a place that is not clear from the question, an age that makes one doubt.
 */
export function memoriesText(
  known: readonly KnownMemory[],
  shown: readonly ShownMemory[],
  { notes, context, now }: TextParts,
): string {
  const ids = shortIds(shown.map(({ id }) => id));
  const blocks = known.map((memory, index) => {
    const { title, namespace, content = memory.content } = shown[index] ?? {};
    const facts = [namespace, memory.archived ? "archived" : undefined, ageOf(memory, now)];
    const place = facts.filter((fact) => fact !== undefined).join(", ");
    const head = [ids[index], ...(place === "" ? [] : [`[${place}]`]), ...(title === undefined ? [] : [`${title}:`])];
    const lines = content.split(lineEnd).map(withControlsShown);
    // Indented, so that no line of a content can pass for another memory.
    return `${head.join(" ")}${title !== undefined && lines.length > 1 ? "\n  " : " "}${lines.join("\n  ")}`;
  });
  const between = blocks.some((block) => block.includes("\n")) ? "\n\n" : "\n";
  return [blocks.join(between), ...notes, context].filter((part) => part !== "").join("\n");
}

const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;

/** The beginnings of ids, as long as they differ; else the whole ids. */
function shortIds(ids: readonly string[]): readonly string[] {
  const short = ids.map(shortId);
  return new Set(short).size === ids.length ? short : ids;
}

const dayMs = 86_400_000;
const oldDays = 30;

/** "5 months old"; undefined for what was written in the last 30 days. */
function ageOf({ updated_at: updatedAt }: KnownMemory, now: number): string | undefined {
  const days = Math.floor((now - milliseconds(updatedAt)) / dayMs);
  if (days < oldDays) return undefined;
  if (days < 2 * oldDays) return `${days} days old`;
  const months = Math.floor(days / 30.44);
  return months < 24 ? `${months} months old` : `${Math.floor(days / 365.25)} years old`;
}
