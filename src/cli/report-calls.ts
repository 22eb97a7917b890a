import { migrationMap } from "../compiler/diff/migration-map.ts";
import { type Outcome, type ReplayedCalls, replayCalls } from "../compiler/diff/replay-calls.ts";
import { visible } from "../diagnostics/display-text.ts";
import { counted, print, printError, type Terminal } from "../terminal/terminal.ts";
import type { ComparedSides } from "./compared/compared-sides.ts";
import { readCalls } from "./compared/recorded-calls.ts";

/**
 * Prints what becomes of recorded calls.
 * @returns does one of them break
 * @throws CliError when the file can't be read, or holds none
 */
export async function reportCalls(
  terminal: Terminal,
  { base, head }: ComparedSides,
  { file, json }: { readonly file: string; readonly json: boolean },
): Promise<boolean> {
  const { calls, others } = await readCalls(terminal, file);
  const replayed = replayCalls(calls, { base, head, map: migrationMap(base, head) });
  const counts = countsOf(replayed);
  if (others > 0) printError(terminal, `${visible(file)}: ${counted(others, "entry is", "entries are")} not a call`);
  print(
    terminal,
    json ? JSON.stringify({ format: "pegboard-calls/1", counts, calls: replayed }, undefined, 2) : text(replayed),
  );
  return counts.breaks + counts.migrates > 0;
}

const words: Readonly<Record<Outcome, string>> = {
  breaks: "break",
  migrates: "break, unless they are rewritten",
  unknown: "can't be judged",
  "failed before": "failed before as well",
  works: "work",
};

function countsOf(replayed: readonly ReplayedCalls[]): Readonly<Record<Outcome, number>> {
  const counts = { breaks: 0, migrates: 0, unknown: 0, "failed before": 0, works: 0 };
  for (const { outcome, count } of replayed) counts[outcome] += count;
  return counts;
}

/** The sum first, then a line for each tool of which calls don't simply work. */
function text(replayed: readonly ReplayedCalls[]): string {
  const counts = countsOf(replayed);
  const outcomes: readonly Outcome[] = ["breaks", "migrates", "unknown", "failed before", "works"];
  const sum = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${words[outcome]}`);
  const total = replayed.reduce((all, { count }) => all + count, 0);
  const lines = replayed.filter(({ outcome }) => outcome !== "works").map(line);
  return [`${counted(total, "recorded call", "recorded calls")}: ${sum.join(", ")}`, ...lines].join("\n");
}

function line({ tool, outcome, count, example, migrated }: ReplayedCalls): string {
  const sent = (args: unknown) => visible(JSON.stringify(args ?? {})).slice(0, 200);
  const rewritten = migrated === undefined ? "" : ` → ${visible(migrated.tool)} ${sent(migrated.arguments)}`;
  return `  ${count} of ${visible(tool)} ${words[outcome]}, for example ${sent(example.arguments)}${rewritten}`;
}
