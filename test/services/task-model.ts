// A plain model of tasks: what test/services/task-histories.test.ts holds the services to.

export type Status = "todo" | "in_progress" | "completed";

export interface Known {
  readonly id: string;
  /** Grows with every task. */
  readonly number: number;
  title: string;
  tags: readonly string[];
  status: Status;
  /** As it was last reported. */
  progress: number;
  archived: boolean;
  /** Which of the two projects. */
  home: 0 | 1;
  parent: Known | undefined;
  parts: Known[];
}

export interface Model {
  /** undefined: it was deleted. Only the first project is ever archived or deleted. */
  first: { archived: boolean } | undefined;
  tasks: Known[];
  active: Known | undefined;
}

export function below(task: Known): readonly Known[] {
  return task.parts.flatMap((part) => [part, ...below(part)]);
}

export function above(task: Known): readonly Known[] {
  return task.parent === undefined ? [] : [task.parent, ...above(task.parent)];
}

export function isPutAway(model: Model, task: Known): "project_archived" | "archived" | undefined {
  if (task.home === 0 && model.first?.archived === true) return "project_archived";
  return task.archived ? "archived" : undefined;
}

export function liveParts(task: Known): readonly Known[] {
  return task.parts.filter(({ archived }) => !archived);
}

export function shownProgress(task: Known): number {
  const ends = (whole: Known): readonly Known[] =>
    liveParts(whole).flatMap((part) => (liveParts(part).length === 0 ? [part] : ends(part)));
  const percent = ({ status, progress }: Known) => (status === "completed" ? 100 : progress);
  const all = ends(task).map(percent);
  if (task.status === "completed" || all.length === 0) return percent(task);
  return Math.floor(all.reduce((sum, each) => sum + each, 0) / all.length);
}

/** What is shown once it is open again. */
function openProgress(task: Known): number {
  return shownProgress({ ...task, status: "todo" });
}

type Change =
  | { readonly kind: "start" | "stop" | "complete" | "reopen" | "archive" | "restore" | "edit" }
  | { readonly kind: "progress"; readonly percent: number }
  | { readonly kind: "status"; readonly status: Status };

/** One action. @returns the outcome; anything but `done` changes nothing */
export function change(model: Model, task: Known, each: Change): string {
  const putAway = isPutAway(model, task);
  const { kind } = each;
  if (putAway === "project_archived") return putAway;
  if (task.archived && kind !== "archive" && kind !== "restore") return "archived";
  if (task.status === "completed" && (kind === "start" || kind === "progress")) return "completed";
  if (kind === "restore" && task.parent?.archived === true) return "archived";
  const again = openProgress(task) === 0 ? "todo" : "in_progress";
  switch (each.kind) {
    case "start":
      if (model.active !== task) setStatus(model, task, "in_progress");
      model.active = task;
      break;
    case "stop":
      release(model, task);
      break;
    case "complete":
      setStatus(model, task, "completed");
      break;
    case "reopen":
      if (task.status !== "completed") break;
      if (again === "todo") task.progress = 0;
      setStatus(model, task, again);
      break;
    case "progress":
      task.progress = each.percent;
      setStatus(model, task, "in_progress");
      break;
    case "status":
      if (each.status === "todo" && task.status !== "todo") task.progress = 0;
      setStatus(model, task, each.status);
      break;
    case "archive":
      if (!task.archived) putAwayTree(model, task);
      break;
    case "restore":
      if (task.archived) bringBack(model, task);
      break;
    case "edit":
      break;
  }
  return "done";
}

function release(model: Model, task: Known): void {
  if (model.active === task) model.active = undefined;
}

function setStatus(model: Model, task: Known, status: Status): void {
  const before = task.status;
  task.status = status;
  if (status !== "in_progress" && before !== status) release(model, task);
  if (status === "completed" && before !== "completed") {
    for (const part of below(task)) {
      if (part.archived || part.status === "completed") continue;
      part.status = "completed";
      release(model, part);
    }
  }
  if (before === "completed" && status !== "completed") reopenAbove(task);
}

function reopenAbove(task: Known): void {
  for (const whole of above(task)) {
    if (whole.status !== "completed") continue;
    const progress = openProgress(whole);
    whole.status = progress === 0 ? "todo" : "in_progress";
    if (progress === 0) whole.progress = 0;
  }
}

function putAwayTree(model: Model, task: Known): void {
  for (const each of [task, ...below(task)]) {
    each.archived = true;
    release(model, each);
  }
}

function bringBack(_model: Model, task: Known): void {
  const back = [task, ...below(task)].filter(({ archived }) => archived);
  for (const each of back) each.archived = false;
  for (const each of back) if (each.status !== "completed") reopenAbove(each);
}

/** Out of its parent's parts and into another's. @param position from 1; undefined: the last, or where it is */
export function place(model: Model, task: Known, parent: Known | undefined, position: number | undefined): string {
  const putAway = isPutAway(model, task) ?? (parent === undefined ? undefined : isPutAway(model, parent));
  if (putAway !== undefined) return putAway;
  if (parent?.status === "completed" && task.status !== "completed") return "completed";
  if (parent !== undefined && (parent === task || below(task).includes(parent))) return "cycle";
  const stays = parent === task.parent && position === undefined;
  if (!stays) {
    detach(task);
    attach(task, parent, position);
  }
  if (parent !== undefined) for (const each of [task, ...below(task)]) each.home = parent.home;
  return "placed";
}

export function detach(task: Known): void {
  if (task.parent !== undefined) task.parent.parts = task.parent.parts.filter((part) => part !== task);
  task.parent = undefined;
}

export function attach(task: Known, parent: Known | undefined, position: number | undefined): void {
  task.parent = parent;
  parent?.parts.splice((position ?? Number.POSITIVE_INFINITY) - 1, 0, task);
}

export function remove(model: Model, task: Known): void {
  const gone = new Set([task, ...below(task)]);
  detach(task);
  model.tasks = model.tasks.filter((each) => !gone.has(each));
  if (model.active !== undefined && gone.has(model.active)) model.active = undefined;
}

/** Everything that holds after any history. @returns what does not */
export function brokenLaws({ tasks }: Model): readonly string[] {
  return tasks.flatMap((task) => [
    ...(task.status === "completed" && liveParts(task).some(({ status }) => status !== "completed")
      ? ["a completed task has an open subtask"]
      : []),
    ...(task.archived && liveParts(task).length > 0 ? ["an archived task has a subtask that is not"] : []),
    ...(task.parts.some(({ home }) => home !== task.home) ? ["a subtask is in another project"] : []),
  ]);
}
