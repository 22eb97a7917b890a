// Findings come in, the texts with their fixes applied go out. Only the text that an edit covers changes: comments,
// layout and line ends stay as they are.
import { type Diagnostic, type Fix, sortDiagnostics, type TextEdit } from "./diagnostic.ts";
import type { SourceFile } from "./source-file.ts";

export interface FixedFile {
  readonly before: SourceFile;
  readonly text: string;
}

export interface FixRound {
  /** Files whose text changed, sorted by path. */
  readonly files: readonly FixedFile[];
  /** Findings whose fix was applied. */
  readonly applied: readonly Diagnostic[];
  /** Findings whose fix overlaps an applied one: they are fixed after the next check of the texts. */
  readonly waiting: readonly Diagnostic[];
}

/**
 * Applies the fixes of findings about one state of the texts. A fix is applied as a whole or not at all; where two overlap,
 * the first one wins. Equal edits count once.
 * @throws invariant when an edit is outside its text, or the edits of one fix overlap
 */
export function applyFixes(diagnostics: readonly Diagnostic[]): FixRound {
  const accepted = new Map<string, Accepted>();
  const applied: Diagnostic[] = [];
  const waiting: Diagnostic[] = [];
  for (const finding of sortDiagnostics(diagnostics)) {
    if (finding.fix === undefined || finding.fix.edits.length === 0) continue;
    assertValid(finding.fix);
    if (finding.fix.edits.some((edit) => isTaken(accepted.get(edit.span.file.path), edit))) waiting.push(finding);
    else {
      for (const edit of finding.fix.edits) accept(accepted, edit);
      applied.push(finding);
    }
  }
  const files = [...accepted.values()]
    .map(({ file, edits }) => ({ before: file, text: editText(file.text, edits) }))
    .filter(({ before, text }) => before.text !== text)
    .sort((a, b) => (a.before.path < b.before.path ? -1 : 1));
  return { files, applied, waiting };
}

/** A text with edits that do not overlap, in any order. */
export function editText(text: string, edits: readonly TextEdit[]): string {
  let edited = "";
  let from = 0;
  for (const { span, text: replacement } of [...edits].sort((a, b) => a.span.start - b.span.start)) {
    edited += text.slice(from, span.start) + replacement;
    from = span.end;
  }
  return edited + text.slice(from);
}

export interface FixedSources {
  readonly sources: readonly SourceFile[];
  /** Findings whose fix was applied, in the order of the rounds. Their places are those of the round. */
  readonly applied: readonly Diagnostic[];
  /** The findings about the fixed texts. */
  readonly remaining: readonly Diagnostic[];
}

/** One fix may allow the next; more rounds than this mean that two fixes undo each other. */
const maxRounds = 10;

/**
 * Fixes and checks again until nothing is left to fix. A file that is not valid YAML after a round, but was before, keeps
 * its text: no fix may make things worse.
 * @param check returns all findings about the texts; pure
 */
export function fixSources(
  sources: readonly SourceFile[],
  check: (sources: readonly SourceFile[]) => readonly Diagnostic[],
): FixedSources {
  let current = sources;
  let remaining = check(sources);
  const applied: Diagnostic[] = [];
  const given = new Set<string>();
  for (let round = 0; round < maxRounds; round++) {
    const fixable = remaining.filter(({ fix }) => fix?.edits.every(({ span }) => !given.has(span.file.path)) ?? false);
    const fixed = applyFixes(fixable);
    if (fixed.files.length === 0) break;
    const texts = new Map(fixed.files.map(({ before, text }) => [before.path, text]));
    const next = current.map((file) => ({ path: file.path, text: texts.get(file.path) ?? file.text }));
    const found = check(next);
    const broken = new Set(
      unreadable(found).filter((path) => texts.has(path) && !unreadable(remaining).includes(path)),
    );
    if (broken.size > 0) {
      for (const path of broken) given.add(path);
      continue;
    }
    applied.push(...fixed.applied);
    current = next;
    remaining = found;
  }
  return { sources: current, applied, remaining };
}

interface Accepted {
  readonly file: SourceFile;
  readonly edits: TextEdit[];
}

function accept(accepted: Map<string, Accepted>, edit: TextEdit): void {
  const { file } = edit.span;
  const known = accepted.get(file.path) ?? { file, edits: [] };
  if (!known.edits.some((other) => isSame(other, edit))) known.edits.push(edit);
  accepted.set(file.path, known);
}

/** Is its place used by another edit, or is it about another state of the text? */
function isTaken(known: Accepted | undefined, edit: TextEdit): boolean {
  if (known === undefined) return false;
  if (known.file.text !== edit.span.file.text) return true;
  return known.edits.some((other) => !isSame(other, edit) && overlap(other, edit));
}

/** Neighbours do not overlap, unless one of them inserts: then it would not be clear which comes first. */
function overlap({ span: a }: TextEdit, { span: b }: TextEdit): boolean {
  if (a.start === a.end || b.start === b.end) return a.start <= b.end && b.start <= a.end;
  return a.start < b.end && b.start < a.end;
}

function isSame(a: TextEdit, b: TextEdit): boolean {
  return a.span.start === b.span.start && a.span.end === b.span.end && a.text === b.text;
}

function assertValid({ title, edits }: Fix): void {
  edits.forEach((edit, index) => {
    const { file, start, end } = edit.span;
    if (start < 0 || end < start || end > file.text.length)
      throw new Error(`invariant: '${title}' is outside its text`);
    const others = edits.slice(index + 1).filter((other) => other.span.file.path === file.path);
    if (others.some((other) => overlap(edit, other))) throw new Error(`invariant: '${title}' overlaps itself`);
  });
}

function unreadable(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.flatMap(({ code, severity, span }) =>
    severity === "error" && code.startsWith("yaml-") && span !== undefined ? [span.file.path] : [],
  );
}
