import type { TaskPriority, TaskStatus } from "../../../store/task-rows.ts";

/** A task as a file of another program has it. */
export interface ImportedTask {
  /** Names it in its source, today and when the file is read again. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly status: TaskStatus;
  readonly priority: TaskPriority;
  readonly tags: readonly string[];
  readonly due: string | null;
  readonly assignee: string | null;
  /** Key of the task that it is a part of, which comes before it. */
  readonly parent: string | null;
  /** Keys of the tasks that it waits for. */
  readonly needs: readonly string[];
}

/** What a file holds. */
export interface TaskSource {
  /** Names the source, so that no task is taken twice: "task-master", "markdown", "github:acme/atlas". */
  readonly source: string;
  readonly tasks: readonly ImportedTask[];
}

/** The file has another form. */
export interface Unreadable {
  readonly problem: string;
}

const maxTitle = 200;
const maxText = 16_000;
const maxTag = 128;

/** Limits are those of the tools. @returns the title on one line, never blank */
export function titleOf(text: unknown, otherwise: string): string {
  const line = typeof text === "string" ? text.replaceAll(/\s+/gu, " ").trim() : "";
  return [...(line === "" ? otherwise : line)].slice(0, maxTitle).join("");
}

export function textOf(...parts: readonly unknown[]): string {
  const texts = parts.filter((part): part is string => typeof part === "string" && part.trim() !== "");
  return [...texts.join("\n\n")].slice(0, maxText).join("");
}

export function tagsOf(words: readonly unknown[]): readonly string[] {
  const tags = words.filter((word): word is string => typeof word === "string" && word.trim() !== "");
  return [...new Set(tags.map((tag) => [...tag.trim()].slice(0, maxTag).join("")))].slice(0, 50);
}

/** The first day of a date-time or a date; null for anything else. */
export function dayOf(text: unknown): string | null {
  const day = typeof text === "string" ? text.slice(0, 10) : "";
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? null : day;
}

export function priorityOf(word: unknown): TaskPriority {
  const known = typeof word === "string" ? word.toLowerCase() : "";
  if (["critical", "urgent", "high"].includes(known)) return "high";
  return known === "low" ? "low" : "medium";
}

/** An object of JSON; undefined for anything else. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
