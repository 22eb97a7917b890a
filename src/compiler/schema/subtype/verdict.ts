import type { Json } from "../../../contract/json.ts";

/** What was found out about one pair of schemas, before any validator confirmed it. */
export type Verdict =
  | { readonly kind: "yes" }
  | { readonly kind: "no"; readonly finds: readonly Find[] }
  | { readonly kind: "unknown"; readonly path: string; readonly reason: string };

/** A value that seems to fit the one schema and not the other. */
export interface Find {
  readonly witness: Json;
  /** JSON Pointer into the witness: where the difference is. */
  readonly path: string;
  /** What the other schema wants there, e.g. "a number from 1 to 10". */
  readonly reason: string;
}

export const yes: Verdict = { kind: "yes" };

/** All must hold: any "no" decides, then any "unknown". */
export function every(verdicts: readonly Verdict[]): Verdict {
  const finds = verdicts.flatMap((verdict) => (verdict.kind === "no" ? verdict.finds : []));
  if (finds.length > 0) return { kind: "no", finds: finds.slice(0, maxFinds) };
  return verdicts.find((verdict) => verdict.kind !== "yes") ?? yes;
}

const maxFinds = 32;

export function no(witnesses: readonly Json[], path: string, reason: string): Verdict {
  if (witnesses.length === 0) return { kind: "unknown", path, reason };
  return { kind: "no", finds: witnesses.map((witness) => ({ witness, path, reason })) };
}
