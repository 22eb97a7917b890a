import type { Change } from "./change.ts";
import { introducedCodes } from "./consequences/introduced-codes.ts";
import type { Direction } from "./facets/facet.ts";
import { facets } from "./facets/facets.ts";

// Rules that were put together. Their names are in files of accepted findings, so they are still understood.

type Side = "input" | "output";

/** `param-narrowed`, `result-widened` and so on. */
export function valueRuleId(side: Side, direction: Direction): string {
  return `${side === "input" ? "param" : "result"}-${direction}`;
}

/** Rules about results were called like those about arguments, with "output-" before it. */
export function formerId(former: string, side: Side): string {
  return side === "input" ? former : `output-${former}`;
}

/** A rule, or one facet of a rule about values, as it is written in files: "param-narrowed/max-length". */
export function ruleName({ id, facet }: Pick<Change, "id" | "facet">): string {
  return facet === undefined ? id : `${id}/${facet}`;
}

/** Is the change what a name in a file may mean: the rule, one facet of it, or a name that either had before. */
export function isNamed(written: string, change: Pick<Change, "id" | "facet">): boolean {
  const names = currentNames(written);
  return names.includes(change.id) || names.includes(ruleName(change));
}

/** The same for a level. Several former rules became one facet, so a former name means only the changes of that rule. */
export function isLevelOf(written: string, change: Pick<Change, "id" | "facet" | "former">): boolean {
  return written === change.id || written === ruleName(change) || written === change.former;
}

/** The name, and where it is a former one what it became: several names, where several rules took its place. */
export function currentNames(name: string): readonly string[] {
  return [name, ...renamed.flatMap(([former, current]) => (former === name ? [current] : []))];
}

const sides = ["input", "output"] as const;

/** Names with a facet, each under the names of the rules that it was. */
const renamed: readonly (readonly [former: string, current: string])[] = [
  ...facets.flatMap(({ name, formers }) =>
    Object.entries(formers).flatMap(([former, direction]) =>
      sides.map((side) => [formerId(former, side), `${valueRuleId(side, direction)}/${name}`] as const),
    ),
  ),
  ...["enum-reordered", "discriminator-changed", "ref-retargeted-same-shape", "ref-retargeted-other-shape"].map(
    (rule) => [formerId(rule, "output"), rule] as const,
  ),
  ["default-added", "default-changed"],
  ["default-removed", "default-changed"],
  ["param-added-required-with-default", "param-added-required"],
  ["param-became-required-with-default", "param-became-required"],
  ["param-moved-nested", "param-moved"],
  ["param-moved-hoisted", "param-moved"],
  ...Object.entries(introducedCodes).flatMap(([code, { former }]) =>
    ["error", "warning"].map((level) => [former, `${level}-introduced/${code}`] as const),
  ),
];

/** Every name with a facet that a file may hold. */
export const facetNames: ReadonlySet<string> = new Set(
  renamed.flatMap(([, name]) => (name.includes("/") ? [name] : [])),
);
