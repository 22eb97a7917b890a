import type { Change, DiffReport } from "../change.ts";
import { fileRules } from "../file-rules.ts";
import { ruleName } from "../former-rules.ts";
import type { Acceptances } from "./acceptance.ts";
import { untilProblem } from "./until.ts";

export interface Decision {
  readonly fingerprint: string;
  readonly reason: string;
  readonly until: string;
  /** The report is not about the baseline. */
  readonly unreleased?: true;
}

/**
 * The entries with one more finding let pass; one that was accepted before gets the new reason and date.
 * @param today `YYYY-MM-DD`
 * @returns `problem` and `hint` say, for a person, why it can't be
 */
export function acceptFinding(
  acceptances: Acceptances,
  report: DiffReport,
  { fingerprint, reason, until, unreleased }: Decision,
  today: string,
):
  | { readonly acceptances: Acceptances; readonly change: Change }
  | { readonly problem: string; readonly hint?: string | undefined } {
  if (reason.trim() === "") return { problem: "a finding needs a reason", hint: 'say it: --reason "…"' };
  const wrong = untilProblem(until, today) ?? (until < today ? `${until} has passed` : undefined);
  if (wrong !== undefined) return { problem: `--until: ${wrong}` };
  const change = report.changes.find((one) => one.fingerprint === fingerprint);
  if (change === undefined) {
    return { problem: `no change has the fingerprint '${fingerprint}'`, hint: nearFingerprints(fingerprint, report) };
  }
  if (fileRules.some(({ id }) => id === change.id)) {
    return { problem: `'${change.id}' is about a file, not about a change`, hint: change.help };
  }
  const { subject } = change;
  const rule = ruleName(change);
  const others = acceptances.accepted.filter((entry) => entry.fingerprint !== fingerprint);
  const before = acceptances.accepted.find((entry) => entry.fingerprint === fingerprint);
  // Who decides again beside a branch does not take back that it was found beside the baseline.
  const isUnreleased = unreleased === true && (before === undefined || before.unreleased === true);
  return {
    acceptances: {
      ...acceptances,
      accepted: [
        ...others,
        { fingerprint, rule, subject, reason: reason.trim(), until, ...(isUnreleased ? { unreleased: true } : {}) },
      ],
    },
    change,
  };
}

/** Beginnings and slips of the finger; else what there is, where it is little. */
function nearFingerprints(wanted: string, { changes }: DiffReport): string | undefined {
  const open = changes.filter(({ hidden }) => hidden !== true);
  const near = open.filter(({ fingerprint }) => isNear(wanted.toLowerCase(), fingerprint)).slice(0, 3);
  const reported = (list: readonly Change[]) =>
    list.map(({ fingerprint, id, subject }) => `${fingerprint} (${id}: ${subject})`).join(", ");
  if (near.length > 0) return `did you mean ${reported(near)}?`;
  if (open.length === 0) return "there are no changes";
  return open.length <= 5
    ? `there are ${reported(open)}`
    : "pegboard diff shows them, in the last line of each finding";
}

/** A beginning of four digits or more, or up to two digits wrong. */
function isNear(wanted: string, fingerprint: string): boolean {
  if (wanted.length >= 4 && fingerprint.startsWith(wanted)) return true;
  if (wanted.length !== fingerprint.length) return false;
  return [...fingerprint].filter((digit, index) => digit !== wanted[index]).length <= 2;
}
