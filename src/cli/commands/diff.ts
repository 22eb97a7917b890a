import type { Decision } from "../../compiler/diff/acceptance/accept-finding.ts";
import { type Category, type Change, categories, type DiffReport, type Severity } from "../../compiler/diff/change.ts";
import { failing } from "../../compiler/diff/diff.ts";
import { ofCategories } from "../../compiler/diff/report.ts";
import { givenMembers } from "../../contract/given-members.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { suggest } from "../../diagnostics/mistyped.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { print, printError, type Terminal } from "../../terminal/terminal.ts";
import { baselinePath, takeBack } from "../compared/baseline-side.ts";
import { type CompareOptions, type Comparison, compare } from "../compared/compare.ts";
import { withSettings } from "../compared/diff-settings.ts";
import { brokenDocument, type DiffFormat, diffDocument } from "../diff-report.ts";
import { findingsText } from "../report.ts";
import { writeChangelog } from "../write-changelog.ts";

export interface DiffOptions extends CompareOptions {
  readonly failOn: "err" | "warn" | "info" | "never";
  /** Separated by commas: what is printed and what fails. */
  readonly categories?: string;
  readonly format: DiffFormat;
  readonly json?: true;
  /** Hidden changes too. */
  readonly all?: true;
  /** Everything about every finding, however long that gets. */
  readonly verbose?: true;
  readonly requiredBump?: true;
  readonly rules?: true;
  /** Without a file the entry is printed. */
  readonly changelog?: string | true;
  /** A file of recorded calls, to be judged against both sides. */
  readonly calls?: string;
  /** How old calls are rewritten, printed or put into this file. */
  readonly migration?: string | true;
  /** Names that went away are put into schema/ as aliases. */
  readonly fix?: true;
  /** With `fix`: shows what would be put there, and writes nothing. */
  readonly dryRun?: true;
  /** Fingerprints, to be let pass for this reason and until this date. */
  readonly accept?: readonly string[];
  readonly reason?: string;
  readonly until?: string;
}

/**
 * Compares two catalogs or lists of tools, by default schema/ with the baseline, and judges what the changes do to callers.
 * @param words the base and the head, as far as no option names them; with --against-stdio the server's command
 */
export async function diff(terminal: Terminal, words: readonly string[], options: DiffOptions): Promise<ExitCode> {
  const format = options.json ? "json" : options.format;
  refuseTwo(options);
  if (options.dryRun && !options.fix) throw new CliError("--dry-run requires --fix", { hint: "write --fix --dry-run" });
  if (options.rules) {
    const { printRules } = await import("../print-rules.ts");
    printRules(terminal, rulesFormat(format));
    return ExitCode.fine;
  }
  const decisions = decisionsOf(options);
  const wanted = options.categories === undefined ? undefined : categoriesOf(options.categories);
  const compared = await compare(terminal, words, options);
  if (compared.kind === "broken") {
    const { diagnostics, root } = compared;
    const document = brokenDocument(diagnostics, format, terminal, root);
    if (document === undefined) printError(terminal, findingsText(diagnostics, terminal.errorColors));
    else print(terminal, document);
    printError(terminal, "not compared: the catalog has errors");
    return ExitCode.findings;
  }
  const { root } = compared;
  const asksMore = options.requiredBump || options.changelog !== undefined || options.calls !== undefined;
  if (compared.edited && (asksMore || options.migration !== undefined || options.fix)) {
    throw new CliError("not compared: the baseline was edited", { hint: takeBack });
  }
  const today = new Date(terminal.clock()).toISOString().slice(0, 10);
  if (decisions.length > 0) return acceptAll(terminal, compared, decisions, today);
  if (options.changelog !== undefined) {
    await writeChangelog(terminal, compared.report, options.changelog === true ? undefined : options.changelog);
    return ExitCode.fine;
  }
  if (options.migration !== undefined) {
    const { writeMigration } = await import("../write-migration.ts");
    await writeMigration(terminal, compared.catalogs(), options.migration === true ? undefined : options.migration);
    return ExitCode.fine;
  }
  if (options.fix) {
    if (root === undefined) throw new CliError("--fix edits this project's schema/, which is not the head here");
    const { writeOldNames } = await import("../write-old-names.ts");
    return writeOldNames(terminal, compared.catalogs(), { root, dryRun: options.dryRun === true });
  }
  if (options.calls !== undefined) {
    const { reportCalls } = await import("../report-calls.ts");
    const breaks = await reportCalls(terminal, compared.catalogs(), { file: options.calls, json: format === "json" });
    return breaks && options.failOn !== "never" ? ExitCode.findings : ExitCode.fine;
  }
  const judged = await judgedReport(compared, today);
  const report = wanted === undefined ? judged : ofCategories(judged, wanted);
  if (options.requiredBump) {
    print(terminal, report.required);
    return ExitCode.fine;
  }
  const manner = { format, all: options.all === true, verbose: options.verbose === true, root };
  const document = diffDocument(report, { ...manner, standIn: standInFor(compared) }, terminal);
  if (document !== "") print(terminal, document);
  if (options.failOn === "never") return ExitCode.fine;
  return failing(report, { failOn: gates[options.failOn] }).length > 0 ? ExitCode.findings : ExitCode.fine;
}

/** Where those look for a finding who show findings in files alone. */
function standInFor({ root, base, head }: Comparison): string {
  if (root !== undefined) return "schema/catalog.yaml";
  return [head, base].find((name) => /^[\w./-]+\.json$/.test(name) && !/^\/|^\.\.(?:\/|$)/.test(name)) ?? "tools.json";
}

/** Writes down all of the decisions, or none: in the project, or beside the lists. */
async function acceptAll(
  terminal: Terminal,
  { report, root, base, settings }: Comparison,
  decisions: readonly Decision[],
  today: string,
): Promise<ExitCode> {
  const [first] = decisions;
  if (root !== undefined) {
    const unreleased = base === baselinePath ? {} : ({ unreleased: true } as const);
    const { accept, acceptedPath } = await import("../acceptances.ts");
    const entries = decisions.map((decision) => ({ ...decision, ...unreleased }));
    reportAccepted(terminal, await accept(report, entries, { root, today }), first?.until ?? "", acceptedPath);
    return ExitCode.fine;
  }
  if (settings === undefined) {
    throw new CliError("--accept is for this project's schema/ or for lists, not for another catalog");
  }
  const { acceptInSettings } = await import("../compared/diff-settings.ts");
  const changes = await acceptInSettings(report, decisions, { settings, cwd: terminal.cwd, today });
  reportAccepted(terminal, changes, first?.until ?? "", settings.file.path);
  return ExitCode.fine;
}

function reportAccepted(terminal: Terminal, changes: readonly Change[], until: string, path: string): void {
  for (const { id, subject } of changes)
    print(terminal, `accepted ${id} for ${visible(subject)} until ${until}, in ${path}`);
}

const gates = { err: "ERR", warn: "WARN", info: "INFO" } as const satisfies Readonly<Record<string, Severity>>;

/** With what the project has let pass, where it is the project's own catalog that was compared. */
async function judgedReport(compared: Comparison, today: string): Promise<DiffReport> {
  const { report, root, base, tools, edited, settings } = compared;
  if (settings !== undefined) return withSettings(report, settings, { today, tools });
  if (root === undefined) return report;
  // An edited baseline was compared with nothing, so nothing can be said about the entries.
  const whole = base === baselinePath && edited !== true;
  const { withAcceptances } = await import("../acceptances.ts");
  return withAcceptances(report, { root, today, whole, tools });
}

function rulesFormat(format: DiffFormat): "text" | "md" | "json" {
  if (format === "text" || format === "md" || format === "json") return format;
  throw new CliError(`the rules are printed as text, md or json, not as ${format}`);
}

/** Each of these is all that a run does; a second one would be passed over in silence. */
function refuseTwo({ rules, accept: fingerprint, changelog, requiredBump, calls, migration, fix }: DiffOptions): void {
  const flags = {
    "--rules": rules,
    "--accept": fingerprint,
    "--changelog": changelog,
    "--required-bump": requiredBump,
    "--calls": calls,
    "--migration": migration,
    "--fix": fix,
  };
  const named = Object.keys(givenMembers(flags));
  if (named.length > 1) throw new CliError(`${named.join(" and ")} can't be combined: run them one by one`);
}

/** @throws CliError when half of a decision is there */
function decisionsOf({ accept: fingerprints, reason, until }: DiffOptions): readonly Decision[] {
  if (fingerprints === undefined) {
    const alone = reason === undefined ? (until === undefined ? undefined : "--until") : "--reason";
    if (alone === undefined) return [];
    throw new CliError(`${alone} requires --accept`, {
      hint: 'pegboard diff --accept <fingerprint> --reason "…" --until <date>',
    });
  }
  const missing = reason === undefined ? "--reason" : until === undefined ? "--until" : undefined;
  if (reason !== undefined && until !== undefined) {
    return [...new Set(fingerprints)].map((fingerprint) => ({ fingerprint, reason, until }));
  }
  throw new CliError(`a finding is accepted for a reason and until a date: ${missing} is missing`, {
    hint: `pegboard diff --accept ${fingerprints.join(",")} --reason "…" --until <date>, at most a year ahead`,
  });
}

/** @throws CliError when a word is not a category */
function categoriesOf(list: string): readonly Category[] {
  return list.split(",").map((word) => {
    const found = categories.find((category) => category === word.trim().toUpperCase());
    if (found !== undefined) return found;
    throw new CliError(`there is no category '${word.trim()}'`, { hint: suggest(word.trim(), categories) });
  });
}
