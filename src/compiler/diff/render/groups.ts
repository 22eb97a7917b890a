import type { Change, DiffReport, Severity } from "../change.ts";
import { headline, severityWords } from "./words.ts";

// Findings of one cause are one thing to read, on however many tools it is found.

/** What stands under one heading. */
export interface Section {
  readonly title: string;
  readonly changes: readonly Change[];
}

/** From breaking to compatible, then what was accepted, then what is hidden; those without a finding are left out. */
export function sectionsOf(changes: readonly Change[]): readonly Section[] {
  const open = changes.filter(({ accepted, hidden }) => accepted === undefined && hidden !== true);
  const of = (severity: Severity) => open.filter((change) => change.severity === severity);
  const sections: readonly Section[] = [
    ...(["ERR", "WARN", "INFO"] as const).map((severity) => ({
      title: capital(severityWords[severity]),
      changes: of(severity),
    })),
    { title: "Accepted", changes: changes.filter(({ accepted, hidden }) => accepted !== undefined && hidden !== true) },
    { title: "Hidden", changes: changes.filter(({ hidden }) => hidden === true) },
  ];
  return sections.filter(({ changes: own }) => own.length > 0);
}

/** Findings of one rule that say the same of several tools, or of several places of one. */
export interface Cause {
  readonly first: Change;
  readonly all: readonly Change[];
  /** What they say, without where. */
  readonly words: string;
}

/** Those that most findings have in common first; else in the order of the first finding of each. */
export function causesOf(changes: readonly Change[]): readonly Cause[] {
  const causes = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${change.severity} ${change.id} ${change.facet ?? ""} ${wordsOf(change)}`;
    const known = causes.get(key);
    if (known === undefined) causes.set(key, [change]);
    else known.push(change);
  }
  const bySize = [...causes.values()].sort((a, b) => b.length - a.length);
  return bySize.flatMap((all): readonly Cause[] => {
    const [first] = all;
    return first === undefined ? [] : [{ first, all, words: all.length === 1 ? headline(first) : wordsOf(first) }];
  });
}

/** The tools, or other subjects, of a cause: few by name, the rest by number. */
export function subjectsOf({ all }: Cause): string {
  const names = [...new Set(all.map(({ tool, subject }) => tool ?? subject))];
  const rest = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : "";
  const count = names.length === 1 ? "" : `${names.length} tools: `;
  return `${count}${names.slice(0, maxNamed).join(", ")}${rest}`;
}

const maxNamed = 6;

/** Rules about texts and costs: what exactly changed differs from tool to tool, and is asked for by --verbose. */
const inOneLine: Readonly<Record<string, string>> = {
  "tool-description-changed": "descriptions changed",
  "tool-description-typo": "typos in descriptions were fixed",
  "tool-description-removed": "descriptions were removed",
  "listed-description-changed": "descriptions changed",
  "param-description-changed": "texts of params changed",
  "param-description-removed": "texts of params were removed",
  "title-changed": "titles changed",
  "meta-changed": "_meta changed",
  "icons-changed": "icons changed",
  "token-cost-increased": "more tokens in every request",
  "tool-added": "tools were added",
  "param-added-optional": "optional params were added",
  "param-added-optional-open-object": "optional params were added to open objects",
  "description-gains-new-url": "texts name new addresses",
};

function wordsOf({ id, tool = "", subject, message }: Change): string {
  const short = inOneLine[id];
  if (short !== undefined) return short;
  const place = subject.startsWith(`${tool}.`) ? subject.slice(tool.length + 1) : "";
  const said = tool === "" ? message : message.replaceAll(`'${tool}'`, "it");
  return place === "" || said.includes(`'${place}'`) ? said : `${place}: ${said}`;
}

function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

/** What the whole comes to, in one or two words. */
export function verdictOf({ counts }: DiffReport): string {
  if (counts.ERR > 0) return "Breaks callers";
  return counts.WARN > 0 ? "Dangerous" : "Compatible";
}
