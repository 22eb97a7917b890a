import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { wholeCharacters } from "../../contract/whole-characters.ts";
import type { MemoryContent } from "../../store/memory-rows.ts";
import type { PackFacts } from "../../store/pack-rows.ts";
import type { TaskFacts, TaskStatus } from "../../store/task-rows.ts";
import { controlInLine } from "../namespaces/control-characters.ts";
import { namespaceProblem } from "../namespaces/namespace.ts";

// A pack as one file: JSON, so that a person can read it and a tool can compare two. Ids and times stay behind.

export interface PackFile extends Omit<PackFacts, "updatedAt"> {
  /** This and the other lists: in the order of adding. */
  readonly contexts: readonly { readonly name: string; readonly text: string }[];
  readonly memories: readonly PackedMemory[];
  readonly tasks: readonly PackedTask[];
}

export interface PackedMemory
  extends Pick<
    MemoryContent,
    "content" | "tier" | "kind" | "source" | "priority" | "confidence" | "tags" | "sourceUri" | "metadata"
  > {
  readonly namespace: string;
  readonly title: string;
  readonly scope: (typeof scopes)[number];
}

export interface PackedTask extends TaskFacts {
  /** Name of its project. */
  readonly project: string;
  readonly status: TaskStatus;
  readonly progress: number;
  /** Numbers of entries of this file, from 1: the task that it is a part of, and those that have to be completed before it. */
  readonly partOf: number | null;
  readonly needs: readonly number[];
}

const form = 1;
export const memoryKinds = [
  ...["observation", "reflection", "persona", "concept", "entity", "claim", "relation", "event", "conversation"],
  "decision",
];
/** Private ones stay with their agent. */
export const scopes = ["team", "unit", "org", "collective"] as const;
const maxText = 65_536;
const maxItems = 5_000;

export function writePackFile(pack: PackFile): string {
  return `${JSON.stringify({ pegboard_pack: form, ...pack }, undefined, 2)}\n`;
}

/** Everything is checked as the tools check it. @returns `problem`: what is wrong, and where */
export function readPackFile(text: string): PackFile | { readonly problem: string } {
  try {
    return packIn(wholeCharacters(JSON.parse(text)));
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: "it is not JSON" };
    if (error instanceof Unfit) return { problem: error.message };
    throw error;
  }
}

class Unfit extends Error {}

function packIn(value: Json): PackFile {
  const pack = new Reading(value, "the file");
  if (pack.given.pegboard_pack !== form) throw new Unfit("it has no 'pegboard_pack': 1");
  return {
    name: pack.line("name", 200),
    type: pack.word("type", ["project", "integration", "decision", "custom"]),
    status: pack.word("status", ["draft", "published"]),
    description: pack.text("description"),
    tags: pack.tags(),
    contexts: pack.list("contexts").map((one) => ({ name: one.line("name", 200), text: one.text("text") })),
    memories: pack.list("memories").map(memoryIn),
    tasks: linkedTasks(pack.list("tasks")),
  };
}

function linkedTasks(entries: readonly Reading[]): readonly PackedTask[] {
  const tasks = entries.map((entry) => taskIn(entry, entries.length));
  for (const [index, { partOf, needs, project }] of tasks.entries()) {
    const entry = entries[index];
    if (partOf === index + 1) throw entry?.unfit("partOf", "is the task itself");
    if (needs.includes(index + 1)) throw entry?.unfit("needs", "has the task itself");
    const whole = partOf === null ? undefined : tasks[partOf - 1];
    if (whole !== undefined && whole.project !== project) {
      throw entry?.unfit("partOf", "is a task of another project");
    }
  }
  return tasks;
}

function memoryIn(memory: Reading): PackedMemory {
  const namespace = memory.line("namespace", 512);
  const problem = namespaceProblem(namespace);
  if (problem !== undefined) throw memory.unfit("namespace", `can't be one: ${problem}`);
  const content = memory.text("content");
  if (content.trim() === "") throw memory.unfit("content", "is blank");
  return {
    ...{ namespace, title: memory.line("title", 512), content },
    tier: memory.word("tier", ["short", "mid", "long"]),
    kind: memory.word("kind", memoryKinds),
    scope: memory.word("scope", scopes),
    source: memory.line("source", 128),
    priority: memory.number("priority", { min: 1, max: 10, whole: true }),
    confidence: memory.number("confidence", { min: 0, max: 1, whole: false }),
    tags: memory.tags(),
    sourceUri: memory.given.sourceUri === null ? null : memory.line("sourceUri", 2048),
    metadata: memory.object("metadata"),
  };
}

function taskIn(task: Reading, count: number): PackedTask {
  const due = task.given.due === null ? null : task.line("due", 10);
  if (due !== null && !/^\d{4}-\d\d-\d\d$/.test(due)) throw task.unfit("due", "is not a day such as 2026-12-31");
  return {
    project: task.line("project", 200),
    title: task.line("title", 200),
    description: task.text("description"),
    status: task.word("status", ["todo", "in_progress", "completed"]),
    progress: task.number("progress", { min: 0, max: 100, whole: true }),
    priority: task.word("priority", ["high", "medium", "low"]),
    tags: task.tags(),
    due,
    assignee: task.given.assignee === null ? null : task.line("assignee", 128),
    // Files that were written before there were links have neither.
    partOf: (task.given.partOf ?? null) === null ? null : task.number("partOf", { min: 1, max: count, whole: true }),
    needs: task.given.needs === undefined ? [] : task.entries("needs", count),
  };
}

/** An object of the file, read member by member. */
class Reading {
  readonly given: JsonObject;
  readonly #place: string;

  constructor(value: Json, place: string) {
    if (!isJsonObject(value)) throw new Unfit(`${place} is not an object`);
    this.given = value;
    this.#place = place;
  }

  unfit(member: string, problem: string): Unfit {
    return new Unfit(`'${member}' of ${this.#place} ${problem}`);
  }

  text(member: string): string {
    const value = Object.hasOwn(this.given, member) ? this.given[member] : undefined;
    if (typeof value !== "string") throw this.unfit(member, "is not a text");
    if (Buffer.byteLength(value) > maxText) throw this.unfit(member, `takes more than ${maxText} bytes`);
    return value;
  }

  line(member: string, maxLength: number): string {
    const line = this.text(member);
    if (line.trim() === "") throw this.unfit(member, "is blank");
    if ([...line].length > maxLength) throw this.unfit(member, `has more than ${maxLength} characters`);
    const character = controlInLine(line);
    if (character !== undefined) throw this.unfit(member, `has the control character ${character}`);
    return line;
  }

  word<Word extends string>(member: string, words: readonly Word[]): Word {
    const given = this.text(member);
    const word = words.find((one) => one === given);
    if (word === undefined) throw this.unfit(member, `is none of ${words.join(", ")}`);
    return word;
  }

  number(member: string, { min, max, whole }: { readonly min: number; readonly max: number; readonly whole: boolean }) {
    const value = this.given[member];
    if (typeof value !== "number" || value < min || value > max || (whole && !Number.isInteger(value))) {
      throw this.unfit(member, `is not a ${whole ? "whole " : ""}number from ${min} to ${max}`);
    }
    return value;
  }

  object(member: string): JsonObject {
    return new Reading(this.given[member] ?? null, `'${member}' of ${this.#place}`).given;
  }

  /** Numbers of entries, each once. */
  entries(member: string, count: number): readonly number[] {
    const value = this.given[member];
    if (!Array.isArray(value)) throw this.unfit(member, "is not a list");
    const numbers = value.filter(
      (one: Json): one is number => typeof one === "number" && Number.isInteger(one) && one >= 1 && one <= count,
    );
    if (numbers.length < value.length) throw this.unfit(member, `has what is not a number from 1 to ${count}`);
    return [...new Set(numbers)];
  }

  tags(): readonly string[] {
    const { tags } = this.given;
    if (!Array.isArray(tags) || tags.length > 50) throw this.unfit("tags", "is not a list of at most 50 texts");
    return tags.map((tag: Json, index) => new Reading({ tag }, `tag ${index + 1} of ${this.#place}`).line("tag", 128));
  }

  list(member: string): readonly Reading[] {
    const value = this.given[member];
    if (!Array.isArray(value)) throw this.unfit(member, "is not a list");
    if (value.length > maxItems) throw this.unfit(member, `has more than ${maxItems} entries`);
    return value.map((item: Json, index) => new Reading(item, `entry ${index + 1} of '${member}'`));
  }
}
