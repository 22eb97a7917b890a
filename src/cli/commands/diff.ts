import type { Decision } from "../../compiler/diff/acceptance/accept-finding.ts";
import { type Category, categories, type DiffReport, type Severity } from "../../compiler/diff/change.ts";
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
  /** A fingerprint, to be let pass for this reason and until this date. */
  readonly accept?: string;
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
  if (options.rules) {
    const { printRules } = await import("../print-rules.ts");
    printRules(terminal, rulesFormat(format));
    return ExitCode.fine;
  }
  const decision = decisionOf(options);
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
  if (compared.edited && (options.requiredBump || options.changelog !== undefined)) {
    throw new CliError("not compared: the baseline was edited", { hint: takeBack });
  }
  const today = new Date(terminal.clock()).toISOString().slice(0, 10);
  if (decision !== undefined) {
    if (root === undefined) throw new CliError("--accept is for this project's schema/, not for another head");
    const unreleased = compared.base === baselinePath ? {} : ({ unreleased: true } as const);
    const { accept, acceptedPath } = await import("../acceptances.ts");
    const { id, subject } = await accept(compared.report, { ...decision, ...unreleased }, { root, today });
    print(terminal, `accepted ${id} for ${visible(subject)} until ${decision.until}, in ${acceptedPath}`);
    return ExitCode.fine;
  }
  if (options.changelog !== undefined) {
    await writeChangelog(terminal, compared.report, options.changelog === true ? undefined : options.changelog);
    return ExitCode.fine;
  }
  const judged = await judgedReport(compared, today);
  const report = wanted === undefined ? judged : ofCategories(judged, wanted);
  const document = options.requiredBump
    ? report.required
    : diffDocument(report, { format, all: options.all === true, verbose: options.verbose === true, root }, terminal);
  if (document !== "") print(terminal, document);
  if (options.failOn === "never") return ExitCode.fine;
  return failing(report, { failOn: gates[options.failOn] }).length > 0 ? ExitCode.findings : ExitCode.fine;
}

const gates = { err: "ERR", warn: "WARN", info: "INFO" } as const satisfies Readonly<Record<string, Severity>>;

/** With what the project has let pass, where it is the project's own catalog that was compared. */
async function judgedReport({ report, root, base, tools, edited }: Comparison, today: string): Promise<DiffReport> {
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
function refuseTwo({ rules, accept: fingerprint, changelog, requiredBump }: DiffOptions): void {
  const flags = {
    "--rules": rules,
    "--accept": fingerprint,
    "--changelog": changelog,
    "--required-bump": requiredBump,
  };
  const named = Object.keys(givenMembers(flags));
  if (named.length > 1) throw new CliError(`${named.join(" and ")} can't be combined: run them one by one`);
}

/** @throws CliError when half of a decision is there */
function decisionOf({ accept: fingerprint, reason, until }: DiffOptions): Decision | undefined {
  if (fingerprint === undefined) {
    const alone = reason === undefined ? (until === undefined ? undefined : "--until") : "--reason";
    if (alone === undefined) return undefined;
    throw new CliError(`${alone} requires --accept`, {
      hint: 'pegboard diff --accept <fingerprint> --reason "…" --until <date>',
    });
  }
  const missing = reason === undefined ? "--reason" : until === undefined ? "--until" : undefined;
  if (reason !== undefined && until !== undefined) return { fingerprint, reason, until };
  throw new CliError(`a finding is accepted for a reason and until a date: ${missing} is missing`, {
    hint: `pegboard diff --accept ${fingerprint} --reason "…" --until <date>, at most a year ahead`,
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
