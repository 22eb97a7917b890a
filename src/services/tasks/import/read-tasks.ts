import { wholeCharacters } from "../../../contract/whole-characters.ts";
import { readGitHubIssues } from "./github-issues.ts";
import type { TaskSource, Unreadable } from "./imported-task.ts";
import { readMarkdownList } from "./markdown-list.ts";
import { readTaskMaster } from "./task-master.ts";

export type ImportForm = "task-master" | "markdown" | "github";

/**
 * The tasks of a file of another program.
 * @param form undefined: an object of JSON is Task Master's, a list is GitHub's, anything else a check list in Markdown
 */
export function readTasks(text: string, form?: ImportForm): TaskSource | Unreadable {
  if (form === "markdown") return readMarkdownList(text);
  const value = parsed(text);
  if (value === undefined) return form === undefined ? readMarkdownList(text) : { problem: "it is not JSON" };
  const isIssues = form === undefined ? Array.isArray(value) : form === "github";
  return isIssues ? readGitHubIssues(value) : readTaskMaster(value);
}

function parsed(text: string): unknown {
  try {
    return wholeCharacters(JSON.parse(text.replace(/^\uFEFF/u, "")));
  } catch {
    // Another form.
    return undefined;
  }
}
