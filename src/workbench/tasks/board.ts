import { displayCells, visible } from "../../diagnostics/display-text.ts";
import type { Task } from "../../services/tasks/task.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { projectNamed } from "../find-one.ts";
import { personAt, withWorkbench } from "../open-workbench.ts";

export interface BoardOptions {
  readonly project: string;
  readonly assignee?: string;
  readonly json?: boolean;
}

const columns = [
  { status: "todo", title: "To do" },
  { status: "in_progress", title: "In progress" },
  { status: "completed", title: "Done" },
] as const;

/** Of each column; the newest. */
const maxTasks = 50;
const gap = 2;
const narrowest = 16;
const defaultWidth = 80;

/** The tasks of a project in columns: with priority, day, assignee and whether they wait. Subtasks stand for themselves. */
export async function board(
  terminal: Terminal,
  { project: name, assignee, json = false }: BoardOptions,
): Promise<ExitCode> {
  return await withWorkbench(terminal, async (deps) => {
    const project = await projectNamed(deps, name);
    const { agent } = personAt(terminal);
    const shown: { readonly title: string; readonly tasks: readonly Task[]; readonly more: boolean }[] = [];
    for (const { status, title } of columns) {
      const filter = { projectId: project.id, status, assignee };
      const page = await deps.tasks.list({ ...filter, next: false, agent, limit: maxTasks });
      // Without a cursor no cursor is refused.
      if ("status" in page) continue;
      shown.push({ title, tasks: page.items, more: page.nextCursor !== undefined });
    }
    if (json) {
      printJson(terminal, { project: project.name, columns: shown });
      return ExitCode.fine;
    }
    const { bold, dim } = terminal.colors;
    const free = (terminal.columns ?? defaultWidth) - gap * (columns.length - 1);
    const width = Math.max(narrowest, Math.floor(free / columns.length));
    print(terminal, bold(visible(project.name)));
    const blocks = shown.map(({ title, tasks, more }) => [
      { text: `${title} (${tasks.length}${more ? "+" : ""})`, paint: bold },
      { text: "─".repeat(width), paint: dim },
      ...tasks.flatMap((task) => [
        ...wrapped(task.title, width).map((text) => ({ text, paint: plain })),
        ...wrapped(factsOf(task), width - 2).map((text) => ({ text: `  ${text}`, paint: dim })),
      ]),
    ]);
    const height = Math.max(...blocks.map(({ length }) => length));
    for (let row = 0; row < height; row++) {
      const cells = blocks.map((block) => block[row] ?? { text: "", paint: plain });
      const line = cells.map(({ text, paint }) => `${paint(text)}${" ".repeat(Math.max(0, width - widthOf(text)))}`);
      print(terminal, line.join(" ".repeat(gap)).trimEnd());
    }
    return ExitCode.fine;
  });
}

function plain(line: string): string {
  return line;
}

function factsOf(task: Task): string {
  return [
    task.id.slice(0, 8),
    ...(task.priority === "medium" ? [] : [task.priority]),
    ...(task.status === "in_progress" || task.parts > 0 ? [`${task.progress}%`] : []),
    ...(task.parts > 0 ? [`${task.partsCompleted}/${task.parts}`] : []),
    ...(task.due === null ? [] : [`due ${task.due}`]),
    ...(task.assignee === null ? [] : [`@${task.assignee}`]),
    ...(task.blocked ? ["waits"] : []),
  ].join(" · ");
}

/** Lines of at most so many columns of a terminal, cut at blanks where there are some; safe to print. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/u).filter((each) => each !== "")) {
    const safe = displayCells(word)
      .map((cell) => cell.text)
      .join("");
    if (line !== "" && widthOf(line) + 1 + widthOf(safe) <= width) line = `${line} ${safe}`;
    else {
      if (line !== "") lines.push(line);
      line = safe;
    }
    while (widthOf(line) > width) {
      const cut = cutAt(line, width);
      lines.push(line.slice(0, cut));
      line = line.slice(cut);
    }
  }
  return line === "" ? lines : [...lines, line];
}

/** Where the cells of a line reach the width, after at least one. */
function cutAt(line: string, width: number): number {
  let used = 0;
  for (const cell of displayCells(line)) {
    used += cell.width;
    if (used > width && cell.start > 0) return cell.start;
  }
  return line.length;
}

function widthOf(text: string): number {
  return displayCells(text).reduce((sum, cell) => sum + cell.width, 0);
}
