import { createHash } from "node:crypto";
import { type ImportedTask, type TaskSource, tagsOf, textOf, titleOf, type Unreadable } from "./imported-task.ts";

// A check list in Markdown: "- [ ] title" is to do, "[x]" done, "[-]" and "[/]" in progress. Deeper entries are subtasks; indented text
// below an entry is its description; "#word" in a title is a tag. Fenced code is left out.

interface Entry {
  readonly indent: number;
  readonly title: string;
  readonly mark: string;
  readonly parent: Entry | undefined;
  readonly lines: string[];
  readonly key: string;
}

const item = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX/-])\][ \t]+(\S.*)$/u;

/** A task is known again by its title and those above it: where one changes, it is another task. */
export function readMarkdownList(text: string): TaskSource | Unreadable {
  const entries: Entry[] = [];
  const seen = new Map<string, number>();
  let fence = "";
  for (const line of text.split(/\r\n?|\n/u)) {
    const [mark = ""] = /^[ \t]*(?:`{3,}|~{3,})/u.exec(line) ?? [];
    if (fence !== "" || mark !== "") {
      if (fence === "") fence = mark.trim().slice(0, 3);
      else if (mark.trim().startsWith(fence)) fence = "";
      continue;
    }
    const [, space, box = " ", title = ""] = item.exec(line) ?? [];
    if (space === undefined) {
      const last = entries.at(-1);
      if (last !== undefined && line.trim() !== "" && indentOf(line) > last.indent) last.lines.push(line.trim());
      continue;
    }
    const indent = indentOf(space);
    const parent = parentAt(entries.at(-1), indent);
    const path = `${parent?.key ?? ""}\n${title.trim()}`;
    const count = (seen.get(path) ?? 0) + 1;
    seen.set(path, count);
    const key = createHash("sha256").update(`${path}\n${count}`, "utf8").digest("hex").slice(0, 32);
    entries.push({ indent, title, mark: box, parent, lines: [], key });
  }
  if (entries.length === 0) return { problem: "it has no entry like '- [ ] title'" };
  return { source: "markdown", tasks: entries.map(taskOf) };
}

function taskOf({ key, title, mark, parent, lines }: Entry): ImportedTask {
  const tags = [...title.matchAll(/(?<=^|\s)#(\p{L}[\p{L}\p{N}_-]*)/gu)].map(([, tag]) => tag);
  return {
    key,
    title: titleOf(title, title),
    description: textOf(lines.join("\n")),
    status: mark === " " ? "todo" : mark.toLowerCase() === "x" ? "completed" : "in_progress",
    ...{ priority: "medium", tags: tagsOf(tags), due: null, assignee: null, needs: [] },
    parent: parent?.key ?? null,
  };
}

/** The nearest entry above that is less deep. */
function parentAt(last: Entry | undefined, indent: number): Entry | undefined {
  let entry = last;
  while (entry !== undefined && entry.indent >= indent) entry = entry.parent;
  return entry;
}

/** A tab counts as four blanks. */
function indentOf(line: string): number {
  const [space = ""] = /^[ \t]*/u.exec(line) ?? [];
  return space.replaceAll("\t", "    ").length;
}
