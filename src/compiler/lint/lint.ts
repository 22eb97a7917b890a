import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { findingKey } from "../../diagnostics/finding-key.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { Catalog, Tool } from "../catalog/catalog.ts";
import { isSameList } from "../catalog/once-per-tool.ts";
import type { Origins } from "../catalog/origins.ts";
import { type Kept, type Located, type MadeOf, madeOf, type Step } from "./kept-findings.ts";
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
import { scopeRules } from "./rules/scopes.ts";
import { textRiskRules, textRules } from "./rules/texts.ts";
import { toolTextRules } from "./rules/tool-texts.ts";
import { typeRules } from "./rules/types.ts";
import { upgradeRules } from "./rules/upgrades.ts";
import { usageRules } from "./rules/usage.ts";
import { valueRules } from "./rules/values.ts";
import { writtenRules } from "./rules/written.ts";
import { partsOf, type Subject, type SubjectPart } from "./visit.ts";

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
  ...scopeRules,
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
  /** What an earlier run found, for a session that lints again and again. */
  readonly kept?: Kept;
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
  const run: Run = { catalog, origins, inputs, parts: openParts(catalog, inputs, options.kept) };
  const aboutTypes = findingsOf("type", run);
  const unsound = unsoundParts(aboutTypes);
  const found = [...aboutTypes, ...findingsOf("value", run, unsound)];
  const filledIn = found.some(isDefaultOfField);
  const located = withoutRepeats(
    found
      .filter(({ follows, diagnostic }) => follows !== true && !(filledIn && valueCodes.has(diagnostic.code)))
      .map((found) => asWarned(found, catalog)),
  );
  const wanted = located.filter((found) => options.notes === true || found.severity !== "info");
  return errors.length === 0 ? wanted : wanted.filter((found) => isIndependent(found, errors));
}

/** An invalid default inside of a type is filled into the values of calls and results. */
function isDefaultOfField({ diagnostic, at }: Located): boolean {
  return diagnostic.code === "default-invalid" && at.includes("/fields/");
}

const valueCodes: ReadonlySet<string> = new Set(["invalid-argument", "example-result-invalid"]);

/** Limits of clients for names. Where the wire's spelling is said, the name is what callers know, and the limits are advice. */
function asWarned({ diagnostic: found, at }: Located, { tools }: Catalog): Diagnostic {
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

interface Run {
  readonly catalog: Catalog;
  readonly origins: Origins;
  readonly inputs: RuleInputs;
  readonly parts: readonly OpenPart[];
}

/** A part of the catalog with what is known of it. */
interface OpenPart {
  readonly subjects: readonly Subject[];
  readonly steps: Map<LintRule["about"], readonly Step[]>;
}

function openParts(catalog: Catalog, { countTokens }: RuleInputs, kept: Kept | undefined): readonly OpenPart[] {
  const parts = partsOf(catalog);
  if (kept === undefined) return parts.map((part) => ({ subjects: part.subjects(), steps: new Map() }));
  const { cache } = kept;
  const around = [kept.around, countTokens];
  const before = isSameList(cache.around, around) ? cache.parts : new Map<string, never>();
  const made = madeOf(catalog, kept);
  cache.around = around;
  cache.parts = new Map(
    parts.map((part) => {
      const known = before.get(part.name);
      return [part.name, known !== undefined && isSameList(known.made, made(part.tool)) ? known : fresh(part, made)];
    }),
  );
  return [...cache.parts.values()];
}

function fresh(part: SubjectPart, made: MadeOf) {
  return { made: made(part.tool), subjects: part.subjects(), steps: new Map<LintRule["about"], readonly Step[]>() };
}

/** @param unsound what can't be judged; default: everything can */
function findingsOf(about: LintRule["about"], run: Run, unsound?: (at: string) => boolean): readonly Located[] {
  const located: Located[] = [];
  for (const part of run.parts) {
    const steps =
      unsound === undefined
        ? (part.steps.get(about) ?? stepsOf(about, part.subjects, run))
        : stepsOf(
            about,
            part.subjects.filter(({ subject }) => !unsound(subject.at)),
            run,
          );
    if (unsound === undefined) part.steps.set(about, steps);
    for (const step of steps) for (const found of "rule" in step ? repeat(step, run) : step.found) located.push(found);
  }
  return located;
}

/** What the rules find that read no other tool, and the rules that have to run again in each catalog. */
function stepsOf(about: LintRule["about"], subjects: readonly Subject[], run: Run): readonly Step[] {
  const steps: Step[] = [];
  let settled: Located[] | undefined;
  for (const entry of subjects) {
    for (const rule of rulesFor(entry.on, about)) {
      if (rule.reads !== "own") {
        if (!isConcerned(rule, entry)) continue;
        steps.push({ rule, entry, last: undefined });
        settled = undefined;
        continue;
      }
      const found = locatedBy(rule, entry, run);
      if (found.length === 0) continue;
      if (settled === undefined) {
        settled = [];
        steps.push({ found: settled });
      }
      for (const one of found) settled.push(one);
    }
  }
  return steps;
}

function repeat(step: Extract<Step, { rule: LintRule }>, run: Run): readonly Located[] {
  const { rule, entry, last } = step;
  if (typeof rule.reads === "string") return locatedBy(rule, entry, run);
  // As in `runRule`.
  const reads = rule.reads as (subject: unknown, catalog: Catalog) => readonly unknown[];
  const read = reads(entry.subject, run.catalog);
  if (last !== undefined && isSameList(last.read, read)) return last.found;
  const found = locatedBy(rule, entry, run);
  step.last = { read, found };
  return found;
}

function locatedBy(rule: LintRule, entry: Subject, { catalog, origins, inputs }: Run): readonly Located[] {
  const found = runRule(rule, entry, catalog, inputs);
  // As nearly always.
  if (found.length === 0) return nothing;
  return found.map(({ at, locate, follows }) => ({
    at,
    diagnostic: locate(origins),
    ...(follows === true ? { follows } : {}),
  }));
}

const nothing: readonly Located[] = [];

/** A catalog has many thousands of subjects; most rules are about another kind of them. */
function rulesFor(on: Subject["on"], about: LintRule["about"]): readonly LintRule[] {
  const known = rulesBySubject[about].get(on);
  if (known !== undefined) return known;
  const matching = lintRules.filter((rule) => rule.about === about && rule.on === on);
  rulesBySubject[about].set(on, matching);
  return matching;
}

const rulesBySubject: Readonly<Record<LintRule["about"], Map<Subject["on"], readonly LintRule[]>>> = {
  type: new Map(),
  value: new Map(),
};

function isConcerned({ concerns }: LintRule, { subject }: Subject): boolean {
  // As in `runRule`.
  return concerns === undefined || (concerns as (subject: unknown) => boolean)(subject);
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
function unsoundParts(findings: readonly Located[]): ((at: string) => boolean) | undefined {
  if (findings.length === 0) return undefined;
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
    const key = findingKey(found);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
