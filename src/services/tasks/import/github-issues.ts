import {
  dayOf,
  type ImportedTask,
  listOf,
  objectOf,
  priorityOf,
  type TaskSource,
  tagsOf,
  textOf,
  titleOf,
  type Unreadable,
} from "./imported-task.ts";

// Issues as `gh issue list --json …` and GitHub's REST API write them: a list of objects. Pull requests are left out. An issue is a
// part of another one by `parent`, by its list of sub-issues, or by an entry "- [ ] #12" of its text; it waits for others by
// `blockedBy`, or by "depends on #12" and "blocked by #12" in its text.

type Issue = Readonly<Record<string, unknown>>;

export function readGitHubIssues(value: unknown): TaskSource | Unreadable {
  const all = Array.isArray(value) ? value : listOf(objectOf(value)?.items);
  const issues = all
    .flatMap((each): readonly Issue[] => {
      const issue = objectOf(each);
      return issue === undefined ? [] : [issue];
    })
    .filter((issue) => issue.pull_request === undefined && numberOf(issue) !== undefined);
  if (issues.length === 0) return { problem: "it is not a list of issues with numbers" };
  const parents = parentsOf(issues);
  const tasks = issues.map((issue) => taskOf(issue, parents));
  return { source: `github:${repositoryOf(issues)}`, tasks: parentsFirst(tasks) };
}

function taskOf(issue: Issue, parents: ReadonlyMap<number, number>): ImportedTask {
  const number = numberOf(issue) ?? 0;
  const labels = listOf(issue.labels).map((label) => objectOf(label)?.name ?? label);
  const [assignee] = listOf(issue.assignees).map((each) => objectOf(each)?.login);
  const milestone = objectOf(issue.milestone);
  const parent = parents.get(number);
  const words = labels.flatMap((label) => (typeof label === "string" ? label.toLowerCase().split(/[\s:/-]+/u) : []));
  return {
    key: keyOf(number),
    title: titleOf(issue.title, `Issue ${number}`),
    description: textOf(issue.body, issue.html_url ?? issue.url),
    status: String(issue.state).toLowerCase() === "closed" ? "completed" : "todo",
    priority: priorityOf(words.find((word) => ["critical", "urgent", "high", "low"].includes(word))),
    tags: tagsOf(labels),
    due: dayOf(milestone?.due_on ?? milestone?.dueOn),
    assignee: typeof assignee === "string" && assignee !== "" ? assignee : null,
    parent: parent === undefined ? null : keyOf(parent),
    needs: needsOf(issue).map(keyOf),
  };
}

/** The first parent that is named counts; nothing is a part of itself. */
function parentsOf(issues: readonly Issue[]): ReadonlyMap<number, number> {
  const known = new Set(issues.flatMap((issue) => numberOf(issue) ?? []));
  const parents = new Map<number, number>();
  const isAbove = (upper: number, lower: number): boolean => {
    for (let at: number | undefined = lower; at !== undefined; at = parents.get(at)) if (at === upper) return true;
    return false;
  };
  const add = (part: number | undefined, whole: number | undefined) => {
    if (part === undefined || whole === undefined || !known.has(part) || !known.has(whole)) return;
    if (!parents.has(part) && !isAbove(part, whole)) parents.set(part, whole);
  };
  for (const issue of issues) {
    const number = numberOf(issue);
    add(number, numberOf(objectOf(issue.parent) ?? {}));
    for (const part of [...listOf(issue.sub_issues), ...listOf(issue.subIssues)])
      add(numberOf(objectOf(part) ?? {}), number);
    for (const [, part] of bodyOf(issue).matchAll(/^\s*[-*+] \[[ xX]\] #(\d{1,9})\b/gmu)) add(Number(part), number);
  }
  return parents;
}

function needsOf(issue: Issue): readonly number[] {
  const listed = [...listOf(issue.blocked_by), ...listOf(issue.blockedBy)].flatMap(
    (each) => numberOf(objectOf(each) ?? {}) ?? [],
  );
  const written = [...bodyOf(issue).matchAll(/\b(?:depends on|blocked by) #(\d{1,9})\b/giu)].map(([, number]) =>
    Number(number),
  );
  return [...new Set([...listed, ...written])];
}

/** Each task after the one that it is a part of; otherwise the older first. */
function parentsFirst(tasks: readonly ImportedTask[]): readonly ImportedTask[] {
  const byKey = new Map(tasks.map((task) => [task.key, task]));
  const depth = (task: ImportedTask): number => {
    const parent = task.parent === null ? undefined : byKey.get(task.parent);
    return parent === undefined ? 0 : 1 + depth(parent);
  };
  return tasks.toSorted((a, b) => depth(a) - depth(b) || Number(a.key.slice(1)) - Number(b.key.slice(1)));
}

/** "acme/atlas" of the address of an issue; "" where no issue has one. */
function repositoryOf(issues: readonly Issue[]): string {
  for (const { html_url, url } of issues) {
    const [, name] = /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/issues\/\d+$/u.exec(String(html_url ?? url)) ?? [];
    if (name !== undefined) return name.toLowerCase();
  }
  return "";
}

function keyOf(number: number): string {
  return `#${number}`;
}

function numberOf({ number }: Issue): number | undefined {
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

function bodyOf({ body }: Issue): string {
  return typeof body === "string" ? body : "";
}
