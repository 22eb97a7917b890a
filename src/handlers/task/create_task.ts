import type { AdaptCreateTask, AdaptCreateTaskResult } from "../../../generated/contracts/task_create.ts";
import { ramorieTask } from "./ramorie-task.ts";

const maxTitleLength = 120;

/** The old tool had a description only and used it as the title: now its first sentence is the title. */
export const createTask: AdaptCreateTask = (old) => ({
  project: old.project,
  title: firstSentence(old.description, maxTitleLength),
  description: old.description,
  ...(old.priority === undefined ? {} : { priority: old.priority }),
  ...(old.encryption_scope === undefined ? {} : { encryption_scope: old.encryption_scope }),
});

export const createTaskResult: AdaptCreateTaskResult = (result) => ({
  ...ramorieTask(result),
  _context: result._context,
  _created_in_project: result.project,
  _created_by_agent: result.created_by,
  _message: `Task created in '${result.project}'`,
  _encrypted: result.encrypted === true,
  ...(result.encrypted === true ? { _encryption_scope: "personal" } : {}),
});

/**
 * The first sentence of a text on one line, as a title: without its full stop, white space as single blanks, cut at a
 * word where it is longer than so many characters. A line end closes a sentence too.
 */
export function firstSentence(text: string, maxLength: number): string {
  const line = text.split(/[\r\n\u2028\u2029]/u).find((candidate) => candidate.trim() !== "") ?? text;
  const flat = line.trim().replaceAll(/\s+/gu, " ");
  const sentence = flat.match(/^.*?[.!?](?= |$)/u)?.[0] ?? flat;
  return cut(sentence.replace(/(?<=[^.])\.$/u, ""), maxLength);
}

/** Cut at the last blank in the second half, else in the middle of a word; what was cut off is marked by '…'. */
function cut(sentence: string, maxLength: number): string {
  const characters = [...sentence];
  if (characters.length <= maxLength) return sentence;
  const kept = characters.slice(0, maxLength - 1);
  const blank = kept.lastIndexOf(" ");
  return `${kept
    .slice(0, blank > kept.length / 2 ? blank : kept.length)
    .join("")
    .trimEnd()}…`;
}
