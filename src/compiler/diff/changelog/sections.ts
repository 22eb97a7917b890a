import { visible } from "../../../diagnostics/display-text.ts";
import type { Change, DiffReport } from "../change.ts";
import { codeSpan, markdownText } from "../render/markdown-text.ts";
import { clipped, namesSubject } from "../render/words.ts";

/** The headings of https://keepachangelog.com that follow from two catalogs. What was a mistake before (Fixed), people know. */
const headings = ["Removed", "Changed", "Deprecated", "Added"] as const;
type Heading = (typeof headings)[number];

/**
 * What callers notice of the changes: sections with a line for each, breaking ones first and marked, with what to do about
 * them. Deterministic: the same report gives the same text.
 * @returns Markdown without a final newline; "" where there is nothing to notice
 */
export function changelogSections(report: DiffReport): string {
  const noticed = report.changes.filter(isNoticed);
  const texts = noticed.filter(isAboutTexts);
  const lines = noticed
    .filter((change) => !isAboutTexts(change))
    .map((change) => ({ heading: headingOf(change), text: bullet(change) }));
  const all = texts.length === 0 ? lines : [...lines, { heading: "Changed" as const, text: textsBullet(texts) }];
  return headings
    .map((heading) => ({ heading, own: all.filter((line) => line.heading === heading) }))
    .filter(({ own }) => own.length > 0)
    .map(({ heading, own }) => `### ${heading}\n\n${own.map(({ text }) => text).join("\n")}`)
    .join("\n\n");
}

/** Not what only the makers see: their files, their handlers, reminders about their promises. */
function isNoticed({ id, categories, hidden }: Change): boolean {
  if (hidden === true || housekeeping.has(id)) return false;
  return categories.some((category) => category !== "SOURCE");
}

const housekeeping: ReadonlySet<string> = new Set([
  "acceptance-expired",
  "acceptance-unused",
  "baseline-missing-or-edited",
  "catalog-version-bump-too-small",
  "catalog-version-decreased",
  "catalog-version-not-bumped",
  "deprecated-replacement-missing",
  "deprecated-without-replacement",
  "deprecated-without-sunset",
  "since-version-changed",
  "sunset-passed-still-present",
  "sunset-too-soon",
]);

/** Texts that only models read: who wants them reads the descriptions. */
function isAboutTexts({ categories }: Change): boolean {
  return categories.every((category) => category === "PROMPT");
}

function headingOf({ id, facet = "", severity }: Change): Heading {
  const isValue = values.has(facet);
  if (deprecation.test(id)) return "Deprecated";
  if (removal.test(id) || (isValue && id.endsWith("-narrowed"))) return "Removed";
  return (addition.test(id) || (isValue && id.endsWith("-widened"))) && severity === "INFO" ? "Added" : "Changed";
}

// Constraints come and go too; what is added or removed for callers are things that have names.
const values: ReadonlySet<string> = new Set(["enum-value", "enum-alias"]);
const things = "(?:tool|tool-version|alias|param|param-alias|enum-value|error-code|family|profile)";
const results = "output-(?:schema|property|required|optional)";
const removal = new RegExp(`^(?:${things}|${results})-removed(?:-|$)`);
const addition = new RegExp(`^(?:${things}|${results})-added(?:-|$)`);
const deprecation = /^(?:deprecated-added|sunset-|replacement-changed$)/;

function bullet(change: Change): string {
  const { severity, subject, message, migration } = change;
  const mark = severity === "ERR" ? "**Breaking:** " : "";
  const about = namesSubject(change) ? "" : `${codeSpan(clipped(subject, 200))}: `;
  const advice = migration === undefined ? "" : `; ${names(clipped(migration, 300))}`;
  return `- ${mark}${about}${names(clipped(visible(message), 300))}${advice}`;
}

/** Names in single quotes become code; apostrophes are none. */
function names(text: string): string {
  return text
    .split(/(?<!\w)'([^'\n]+)'(?!\w)/)
    .map((part, index) => (index % 2 === 1 ? codeSpan(part) : markdownText(part)))
    .join("");
}

function textsBullet(changes: readonly Change[]): string {
  const tools = [...new Set(changes.map(({ tool, subject }) => tool ?? subject))].sort();
  const shown = tools.slice(0, 12).map((name) => codeSpan(clipped(name, 100)));
  const more = tools.length > shown.length ? ` and ${tools.length - shown.length} more` : "";
  return `- Texts that models read: ${shown.join(", ")}${more}`;
}
