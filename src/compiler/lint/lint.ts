import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { Catalog, Tool } from "../catalog/catalog.ts";
import type { Origins } from "../catalog/origins.ts";
import { foldName } from "./name-words.ts";
import type { Finding, LintRule, RuleInputs } from "./rule.ts";
import { aliasRules } from "./rules/aliases.ts";
import { builtinCallRules, callRules } from "./rules/calls.ts";
import { deadlineRules, effectRules } from "./rules/effects.ts";
import { errorNumberRules, errorTextRules } from "./rules/errors.ts";
import { keptValueRules } from "./rules/kept-values.ts";
import { lifecycleRules } from "./rules/lifecycle.ts";
import { catalogNameRules, nameRules } from "./rules/names.ts";
import { overlapRules } from "./rules/overlap.ts";
import { paramTextRules } from "./rules/param-texts.ts";
import { budgetRules, profileRules } from "./rules/profiles.ts";
import { publishedRules, publishedTextRules } from "./rules/published.ts";
import { referenceRules } from "./rules/references.ts";
import { textRiskRules, textRules } from "./rules/texts.ts";
import { toolTextRules } from "./rules/tool-texts.ts";
import { typeRules } from "./rules/types.ts";
import { upgradeRules } from "./rules/upgrades.ts";
import { usageRules } from "./rules/usage.ts";
import { valueRules } from "./rules/values.ts";
import { writtenRules } from "./rules/written.ts";
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
  ...writtenRules,
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
  ...textRiskRules,
  ...usageRules,
  ...lifecycleRules,
  ...budgetRules,
];

export interface LintOptions extends RuleInputs {
  /** Also the findings of severity info. They are advice, so they are off by default. */
  readonly notes?: boolean;
}

/**
 * Judges a settled catalog: contradictions, what clients can't handle, what can't be used.
 * @param earlier findings of earlier stages about the same texts. After an error the catalog is incomplete: then only errors
 * are reported, and none about a part that already has an error
 * @returns findings in the order of the catalog; the same mistake of a shared param is reported once
 */
export function lint(
  catalog: Catalog,
  origins: Origins,
  earlier: readonly Diagnostic[] = [],
  options: LintOptions = {},
): readonly Diagnostic[] {
  const errors = earlier.filter((found) => found.severity === "error");
  // The cost of an incomplete catalog is not the cost of the complete one.
  const inputs: RuleInputs =
    errors.length > 0 || options.countTokens === undefined ? {} : { countTokens: options.countTokens };
  const subjects = subjectsOf(catalog);
  const aboutTypes = runRules("type", subjects, catalog, inputs);
  const unsound = unsoundParts(aboutTypes);
  const sound = subjects.filter(({ subject }) => !unsound(subject.at));
  const findings = [...aboutTypes, ...runRules("value", sound, catalog, inputs)];
  const places = findings.map((found) => asWarned(found.locate(origins), found.at, catalog));
  const located = withoutRepeats(places).filter((found) => options.notes === true || found.severity !== "info");
  return errors.length === 0 ? located : located.filter((found) => isIndependent(found, errors));
}

/** Limits of clients for names. Where the wire's spelling is said, the name is what callers know, and the limits are advice. */
function asWarned(found: Diagnostic, at: string, { tools }: Catalog): Diagnostic {
  if (found.severity !== "error" || !clientNameCodes.has(found.code)) return found;
  const [, index = "", param = ""] = /^\/tools\/(\d+)(?:\/params\/(\d+))?/.exec(at) ?? [];
  const tool = tools[Number(index)];
  const named = param === "" ? tool : tool?.params[Number(param)];
  const isCalledSo = (one: Tool) => one.own !== undefined && foldName(one.name) === foldName(tool?.name ?? "");
  if (found.code === "name-collision-folded" && tools.some(isCalledSo)) return { ...found, severity: "warning" };
  return index === "" || named?.own === undefined ? found : { ...found, severity: "warning" };
}

const clientNameCodes: ReadonlySet<string> = new Set([
  "name-too-long",
  "name-prefix",
  "name-collision-folded",
  "name-verb-vs-hint",
]);

function runRules(
  about: LintRule["about"],
  subjects: readonly Subject[],
  catalog: Catalog,
  inputs: RuleInputs,
): readonly Finding[] {
  // A catalog has many thousands of subjects; most rules are about another kind of them.
  const rules = new Map<Subject["on"], readonly LintRule[]>();
  const findings: Finding[] = [];
  for (const entry of subjects) {
    const known = rules.get(entry.on);
    const matching = known ?? lintRules.filter((rule) => rule.about === about && rule.on === entry.on);
    if (known === undefined) rules.set(entry.on, matching);
    for (const rule of matching) for (const found of runRule(rule, entry, catalog, inputs)) findings.push(found);
  }
  return findings;
}

/** What one rule finds in one part of a catalog; nothing, where it is about parts of another kind. */
export function runRule(
  rule: LintRule,
  { on, subject }: Subject,
  catalog: Catalog,
  inputs: RuleInputs,
): readonly Finding[] {
  // Rule and subject agree on `on`, which ties the two types together; TypeScript can't follow that through the union.
  const check = rule.check as (subject: unknown, catalog: Catalog, inputs: RuleInputs) => readonly Finding[];
  return rule.on === on ? check(subject, catalog, inputs) : [];
}

/**
 * Parts of the catalog whose values can't be checked because a type in them is invalid: the tool that contains it, or,
 * where a shared type or an error is invalid, everything.
 */
function unsoundParts(findings: readonly Finding[]): (at: string) => boolean {
  const broken = new Set(findings.map(({ at }) => /^\/tools\/\d+(?=\/)/.exec(at)?.[0] ?? ""));
  if (broken.has("")) return () => true;
  // Calls may be of any tool, and older versions are mapped to others: these are checked only when every tool is valid.
  return (at) => broken.size > 0 && (broken.has(toolPart(at)) || /\/(examples|guidance)\/|\/upgrade$/.test(at));
}

function toolPart(at: string): string {
  return /^\/tools\/\d+/.exec(at)?.[0] ?? "none";
}

function isIndependent(found: Diagnostic, errors: readonly Diagnostic[]): boolean {
  if (found.severity !== "error") return false;
  const { span } = found;
  if (span === undefined) return true;
  if (found.code === "description-dangling-reference" && namesUnread(span, errors)) return false;
  return !errors.some(
    (error) => error.span?.file.path === span.file.path && error.span.start >= span.start && error.span.end <= span.end,
  );
}

/** A tool whose own file has an error is missing for that reason; the text that names it is correct. */
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
