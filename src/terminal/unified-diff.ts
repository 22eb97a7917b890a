import { createTwoFilesPatch } from "diff";
import type { Colors } from "./terminal.ts";

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
