import { align } from "../../src/compiler/diff/align.ts";
import type { ComparedTool } from "../../src/compiler/diff/compared.ts";
import { knownSubtype } from "../../src/compiler/diff/known-answers.ts";
import type { DiffRule } from "../../src/compiler/diff/rule.ts";
import type { Pair } from "./cases/build.ts";
import { inputOnly, namedOtherwise, withoutMirror, withoutMirrorOn } from "./waivers.ts";

// What every rule must have. Each guard returns sentences about the rules that lack it; none is what is wanted.

type Rules = readonly DiffRule[];

export function mirrorsOf(rule: DiffRule | undefined): readonly string[] {
  return [rule?.mirror ?? []].flat();
}

export function isOwnMirror(rule: DiffRule): boolean {
  return mirrorsOf(rule).includes(rule.id);
}

export function unexplained(rules: Rules): readonly string[] {
  return rules.flatMap(({ id, explain }) =>
    (["why", "bad", "good"] as const)
      .filter((part) => (explain[part] ?? "").trim() === "")
      .map((part) => `${id} does not say ${part}`),
  );
}

export function unknownMirrors(rules: Rules): readonly string[] {
  const known = new Set(rules.map((rule) => rule.id));
  return rules.flatMap((rule) =>
    mirrorsOf(rule)
      .filter((id) => !known.has(id))
      .map((id) => `${rule.id} has the mirror ${id}, which is not a rule`),
  );
}

/** Swapping the sides turns every rule into its mirror, or there is a reason why not. */
export function unmirrored(rules: Rules): readonly string[] {
  const answered = (rule: DiffRule) => mirrorsOf(rule).length > 0 || Object.hasOwn(withoutMirrorOn, rule.on);
  const lacking = new Set(rules.filter((rule) => !answered(rule)).map((rule) => rule.id));
  return [
    ...[...lacking].filter((id) => !Object.hasOwn(withoutMirror, id)).map((id) => `${id} has no mirror and no waiver`),
    ...Object.keys(withoutMirror)
      .filter((id) => !lacking.has(id))
      .map((id) => `${id} has a waiver for its mirror and needs none`),
  ];
}

/** What narrows arguments widens results: each rule about calls has its partner about results, of its mirror's severity. */
export function asymmetric(rules: Rules): readonly string[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const problems = rules
    .filter(({ id, categories }) => categories.includes("CALL") && !categories.includes("RESULT") && !isOfResults(id))
    .flatMap((rule): readonly string[] => {
      const partner = byId.get(partnerId(rule.id));
      if (partner === undefined) return partnersElsewhere(rule, byId);
      const severities = mirrorsOf(rule).map((id) => byId.get(id)?.severity);
      return severities.length === 0 || severities.includes(partner.severity)
        ? []
        : [`${partner.id} is ${partner.severity}, and no mirror of ${rule.id} is`];
    });
  const needless = [...Object.keys(namedOtherwise), ...Object.keys(inputOnly)].filter((id) => byId.has(partnerId(id)));
  return [...problems, ...needless.map((id) => `${id} has a waiver for its partner and needs none`)];
}

function isOfResults(id: string): boolean {
  return /^(?:output|result)-/.test(id);
}

function partnerId(id: string): string {
  return /^param-(?:narrowed|widened|changed)$/.test(id) ? id.replace("param", "result") : `output-${id}`;
}

function partnersElsewhere(rule: DiffRule, byId: ReadonlyMap<string, DiffRule>): readonly string[] {
  if (Object.hasOwn(inputOnly, rule.id)) return [];
  const partners = namedOtherwise[rule.id];
  if (partners === undefined) return [`${rule.id} has no partner for results and no waiver`];
  return partners.filter((id) => !byId.has(id)).map((id) => `${rule.id} has the partner ${id}, which is not a rule`);
}

/** A rule that its own opposite makes speak must still have something near about which it is silent. */
export function withoutSilentPair(rules: Rules, silent: { readonly [rule: string]: unknown }): readonly string[] {
  return rules.filter((rule) => isOwnMirror(rule) && !Object.hasOwn(silent, rule.id)).map((rule) => rule.id);
}

/** A rule that says what it reads finds nothing between tools that are alike there. */
export function readingMore(rules: Rules, pairs: readonly Pair[]): readonly string[] {
  const found = pairs.flatMap(([base, head]) => {
    const unasked = () => knownSubtype(true, true);
    const context = { base, head, widens: unasked, narrows: unasked };
    const kept = align(base, head).flatMap((event) => (event.kind === "tool-kept" ? [event] : []));
    return kept.flatMap((event) =>
      rules
        .filter(({ on, reads = [] }) => on === "tool-kept" && reads.length > 0)
        .filter(({ reads = [], match }) => {
          const alike = withKeysOf(event.base, event.head, reads);
          return match({ ...event, head: alike }, { ...context }) !== undefined;
        })
        .map(({ id }) => `${id} reads more than it says`),
    );
  });
  return [...new Set(found)];
}

function withKeysOf(base: ComparedTool, head: ComparedTool, keys: readonly (keyof ComparedTool)[]): ComparedTool {
  const isOther = ([key]: readonly [string, unknown]) => !keys.some((one) => one === key);
  const taken = Object.fromEntries(Object.entries(base).filter((entry) => !isOther(entry)));
  const rest = Object.fromEntries(Object.entries(head).filter(isOther));
  return { ...head, ...absent(keys), ...rest, ...taken };
}

/** Keys that the base lacks are undefined in what is made of it. */
function absent(keys: readonly (keyof ComparedTool)[]): { readonly [key: string]: undefined } {
  return Object.fromEntries(keys.map((key) => [key, undefined]));
}
