import {
  artifact,
  literal,
  region,
  type SarifLevel,
  type SarifOptions,
  type SarifRule,
  sarifLog,
} from "../../../diagnostics/render-sarif.ts";
import type { Change, DiffReport, Severity } from "../change.ts";
import { ruleBook } from "../rule-book.ts";
import {
  clipped,
  editedPlace,
  headline,
  placeText,
  type ReportOptions,
  shownChanges,
  witnessLines,
  witnessWords,
} from "./words.ts";

export interface DiffSarifOptions extends SarifOptions, ReportOptions {
  /**
   * File for findings of which no place in the edited texts is known, relative to the project. Code scanning of GitHub takes
   * no result without a place.
   */
  readonly standIn?: string;
}

/**
 * Changes as a SARIF log, for code scanning. The fingerprints lead from run to run, so that a finding keeps its history while
 * lines move; accepted ones are suppressed, with the reason.
 * @returns JSON text with a final newline
 */
export function renderDiffSarif(report: DiffReport, options: DiffSarifOptions = {}): string {
  const changes = shownChanges(report, options);
  const ids = [...new Set(changes.map(({ id }) => id))].sort();
  const results = changes.map((change) => result(change, ids.indexOf(change.id), options));
  const book = new Map(ruleBook().map((entry) => [entry.id, entry]));
  const rules = ids.map((id): SarifRule => {
    const entry = book.get(id);
    if (entry === undefined) throw new Error(`invariant: no rule '${id}'`);
    return { id, level: levels[entry.severity], ...entry.explain };
  });
  return sarifLog(rules, results, options);
}

const firstLine = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 } as const;

const levels: Readonly<Record<Severity, SarifLevel>> = { ERR: "error", WARN: "warning", INFO: "note" };

/** Code scanning knows the files of the repository alone. */
function isInside(path: string): boolean {
  return !/^(?:[\\/]|\.\.(?:[\\/]|$)|[A-Za-z]:)/.test(path);
}

function result(change: Change, ruleIndex: number, { folder = "", standIn }: DiffSarifOptions): object {
  const { id, severity, witness, help, accepted, categories, fingerprint } = change;
  const known = editedPlace(change);
  const place: ReturnType<typeof editedPlace> =
    known !== undefined && isInside(known.path) ? known : standIn === undefined ? known : { path: standIn };
  const sentences = [
    headline(change),
    ...(change.side === "base" ? [`it was at ${placeText(change)}`] : []),
    ...(witness === undefined ? [] : [`${witnessWords(change)}: ${witnessLines(witness, 300).join(" ")}`]),
    ...(help === undefined ? [] : [clipped(help)]),
  ];
  return {
    ruleId: id,
    ruleIndex,
    level: levels[severity],
    message: { text: literal(sentences.join("\n")) },
    ...(place === undefined
      ? {}
      : {
          locations: [
            {
              physicalLocation: {
                artifactLocation: artifact(folder, place.path),
                // Code scanning shows a finding at a line, so one without a place is at the first.
                region: place.span === undefined ? firstLine : region(place.span),
              },
            },
          ],
        }),
    // Code scanning knows a result again by its rule, its file and this name alone. Filled in by the upload, it would be a hash of
    // the line: two findings of a rule at one line would be one alert, and an edit of the line another.
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "pegboardDiff/v1": fingerprint },
    ...(accepted === undefined
      ? {}
      : { suppressions: [{ kind: "external", status: "accepted", justification: accepted.reason }] }),
    properties: { categories, ...(witness === undefined ? {} : { witness }) },
  };
}
