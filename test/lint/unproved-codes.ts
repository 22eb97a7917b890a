import type { Proof } from "./proved-elsewhere.ts";

/** A golden case, as far as the guard looks at it. */
export interface ProvedCase {
  readonly name: string;
  /** Codes that it reports. */
  readonly speaks: readonly string[];
  /** Codes that it reports with its mistake fixed; undefined without `good/`. */
  readonly fixed: readonly string[] | undefined;
}

/**
 * The law of the corpus: each code has a case in which it speaks and, with the mistake fixed, stays silent; or a test elsewhere
 * that says so.
 * @param textOf the text of a test file, "" when there is none
 * @returns one line per code that is not proved, and per proof of a code that there is not
 */
export function unprovedCodes(
  codes: readonly string[],
  cases: readonly ProvedCase[],
  elsewhere: readonly Proof[],
  textOf: (file: string) => string,
): readonly string[] {
  const proofs = new Map(elsewhere.map((proof) => [proof.code, proof]));
  const strange = [...proofs.keys()]
    .filter((code) => !codes.includes(code))
    .map((code) => `${code}: there is no such code`);
  const unproved = codes.flatMap((code) => {
    const proof = proofs.get(code);
    if (proof !== undefined) {
      const text = textOf(proof.file);
      const unsaid = [proof.names, proof.speaks, proof.silent].filter((words) => !text.includes(words));
      return unsaid.map((words) => `${code}: ${proof.file} does not say ${words}`);
    }
    const speaking = cases.filter(({ speaks }) => speaks.includes(code));
    if (speaking.length === 0) return [`${code}: no case speaks`];
    return speaking.some(({ fixed }) => fixed?.includes(code) === false)
      ? []
      : [`${code}: no case with good/ stays silent`];
  });
  return [...strange, ...unproved];
}
