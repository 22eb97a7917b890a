import { nearMiss } from "../contract/near-miss.ts";
import type { CodeRow } from "./codes/code-row.ts";
import { codes } from "./codes.ts";
import { type Diagnostic, diagnostic, type Fix } from "./diagnostic.ts";
import { suggest } from "./mistyped.ts";
import { lineStart, nextLine, type Span } from "./source-file.ts";

/** A comment `# pegboard-allow <rule>: <reason>`, read: which rule it suppresses, where, and why. */
export interface Suppression {
  /** The comment, from `#` to the end of its line. */
  readonly comment: Span;
  /** Absent when the comment names no rule. */
  readonly rule?: { readonly id: string; readonly span: Span };
  /** The first word is a misspelled `pegboard-allow`. */
  readonly misspelled?: Span;
  readonly reason?: string;
  /** The node below the comment, and each text file that it names. */
  readonly covers: readonly Span[];
}

export interface SuppressionOptions {
  /**
   * Did all rules run? After an error some do not, so a suppression without a finding may still be needed; unused ones are
   * reported only when this is true.
   */
  readonly complete: boolean;
  /** Rules that did not run, for any catalog. */
  readonly skipped?: ReadonlySet<string>;
}

/**
 * Removes the findings that a suppression with a reason covers, and adds findings about invalid suppressions.
 * @returns the findings that are left, in their order, and those about suppressions after them
 */
export function applySuppressions(
  found: readonly Diagnostic[],
  suppressions: readonly Suppression[],
  options: SuppressionOptions,
): readonly Diagnostic[] {
  if (suppressions.length === 0) return found;
  const issues = suppressions.flatMap((suppression) => issueOf(suppression) ?? []);
  const sound = suppressions.filter((suppression) => issueOf(suppression) === undefined);
  const used = new Set<Suppression>();
  const about = byRule(suppressions);
  const left = found.filter(({ code, span }) => {
    const matching = (about.get(code) ?? []).filter((suppression) => span !== undefined && covers(suppression, span));
    for (const suppression of matching) used.add(suppression);
    return matching.length === 0;
  });
  const idle = sound.filter(
    (suppression) => !used.has(suppression) && options.skipped?.has(suppression.rule?.id ?? "") !== true,
  );
  return [...left, ...issues, ...(options.complete ? idle.map((each) => unused(each, left)) : [])];
}

/** May a suppression cover findings of this code? */
export function isSuppressible(code: keyof typeof codes): boolean {
  const row: CodeRow = codes[code];
  return row.suppressible ?? row.severity !== "error";
}

function issueOf({ comment, misspelled, rule, reason }: Suppression): Diagnostic | undefined {
  if (misspelled !== undefined) {
    const fix = { title: "write 'pegboard-allow'", edits: [{ span: misspelled, text: "pegboard-allow" }] };
    const word = misspelled.file.text.slice(misspelled.start, misspelled.end);
    return diagnostic("suppression-misspelled", { word }, misspelled, { help: "did you mean 'pegboard-allow'?", fix });
  }
  if (rule === undefined) {
    return diagnostic("suppression-without-rule", {}, comment, { help: "write '# pegboard-allow <rule>: <reason>'" });
  }
  const { id, span } = rule;
  if (!isCode(id)) {
    const near = nearMiss(id, Object.keys(codes));
    const fix: Fix | undefined =
      near === undefined ? undefined : { title: `name the rule '${near}'`, edits: [{ span, text: near }] };
    return diagnostic("suppression-unknown-rule", { id }, span, { help: suggest(id, Object.keys(codes)), fix });
  }
  if (!isSuppressible(id)) {
    return diagnostic("suppression-refused", { id }, span, { help: "fix the error and remove the comment" });
  }
  if (reason === undefined) {
    return diagnostic("suppression-without-reason", { id }, span, { help: `write '# pegboard-allow ${id}: <reason>'` });
  }
  return undefined;
}

/** @param left findings without a suppression: where one has this code, the comment is only at the wrong place */
function unused({ comment, rule }: Suppression, left: readonly Diagnostic[]): Diagnostic {
  const id = rule?.id ?? "";
  const { text } = comment.file;
  const before = text.slice(lineStart(text, comment.start), comment.start);
  const alone = before.trim() === "";
  const whole = {
    file: comment.file,
    start: comment.start - before.length,
    end: nextLine(text, comment.end),
  };
  const misplaced = left.some(({ code, span }) => code === id && span?.file.path === comment.file.path);
  const fix = { title: "remove the comment", edits: [{ span: whole, text: "" }] };
  return diagnostic("suppression-unused", { id }, rule?.span ?? comment, {
    help:
      alone && !misplaced
        ? "remove the comment"
        : "put the suppression on its own line, above the node that it is about",
    ...(alone && !misplaced ? { fix } : {}),
  });
}

function byRule(suppressions: readonly Suppression[]): ReadonlyMap<string, readonly Suppression[]> {
  const about = new Map<string, Suppression[]>();
  for (const suppression of suppressions) {
    const id = meantRule(suppression);
    if (id === undefined) continue;
    const others = about.get(id);
    if (others === undefined) about.set(id, [suppression]);
    else others.push(suppression);
  }
  return about;
}

function covers(suppression: Suppression, span: Span): boolean {
  return suppression.covers.some(
    (cover) =>
      cover.file.path === span.file.path &&
      cover.start <= span.start &&
      span.start < Math.max(cover.end, cover.start + 1),
  );
}

/** A suppression without a reason, or with a typo, is one finding; the finding that it covers is not reported too. */
function meantRule({ misspelled, rule }: Suppression): string | undefined {
  if (misspelled !== undefined || rule === undefined) return undefined;
  const id = isCode(rule.id) ? rule.id : nearMiss(rule.id, Object.keys(codes));
  return id !== undefined && isCode(id) && isSuppressible(id) ? id : undefined;
}

function isCode(id: string): id is keyof typeof codes {
  return Object.hasOwn(codes, id);
}
