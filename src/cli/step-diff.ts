import type { WriteStep } from "../compiler/plan.ts";
import { textDiff } from "../terminal/unified-diff.ts";

/**
 * What applying a step would change, as `diff -u` prints it, from what stands on disk to what should stand there.
 * Missing and superfluous files are compared with /dev/null.
 */
export function unifiedDiff(step: Exclude<WriteStep, { status: "unchanged" }>): string {
  const before = step.status === "create" ? "" : step.before;
  const after = step.status === "create" || step.status === "update" ? step.text : "";
  const from = step.status === "create" ? "/dev/null" : `a/${step.path}`;
  const to = after === "" && step.status !== "update" ? "/dev/null" : `b/${step.path}`;
  return textDiff({ name: from, text: before }, { name: to, text: after });
}

/** A file that moves, and may change on its way, as git prints it. */
export function moveDiff(from: { path: string; text: string }, to: { path: string; text: string }): string {
  const head = `diff --git a/${from.path} b/${to.path}\nrename from ${from.path}\nrename to ${to.path}\n`;
  if (from.text === to.text) return head;
  return head + textDiff({ name: `a/${from.path}`, text: from.text }, { name: `b/${to.path}`, text: to.text });
}
