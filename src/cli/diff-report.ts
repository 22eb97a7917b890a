import packageJson from "../../package.json" with { type: "json" };
import type { DiffReport } from "../compiler/diff/change.ts";
import { renderDiffGithub } from "../compiler/diff/render/github.ts";
import { renderDiffGitlab } from "../compiler/diff/render/gitlab.ts";
import { renderDiffJson } from "../compiler/diff/render/json.ts";
import { renderDiffJunit } from "../compiler/diff/render/junit.ts";
import { renderDiffLines } from "../compiler/diff/render/lines.ts";
import { renderDiffMarkdown } from "../compiler/diff/render/markdown.ts";
import { renderDiffSarif } from "../compiler/diff/render/sarif.ts";
import { renderDiff } from "../compiler/diff/render/text.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { render } from "../diagnostics/render.ts";
import { fenced } from "../diagnostics/render-sarif.ts";
import { paletteOf } from "../terminal/palette.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { findingsDocument, findingsJson, folderInRepository } from "./report.ts";

/** How a report is printed: for people, for editors and grep, for programs, for a comment, for code scanning, for Actions. */
export const diffFormats = ["text", "line", "json", "md", "sarif", "github", "junit", "gitlab"] as const;
export type DiffFormat = (typeof diffFormats)[number];

export interface ReportManner {
  readonly format: DiffFormat;
  /** Hidden changes too. */
  readonly all: boolean;
  /** For people: everything about every finding. */
  readonly verbose: boolean;
  /** The project that paths belong to; absent without one. */
  readonly root: string | undefined;
  /** What stands for the sides of which no file is known, as a list that a server sent. */
  readonly standIn: string;
}

/** The report as a document; "" where the form has nothing to say. */
export function diffDocument(
  report: DiffReport,
  { format, all, verbose, root, standIn }: ReportManner,
  terminal: Terminal,
): string {
  const folder = root === undefined ? "" : folderInRepository(terminal, root);
  switch (format) {
    case "text":
      return renderDiff(report, { all, verbose, palette: paletteOf(terminal.colors), context: 1 });
    case "line":
      return renderDiffLines(report, { all });
    case "json":
      return renderDiffJson(report);
    case "md":
      return renderDiffMarkdown(report, { all });
    case "sarif":
      return renderDiffSarif(report, {
        all,
        folder,
        version: packageJson.version,
        standIn,
      });
    case "github":
      return renderDiffGithub(report, { all, folder });
    case "junit":
      return renderDiffJunit(report, { all });
    case "gitlab":
      return renderDiffGitlab(report, { all, folder, standIn });
  }
}

/** Findings that stop a comparison, in the same form; undefined where they belong to people, on stderr. */
export function brokenDocument(
  diagnostics: readonly Diagnostic[],
  format: DiffFormat,
  terminal: Terminal,
  root: string,
): string | undefined {
  switch (format) {
    case "text":
    case "line":
    case "junit":
    case "gitlab":
      return undefined;
    case "json":
      return JSON.stringify({ findings: findingsJson(diagnostics) }, undefined, 2);
    case "md":
      return `<!-- pegboard diff -->\n\n### Catalog diff: the catalog has errors\n\n${fenced(render(diagnostics).trimEnd(), "text")}\n`;
    case "sarif":
    case "github":
      return findingsDocument(diagnostics, format, terminal, root);
  }
}
