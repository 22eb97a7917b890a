import type { DecisionRow, DecisionRows } from "../../store/decision-rows.ts";

/** Others of its project are named by their labels. Times are milliseconds since 1970. */
export interface Decision extends Omit<DecisionRow, "row" | "session" | "document" | "supersedes" | "supersededBy"> {
  /** "ADR-0007". */
  readonly label: string;
  readonly supersedes: readonly string[];
  readonly supersededBy: string | null;
}

export function decisionOf({ row: _row, session: _session, document: _document, ...decision }: DecisionRow): Decision {
  const { number, supersedes, supersededBy } = decision;
  return {
    ...decision,
    label: decisionLabel(number),
    supersedes: supersedes.map(decisionLabel),
    supersededBy: supersededBy === null ? null : decisionLabel(supersededBy),
  };
}

/** A decision that the same transaction has found or written. */
export async function decisionAt(decisions: Pick<DecisionRows, "byId">, id: string): Promise<Decision> {
  const decision = await decisions.byId(id);
  if (decision === undefined) throw new Error(`invariant: decision ${id} was found in the same transaction`);
  return decisionOf(decision);
}

/** "ADR-0007". */
export function decisionLabel(number: number): string {
  return `ADR-${String(number).padStart(4, "0")}`;
}

/** The number in "ADR-0007", "adr-7" or "7"; undefined: it is another text. */
export function labelNumber(text: string): number | undefined {
  const [, digits] = /^(?:adr-)?(\d{1,9})$/i.exec(text) ?? [];
  const number = Number(digits);
  return number > 0 ? number : undefined;
}

/** Without blank lines at both ends, with plain line ends: as it stands in a file. */
export function decisionText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replace(/^(?:[^\S\n]*\n)+/, "")
    .trimEnd();
}
