import type { Category, Severity } from "../change.ts";
import type { EventOf, ValuePlace } from "../event.ts";
import type { DiffRule, RuleContext } from "../rule.ts";
import { liveOn } from "./repairs.ts";

// Rules about values come in pairs: what narrows breaks callers and suits readers, what widens suits callers and breaks
// readers. A row says it once; the rule for results is called like the one for arguments, with "output-" before it.

export type Side = ValuePlace["side"];

/** "may": only a comparison of the two schemas can tell. */
export type Effect = "narrows" | "widens" | "may";

export type Kept = EventOf<"type-kept">;

/**
 * A change of one value's type, as people would write it: YAML of our language, or JSON Schema where only a foreign list
 * can say it (`{"`).
 */
export interface Example {
  readonly was: string;
  readonly is: string;
  /** Beside it, a change about which the rule is silent; without it, the change undone, or nothing changed. */
  readonly silent?: { readonly was: string; readonly is: string };
}

export interface ValueRow {
  /** Of the rule for arguments. */
  readonly id: string;
  readonly mirror: string | readonly string[];
  readonly effect: Effect;
  readonly message: (event: Kept, context: RuleContext) => string | undefined;
  readonly proof?: "none";
  readonly eases?: (event: Kept, context: RuleContext) => string | undefined;
  /** What keeps the old form, for the help of a break. */
  readonly undo?: (event: Kept) => string;
  /** Keys from the type to what the rule is about, for the place of its findings. */
  readonly points?: readonly string[];
  /** Added to what the effect says of itself. */
  readonly why?: string;
  /** Besides CALL, or RESULT. */
  readonly categories?: readonly Category[];
  readonly example: Example;
}

/** One row as its two rules. */
export function valueRules(row: ValueRow): readonly DiffRule[] {
  return [valueRule(row, "input"), valueRule(row, "output")];
}

function valueRule(row: ValueRow, side: Side): DiffRule {
  const { message, proof, eases, points, undo } = row;
  return {
    id: sided(row.id, side),
    on: "type-kept",
    ...shared(row, side),
    ...(undo === undefined || severityOf(row.effect, side) === "INFO"
      ? {}
      : { help: (event: Kept) => liveOn(event.at, undo(event)) }),
    message: (event, context) => (event.at.side === side ? message(event, context) : undefined),
    ...(proof === undefined ? {} : { proof }),
    ...(eases === undefined ? {} : { eases }),
    ...(points === undefined ? {} : { points }),
  };
}

/** What the rules of both sides get from any row, whatever event it is about. */
export function shared(
  row: Pick<ValueRow, "mirror" | "effect" | "why" | "categories" | "example">,
  side: Side,
): Pick<DiffRule, "severity" | "categories" | "explain"> & {
  readonly mirror: readonly string[];
  readonly help?: (event: { readonly at: ValuePlace }) => string;
} {
  const severity = severityOf(row.effect, side);
  const mirrors = [row.mirror].flat();
  return {
    severity,
    categories: [side === "input" ? "CALL" : "RESULT", ...(row.categories ?? [])],
    mirror: mirrors.map((id) => sided(id, side)),
    ...(severity === "INFO" ? {} : { help: ({ at }: { readonly at: ValuePlace }) => liveOn(at) }),
    explain: {
      why: [row.why, whyOf(row.effect, side)].filter((text) => text !== undefined).join(" "),
      // A rule with two mirrors is one of them itself, so "unchanged" would be no near miss.
      ...examples(row.example, row.effect !== "may" && (severity === "ERR" || mirrors.length > 1)),
    },
  };
}

export function sided(id: string, side: Side): string {
  return side === "input" ? id : `output-${id}`;
}

export function severityOf(effect: Effect, side: Side): Severity {
  if (effect === "may") return "ERR";
  return (effect === "narrows") === (side === "input") ? "ERR" : "INFO";
}

function whyOf(effect: Effect, side: Side): string {
  if (effect === "may")
    return "The two are compared; what breaks is shown with an example, what can't be decided is a warning.";
  if (side === "input") {
    return effect === "narrows"
      ? "Arguments that were valid are refused now."
      : "Every argument that was valid still is.";
  }
  return effect === "widens"
    ? "Readers meet values that they did not prepare for."
    : "Every result fits what readers expect.";
}

/**
 * The texts of `explain`. A line is a param or a result field as it is now, with what it was behind it.
 * @param reversible the change undone is harmless
 */
export function examples(example: Example, reversible: boolean): { readonly bad: string; readonly good: string } {
  const { was, is, silent } = example;
  const bad = changeLine(was, is);
  if (silent !== undefined) return { bad, good: changeLine(silent.was, silent.is) };
  return { bad, good: reversible ? changeLine(is, was) : changeLine(was, was) };
}

function changeLine(was: string, is: string): string {
  // JSON has no comments; those of JavaScript are what people write into it.
  const [name, comment] = is.startsWith('{"') ? ['"value"', "//"] : ["value", "#"];
  return `${name}: ${is}   ${comment} ${was === is ? "unchanged" : `was ${was}`}`;
}
