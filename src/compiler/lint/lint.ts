import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Origins } from "../catalog/origins.ts";
import type { Finding, LintRule, Means } from "./rule.ts";
import { aliasRules } from "./rules/aliases.ts";
import { budgetRules } from "./rules/budgets.ts";
import { builtinCallRules } from "./rules/builtin-calls.ts";
import { callRules } from "./rules/calls.ts";
import { catalogNameRules } from "./rules/catalog-names.ts";
import { deadlineRules } from "./rules/deadlines.ts";
import { effectRules } from "./rules/effects.ts";
import { errorNumberRules } from "./rules/error-numbers.ts";
import { errorTextRules } from "./rules/error-texts.ts";
import { keptValueRules } from "./rules/kept-values.ts";
import { lifecycleRules } from "./rules/lifecycle.ts";
import { nameRules } from "./rules/names.ts";
import { overlapRules } from "./rules/overlap.ts";
import { paramTextRules } from "./rules/param-texts.ts";
import { poisoningRules } from "./rules/poisoning.ts";
import { profileRules } from "./rules/profiles.ts";
import { publishedRules } from "./rules/published.ts";
import { publishedTextRules } from "./rules/published-texts.ts";
import { referenceRules } from "./rules/references.ts";
import { textRules } from "./rules/texts.ts";
import { toolTextRules } from "./rules/tool-texts.ts";
import { typeRules } from "./rules/types.ts";
import { upgradeRules } from "./rules/upgrades.ts";
import { usageRules } from "./rules/usage.ts";
import { valueRules } from "./rules/values.ts";
import { type Subject, subjectsOf } from "./visit.ts";

/** Every rule, by topic. */
export const lintRules: readonly LintRule[] = [
  ...typeRules,
  ...valueRules,
  ...callRules,
  ...builtinCallRules,
  ...keptValueRules,
  ...aliasRules,
  ...upgradeRules,
  ...effectRules,
  ...deadlineRules,
  ...nameRules,
  ...catalogNameRules,
  ...profileRules,
  ...publishedRules,
  ...textRules,
  ...toolTextRules,
  ...paramTextRules,
  ...errorTextRules,
  ...errorNumberRules,
  ...publishedTextRules,
  ...overlapRules,
  ...referenceRules,
  ...poisoningRules,
  ...usageRules,
  ...lifecycleRules,
  ...budgetRules,
];

export interface LintOptions extends Means {
  /** Also the findings of severity info. They are advice, so nobody gets them who did not ask. */
  readonly notes?: boolean;
}

/**
 * Judges a settled catalog: what contradicts itself, what clients can't carry, what nobody can use.
 * @param earlier what was said of the same texts before. After an error the catalog has holes: then only errors are told,
 * and none about a part in which an error was found already
 * @returns findings in the order of the catalog; the same mistake of a shared param is told once
 */
export function lint(
  catalog: Catalog,
  origins: Origins,
  earlier: readonly Diagnostic[] = [],
  options: LintOptions = {},
): readonly Diagnostic[] {
  const errors = earlier.filter((found) => found.severity === "error");
  // What a catalog with holes costs says nothing about what it will cost.
  const means: Means =
    errors.length > 0 || options.countTokens === undefined ? {} : { countTokens: options.countTokens };
  const subjects = subjectsOf(catalog);
  const aboutTypes = ask("type", subjects, catalog, means);
  const unsound = unsoundParts(aboutTypes);
  const sound = subjects.filter(({ subject }) => !unsound(subject.at));
  const findings = [...aboutTypes, ...ask("value", sound, catalog, means)];
  const located = withoutRepeats(findings.map((finding) => finding.locate(origins))).filter(
    (found) => options.notes === true || found.severity !== "info",
  );
  return errors.length === 0 ? located : located.filter((found) => isNews(found, errors));
}

function ask(
  about: LintRule["about"],
  subjects: readonly Subject[],
  catalog: Catalog,
  means: Means,
): readonly Finding[] {
  // A catalog has many thousands of subjects; most rules are about another kind of them.
  const rules = new Map<Subject["on"], readonly LintRule[]>();
  const findings: Finding[] = [];
  for (const entry of subjects) {
    const known = rules.get(entry.on);
    const asked = known ?? lintRules.filter((rule) => rule.about === about && rule.on === entry.on);
    if (known === undefined) rules.set(entry.on, asked);
    for (const rule of asked) findings.push(...checkOne(rule, entry, catalog, means));
  }
  return findings;
}

/** What one rule says of one part of a catalog; nothing, where it is about parts of another kind. */
export function checkOne(rule: LintRule, { on, subject }: Subject, catalog: Catalog, means: Means): readonly Finding[] {
  // Rule and subject agree on `on`, which ties the two types together; TypeScript can't follow that through the union.
  return rule.on === on
    ? (rule.check as (subject: unknown, catalog: Catalog, means: Means) => readonly Finding[])(subject, catalog, means)
    : [];
}

/**
 * Parts of the catalog whose values can't be judged because a type in them is broken: the tool that holds it, or, where
 * a shared type or an error is broken, everything.
 */
function unsoundParts(findings: readonly Finding[]): (at: string) => boolean {
  const broken = new Set(findings.map(({ at }) => /^\/tools\/\d+(?=\/)/.exec(at)?.[0] ?? ""));
  if (broken.has("")) return () => true;
  // A call may be of any tool, and an older version becomes another one, so these wait until every tool is sound.
  return (at) => broken.size > 0 && (broken.has(toolPart(at)) || /\/(examples|guidance)\/|\/upgrade$/.test(at));
}

function toolPart(at: string): string {
  return /^\/tools\/\d+/.exec(at)?.[0] ?? "none";
}

function isNews(found: Diagnostic, errors: readonly Diagnostic[]): boolean {
  if (found.severity !== "error") return false;
  const { span } = found;
  if (span === undefined) return true;
  if (found.code === "description-dangling-reference" && namesUnread(span, errors)) return false;
  return !errors.some(
    (error) => error.span?.file.path === span.file.path && error.span.start >= span.start && error.span.end <= span.end,
  );
}

/** A tool whose own file has an error is missing for that reason; the text that names it is right. */
function namesUnread({ file, start, end }: Span, errors: readonly Diagnostic[]): boolean {
  const own = `/${file.text.slice(start, end)}.yaml`;
  return errors.some((error) => error.span?.file.path.endsWith(own) ?? false);
}

function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter((found) => {
    const { span } = found;
    const key = JSON.stringify([found.code, found.message, span?.file.path, span?.start, span?.end]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
