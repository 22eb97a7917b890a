// What a person reads before a change of a server's tools is accepted: our diff of both lists, the texts of new tools, and what the
// scan of all new texts found. It loads the comparison of catalogs, so it is imported when something has changed.

import type { DiffReport } from "../../compiler/diff/change.ts";
import { diffLists } from "../../compiler/diff/diff-lists.ts";
import { renderDiff } from "../../compiler/diff/render/text.ts";
import { canonicalJson } from "../../contract/canonical-json.ts";
import type { JsonObject } from "../../contract/json.ts";
import { clip } from "../../contract/utf8.ts";
import { visible, visibleText } from "../../diagnostics/display-text.ts";
import { paletteOf } from "../../terminal/palette.ts";
import type { Colors } from "../../terminal/terminal.ts";
import { textDiff } from "../../terminal/unified-diff.ts";
import type { ShellTool } from "../sources/tool-source.ts";
import type { ToolChange } from "./compare-tools.ts";
import { suspiciousLine, suspiciousTexts } from "./suspicious-texts.ts";

/** The judged changes of tools that are on both sides, or on one. */
export function diffOf(changes: readonly ToolChange[], today: string): DiffReport | undefined {
  const [base, head] = [changes.flatMap(({ was }) => was), changes.flatMap(({ is }) => is)].map((tools) => ({
    // Tools are JSON, as their server sent them.
    tools: tools as unknown as JsonObject[],
  }));
  const report = diffLists(base ?? null, head ?? null, { basePath: "locked", headPath: "listed", today });
  if ("problem" in report) return undefined;
  // Only what has changed is compared, so a tool's number is not that of the server's list; its name is.
  const byName = (path: string) =>
    path.replace(/^(locked|listed)#\/tools\/(\d+)/, (whole, list: string, number: string) => {
      const name = (list === "locked" ? base : head)?.tools[Number(number)]?.name;
      return typeof name === "string" ? `${list} '${visible(name)}'#` : whole;
    });
  return { ...report, changes: report.changes.map((change) => ({ ...change, path: byName(change.path) })) };
}

/** @returns text without a final newline */
export function changesText(changes: readonly ToolChange[], colors: Colors, today: string): string {
  const report = diffOf(changes, today);
  const judged = new Set(report?.changes.map(({ tool }) => tool));
  const parts = [
    ...(report === undefined || report.changes.length === 0
      ? []
      : [renderDiff(report, { all: true, verbose: true, palette: paletteOf(colors) })]),
    ...changes.flatMap(({ name, change, was, is }) => {
      if (change === "added") return is.map((tool) => wholeText(tool, "is new and says"));
      const said = is.filter(({ description }) => was.every((before) => before.description !== description));
      // A diff of words is hard to read where most of them changed.
      if (said.length > 0) return said.map((tool) => wholeText(tool, "says now"));
      // What the rules do not judge is shown as text.
      if (judged.has(name)) return [];
      return [
        visibleText(
          textDiff({ name: "locked", text: canonicalJson(was) }, { name: "listed", text: canonicalJson(is) }),
        ),
      ];
    }),
    suspiciousTexts(changes.flatMap(({ is }) => is))
      .map((found) => `${colors.yellow("suspicious:")} ${suspiciousLine(found)}`)
      .join("\n"),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Longer texts are for `--json` of `pegboard tools`, once the tool is accepted. */
const longest = 4_000;

function wholeText({ name, description = "" }: ShellTool, what: string): string {
  const lines = visibleText(clip(String(description), longest)).split("\n");
  return [`'${visible(name)}' ${what}:`, ...lines.map((line) => `  ${line}`)].join("\n");
}
