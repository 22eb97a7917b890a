import { createTwoFilesPatch } from "diff";
import type { WriteStep } from "../compiler/plan.ts";
import type { Colors } from "./terminal.ts";

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

export interface NamedText {
  /** "/dev/null" for what is not there. */
  readonly name: string;
  readonly text: string;
}

/** Two texts as `diff -u` compares them. */
export function textDiff({ name: from, text: before }: NamedText, { name: to, text: after }: NamedText): string {
  // A one-line JSON of a hundred kilobytes would drown the page; the time limit keeps a hostile file from stalling it.
  const patch = createTwoFilesPatch(from, to, before, after, "", "", {
    context: 3,
    timeout: 2_000,
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  });
  if (patch === undefined) return `--- ${from}\n+++ ${to}\n(the texts differ too much to compare)\n`;
  return patch
    .split("\n")
    .map((line) => clip(line.replace(/^((?:---|\+\+\+) .*)\t$/, "$1")))
    .join("\n");
}

export function colourDiff(text: string, { bold, cyan, green, red }: Colors): string {
  return text
    .split("\n")
    .map((line) => {
      if (/^(---|\+\+\+) /.test(line)) return bold(line);
      if (line.startsWith("@@")) return cyan(line);
      if (line.startsWith("+")) return green(line);
      if (line.startsWith("-")) return red(line);
      return line;
    })
    .join("\n");
}

const longest = 2_000;

function clip(line: string): string {
  return line.length <= longest ? line : `${line.slice(0, longest)}… (${line.length - longest} more characters)`;
}
