import { resolve } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { type Diagnostic, type Severity, sortDiagnostics } from "../diagnostics/diagnostic.ts";
import { countsNotShown, firstFindings } from "../diagnostics/first-findings.ts";
import { render, summary } from "../diagnostics/render.ts";
import { renderGithub } from "../diagnostics/render-github.ts";
import { jsonFindings, renderJson } from "../diagnostics/render-json.ts";
import { renderSarif } from "../diagnostics/render-sarif.ts";
import { slashPath } from "../disk/slash-path.ts";
import { ExitCode } from "../terminal/exit-code.ts";
import { paletteOf } from "../terminal/palette.ts";
import { type Colors, print, printError, type Terminal } from "../terminal/terminal.ts";

/** How findings are printed: for people, for programs, for GitHub Actions, for code scanning. */
export const findingFormats = ["text", "json", "github", "sarif"] as const;
export type FindingFormat = (typeof findingFormats)[number];

/** `--json` is the old name of `--format json`. */
export function formatOf(options: { readonly format?: FindingFormat; readonly json?: true }): FindingFormat {
  return options.format ?? (options.json ? "json" : "text");
}

/**
 * Findings for people: frames, then a line that counts. "" when there are none.
 * @param shown which of them have a frame; default: not more than can be read
 */
export function findingsText(
  diagnostics: readonly Diagnostic[],
  colors: Colors,
  shown: readonly Diagnostic[] = firstFindings(diagnostics),
): string {
  const sorted = sortDiagnostics(diagnostics);
  const first = sorted.find(({ severity }) => severity === "error") ?? sorted[0];
  if (first === undefined) return "";
  const fixes = diagnostics.filter((finding) => finding.fix !== undefined).length;
  const fixed = diagnostics.length === 1 ? "it" : `${fixes === diagnostics.length ? "all" : fixes} of them`;
  const hints = [
    `pegboard explain ${first.code} explains it`,
    ...(fixes === 0 ? [] : [`pegboard lint --fix fixes ${fixed}`]),
  ];
  const frames = render(shown, paletteOf(colors), { context: 1, fixes: true });
  const counts = countsNotShown(diagnostics, shown);
  const rest = counts === "" ? "" : `not shown: ${counts}; ${colors.dim("lint --all shows them")}\n`;
  return `${frames}\n${rest}${summary(diagnostics)}; ${colors.dim(hints.join("; "))}\n`;
}

/** The same findings as a value, to be part of a command's --json. */
export function findingsJson(diagnostics: readonly Diagnostic[]): unknown {
  return jsonFindings(diagnostics);
}

/** The same findings in a form for programs, as a whole document. "" is possible for `github`. */
export function findingsDocument(
  diagnostics: readonly Diagnostic[],
  format: Exclude<FindingFormat, "text">,
  terminal: Pick<Terminal, "cwd" | "env">,
  root: string,
): string {
  switch (format) {
    case "json":
      return renderJson(diagnostics);
    case "github":
      return renderGithub(diagnostics, folderInRepository(terminal, root));
    case "sarif":
      return renderSarif(diagnostics, { version: packageJson.version, folder: folderInRepository(terminal, root) });
  }
}

/** What leads from the repository to the project, as "packages/notes/"; "" when it is the same or not known. */
export function folderInRepository({ cwd, env }: Pick<Terminal, "cwd" | "env">, root: string): string {
  const repository = env.GITHUB_WORKSPACE === undefined ? cwd : resolve(cwd, env.GITHUB_WORKSPACE);
  const path = slashPath(repository, root);
  return path === "" || path === ".." || path.startsWith("../") || resolve(path) === path ? "" : `${path}/`;
}

/** Prints what is shown of the findings, or that there are none, and what is hidden. @param isAll all of them, however many */
export function printLevelled(terminal: Terminal, { shown, hidden }: Levelled, none: string, isAll = false): void {
  print(terminal, shown.length > 0 ? findingsText(shown, terminal.colors, isAll ? shown : undefined) : none);
  if (hidden !== undefined) print(terminal, terminal.colors.dim(hidden));
}

/** Prints the findings that stop a command, and what it did not do. */
export function stopped(terminal: Terminal, diagnostics: readonly Diagnostic[], message: string): ExitCode {
  if (diagnostics.length > 0) printError(terminal, findingsText(diagnostics, terminal.errorColors));
  printError(terminal, message);
  return ExitCode.findings;
}

/** From this severity up findings are printed. */
export const findingLevels = ["error", "warning", "info"] as const satisfies readonly Severity[];
export type FindingLevel = (typeof findingLevels)[number];

export interface Levelled {
  readonly shown: readonly Diagnostic[];
  /** "3 notes hidden; --level info shows them"; undefined where nothing is hidden. */
  readonly hidden: string | undefined;
}

/** Notes are advice that need not be followed: they are counted, and printed for those who ask. */
export function atLevel(diagnostics: readonly Diagnostic[], level: FindingLevel = "warning"): Levelled {
  const rank = findingLevels.indexOf(level);
  const isShown = ({ severity }: Diagnostic) => findingLevels.indexOf(severity) <= rank;
  const hidden = diagnostics.filter((finding) => !isShown(finding));
  const [first] = hidden;
  if (first === undefined) return { shown: diagnostics, hidden: undefined };
  const lowest = hidden.some(({ severity }) => severity === "info") ? "info" : "warning";
  return { shown: diagnostics.filter(isShown), hidden: `${summary(hidden)} hidden; --level ${lowest} shows them` };
}
