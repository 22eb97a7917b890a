import { existsSync, readFileSync } from "node:fs";
import type { TrueChange } from "./oracle.ts";

// The reviewed record of a pair: what the oracle finds by itself, and what a person corrected after reading both lists.

export interface Correction {
  /** "add" what values and sets can't show, "drop" what they show and is not a change, "change" what it breaks or is called. */
  readonly does: "add" | "drop" | "change";
  readonly change: TrueChange;
  readonly why: string;
}

export interface Truth {
  /** What the release did, in the words of the person who read it. */
  readonly about: string;
  readonly corrections: readonly Correction[];
  /** Breaks that the engine only calls undecided, by name. */
  readonly undecided?: readonly string[];
  /** Errors about texts and the catalog which a person found to be right. */
  readonly otherErrors?: readonly string[];
  /** The oracle's own part; `UPDATE_GOLDENS=1` rewrites it, and leaves the rest. */
  readonly found: readonly TrueChange[];
}

export function readTruth(path: string): Truth {
  const empty: Truth = { about: "", corrections: [], found: [] };
  if (!existsSync(path)) return empty;
  const text = readFileSync(path, "utf8");
  return text.trim() === "" ? empty : (JSON.parse(text) as Truth); // printed by printTruth and reviewed
}

/** One change a line, so that a review reads lines. */
export function printTruth({ about, corrections, undecided, otherErrors, found }: Truth): string {
  const lines = (values: readonly object[]) => values.map((value) => `\n    ${JSON.stringify(value)}`).join(",");
  const list = (values: readonly object[]) => (values.length === 0 ? "[]" : `[${lines(values)}\n  ]`);
  const optional = Object.entries({ undecided, otherErrors }).flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`],
  );
  return `{\n  "about": ${JSON.stringify(about)},\n  "corrections": ${list(corrections)},\n${optional.join("")}  "found": ${list(found)}\n}\n`;
}

/** What is true: the oracle's findings with the corrections applied. */
export function changesOf({ found, corrections }: Truth): readonly TrueChange[] {
  const isSame = (a: TrueChange, b: TrueChange) => a.tool === b.tool && a.place === b.place && a.kind === b.kind;
  for (const { does, change } of corrections) {
    if ((does === "add") === found.some((one) => isSame(one, change))) {
      throw new Error(`the correction of ${change.tool} ${change.place} ${change.kind} has nothing to correct`);
    }
  }
  const kept = found.filter((one) => !corrections.some(({ change }) => isSame(one, change)));
  return [...kept, ...corrections.filter(({ does }) => does !== "drop").map(({ change }) => change)];
}
