import type { DiffReport } from "../change.ts";
import { markdownText } from "../render/markdown-text.ts";
import { changelogSections } from "./sections.ts";

/** Heading and content of the entry for a release. */
export interface ChangelogEntry {
  /** "Unreleased" while the head has the base's version. */
  readonly version: string;
  /** "## [1.3.0] - 2026-11-21" */
  readonly heading: string;
  /** Sections without a final newline; "" where there is nothing to notice. */
  readonly body: string;
}

/** @param date the day of the release, `YYYY-MM-DD` */
export function changelogEntry(report: DiffReport, date: string): ChangelogEntry {
  const { baseVersion, headVersion } = report;
  const isReleased = headVersion !== baseVersion && /^\d/.test(headVersion);
  const version = isReleased ? headVersion : "Unreleased";
  const heading = isReleased ? `## [${markdownText(version)}] - ${date}` : "## [Unreleased]";
  return { version, heading, body: changelogSections(report) };
}

export function changelogText({ heading, body }: ChangelogEntry): string {
  return body === "" ? `${heading}\n\nNothing that callers notice.\n` : `${heading}\n\n${body}\n`;
}
