import { visible } from "../../../diagnostics/display-text.ts";
import { type ReleaseStep, stableSince } from "../history.ts";
import { codeCell, markdownText } from "./markdown-text.ts";
import { clipped } from "./words.ts";

/** For people, the newest release first; without a final newline. */
export function renderHistory(steps: readonly ReleaseStep[]): string {
  if (steps.length === 0) return "one release alone has no history";
  const head = ["release", "breaking", "dangerous", "compatible", "asks for", "what broke"];
  const rows = steps
    .toReversed()
    .map(({ release, counts, required, breaks }) => [
      visible(release),
      `${counts.ERR}`,
      `${counts.WARN}`,
      `${counts.INFO}`,
      required,
      clipped(visible(breaks.join("; ")), 160),
    ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** A table for a page; with a final newline. */
export function renderHistoryMarkdown(steps: readonly ReleaseStep[]): string {
  const rows = steps.toReversed().map(({ release, counts, required, breaks }) => {
    const what = markdownText(clipped(visible(breaks.join("; ")), 400));
    return `| ${codeCell(release)} | ${counts.ERR} | ${counts.WARN} | ${counts.INFO} | ${required} | ${what} |`;
  });
  return [
    "| Release | Breaking | Dangerous | Compatible | Asks for | What broke |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

/** For programs, with a badge in the form of shields.io's endpoint. */
export function renderHistoryJson(steps: readonly ReleaseStep[]): string {
  const { message, isStable } = stableSince(steps);
  const badge = { schemaVersion: 1, label: "breaks", message, color: isStable ? "brightgreen" : "orange" };
  return JSON.stringify({ format: "pegboard-history/1", badge, releases: steps }, undefined, 2);
}
