import type { SourceFile, Span } from "../../../diagnostics/source-file.ts";
import type { Change, DiffReport } from "../change.ts";
import { type FileRuleId, fileRules } from "../file-rules.ts";
import { isLevelOf, isNamed, ruleName } from "../former-rules.ts";
import { countChanges, sortChanges } from "../report.ts";
import { sha256 } from "../sha256.ts";
import { type Acceptance, type Acceptances, type LevelChange, severityOf } from "./acceptance.ts";

export interface AcceptanceOptions {
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** The text that the entries were read from; findings about them point there. */
  readonly file: SourceFile;
  /**
   * Are all changes here that entries can be about? Only a comparison with the baseline holds them all, so only there an
   * entry without a change is an error.
   */
  readonly whole: boolean;
  /** Tools of both sides: a level for another one has no effect. */
  readonly tools: ReadonlySet<string>;
}

/**
 * The report with what people decided: other levels first, then findings that were accepted, then what is wrong with the
 * entries. The required bump stays: a break that was accepted is one for callers still.
 */
export function applyAcceptances(report: DiffReport, acceptances: Acceptances, options: AcceptanceOptions): DiffReport {
  const changes = report.changes.map((change) =>
    accepted(levelled(change, acceptances.levels, options.today), acceptances.accepted, options.today),
  );
  const all = sortChanges([...changes, ...problemsOf(report, acceptances, options)]);
  return { ...report, changes: all, counts: countChanges(all) };
}

function levelled(change: Change, levels: readonly LevelChange[], today: string): Change {
  const own = levels.filter(
    ({ rule, tool, until }) => isLevelOf(rule, change) && covers(tool, change) && until >= today,
  );
  // The most specific entry counts: one for the tool before one for all, one for the facet before one for the rule.
  const weight = ({ rule, tool }: LevelChange) => (tool === undefined ? 0 : 2) + (rule === change.id ? 0 : 1);
  const [entry] = own.toSorted((a, b) => weight(b) - weight(a));
  if (entry === undefined) return change;
  const { level, reason, until } = entry;
  const reported = { levelled: { from: change.severity, reason, until } };
  if (level === "ignore") return { ...change, ...reported, hidden: true };
  // Who gives a hidden rule a level wants to see it.
  const { hidden: _, ...shown } = change;
  return { ...shown, ...reported, severity: severityOf[level] };
}

function covers(tool: string | undefined, change: Change): boolean {
  return tool === undefined || tool === change.tool;
}

function accepted(change: Change, entries: readonly Acceptance[], today: string): Change {
  const entry = entries.find((one) => one.until >= today && isAbout(one, change));
  return entry === undefined ? change : { ...change, accepted: { reason: entry.reason, until: entry.until } };
}

/** Rule and subject too: reviewers read those, so no fingerprint may stand under others. */
function isAbout(entry: Acceptance, change: Change): boolean {
  return entry.fingerprint === change.fingerprint && isNamed(entry.rule, change) && entry.subject === change.subject;
}

function problemsOf(report: DiffReport, { accepted: entries, levels }: Acceptances, options: AcceptanceOptions) {
  const { today, file, whole, tools } = options;
  const ofEntries = entries.flatMap((entry): Change[] => {
    const at = quoted(file, entry.fingerprint);
    const same = report.changes.find((change) => change.fingerprint === entry.fingerprint);
    const what = `'${entry.rule}' for '${entry.subject}'`;
    if (same !== undefined && !isAbout(entry, same)) {
      const message = `the entry is for ${what}, but ${entry.fingerprint} is '${ruleName(same)}' for '${same.subject}'`;
      return [
        problem("acceptance-unused", entry, at, message, "accept what is meant with pegboard diff --accept", file),
      ];
    }
    if (same === undefined && !whole) return [];
    if (same === undefined && entry.unreleased !== true) {
      const message = `nothing that changed is ${what} any more`;
      return [problem("acceptance-unused", entry, at, message, "remove the entry", file)];
    }
    if (entry.until >= today) return [];
    const again =
      same === undefined
        ? "remove the entry"
        : `settle it, or decide again: pegboard diff --accept ${entry.fingerprint} --reason "…" --until <date>`;
    return [problem("acceptance-expired", entry, at, `${what} was accepted until ${entry.until}`, again, file)];
  });
  const ofLevels = levels.flatMap((entry, index): Change[] => {
    const at = levelAt(file, index);
    const what = entry.tool === undefined ? `'${entry.rule}'` : `'${entry.rule}' for '${entry.tool}'`;
    if (entry.tool !== undefined && !tools.has(entry.tool)) {
      const message = `${what} has a level, but there is no tool '${entry.tool}' on either side`;
      return whole ? [problem("acceptance-unused", entry, at, message, "remove the entry", file)] : [];
    }
    if (entry.until >= today) return [];
    const message = `the level '${entry.level}' of ${what} was set until ${entry.until}`;
    return [
      problem("acceptance-expired", entry, at, message, "remove the entry, or decide again with a new date", file),
    ];
  });
  return [...ofEntries, ...ofLevels];
}

function problem(
  id: FileRuleId,
  entry: Acceptance | LevelChange,
  span: Span | undefined,
  message: string,
  help: string,
  file: SourceFile,
): Change {
  const row = fileRules.find((rule) => rule.id === id);
  if (row === undefined) throw new Error(`invariant: no rule '${id}'`);
  const subject = "fingerprint" in entry ? entry.subject : (entry.tool ?? "catalog");
  const identity = "fingerprint" in entry ? entry.fingerprint : [entry.rule, entry.tool ?? ""];
  return {
    id,
    severity: row.severity,
    categories: row.categories,
    subject,
    message,
    help,
    path: file.path,
    side: "head",
    ...(span === undefined ? {} : { span }),
    fingerprint: sha256(JSON.stringify([id, identity])).slice(0, 12),
  };
}

function quoted(file: SourceFile, text: string, from = 0): Span | undefined {
  const start = file.text.indexOf(JSON.stringify(text), from);
  return start === -1 ? undefined : { file, start, end: start + JSON.stringify(text).length };
}

/** The key `rule` of an entry: the file is canonical, so levels stand in their order behind all that is accepted. */
function levelAt(file: SourceFile, index: number): Span | undefined {
  let at = quoted(file, "levels");
  for (let count = 0; at !== undefined && count <= index; count++) at = quoted(file, "rule", at.end);
  return at;
}
