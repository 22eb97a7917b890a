import { effectOfAction, effectOfTool, isMore } from "../../../contract/action-effects.ts";
import type { ActionEffect, Effects } from "../../../contract/tool-facts.ts";
import type { Severity } from "../change.ts";
import type { ComparedTool } from "../compared.ts";
import type { EventOf } from "../event.ts";
import { isForeign } from "../repairs.ts";
import { type DiffRule, rule } from "../rule.ts";

type Way = "gained" | "lost";

interface Row {
  readonly noun: string;
  readonly key: keyof Effects;
  readonly yaml: string;
  readonly worse: Way;
  readonly severity: Severity;
  /** What the hint comes to: some mean something only where a tool does not only read. */
  readonly effective: (effects: Effects) => boolean;
  readonly gained: string;
  readonly lost: string;
  readonly why: string;
}

/** @see MCP 2025-11-25 schema, "ToolAnnotations": destructiveHint and idempotentHint mean something where readOnlyHint is false */
const effects: readonly Row[] = [
  {
    noun: "read-only",
    key: "readOnly",
    yaml: "read_only",
    worse: "lost",
    severity: "ERR",
    effective: ({ readOnly }) => readOnly,
    gained: "only reads now",
    lost: "no longer only reads",
    why: "Clients run tools without asking by this hint; what they let through before writes now.",
  },
  {
    noun: "destructive",
    key: "destructive",
    yaml: "destructive",
    worse: "gained",
    severity: "ERR",
    effective: ({ destructive, readOnly }) => destructive && !readOnly,
    gained: "may destroy something now",
    lost: "no longer destroys anything",
    why: "Clients approve calls by this hint; what they let through before may destroy something now.",
  },
  {
    noun: "idempotent",
    key: "idempotent",
    yaml: "idempotent",
    worse: "lost",
    severity: "WARN",
    effective: ({ idempotent, readOnly }) => idempotent || readOnly,
    gained: "may be called again without further effect now",
    lost: "has a further effect when it is called again",
    why: "Callers repeat a call that timed out by this hint; the repetition now does something a second time.",
  },
  {
    noun: "open-world",
    key: "openWorld",
    yaml: "open_world",
    worse: "gained",
    severity: "WARN",
    effective: ({ openWorld }) => openWorld,
    gained: "now reaches the world outside",
    lost: "no longer reaches the world outside",
    why: "What a model knows can leave through it, and what strangers wrote can come in.",
  },
];

/** A pair of rules for each thing that a call may do to the world, and one for what the actions of a tool do. */
export const effectRules: readonly DiffRule[] = [
  ...effects.flatMap((effect): DiffRule[] => {
    const { worse } = effect;
    return [effectRule(effect, worse), effectRule(effect, worse === "gained" ? "lost" : "gained")];
  }),
  rule("action-effect-raised", "tool-kept", "WARN", ["POLICY"], {
    reads: ["actions", "effects"],
    mirror: "action-effect-lowered",
    points: ["actions"],
    message: ({ base, head }) => actionsText(head, actionsOfOtherEffect(base, head, isMore)),
    help: () => "do what is new in an action of its own",
    explain: {
      why: "Who allowed the action, or let it run without a confirmation, allowed less than it does now.",
      bad: "archive: {effect: destroys}   # was changes",
      good: "archive: {effect: changes}   # unchanged",
    },
  }),
  rule("action-effect-lowered", "tool-kept", "INFO", ["POLICY"], {
    reads: ["actions", "effects"],
    mirror: "action-effect-raised",
    points: ["actions"],
    message: ({ base, head }) =>
      actionsText(
        head,
        actionsOfOtherEffect(base, head, (is, was) => isMore(was, is)),
      ),
    explain: {
      why: "Clients and people may ask less often; nothing breaks.",
      bad: "archive: {effect: changes}   # was destroys",
      good: "archive: {effect: destroys}   # unchanged",
    },
  }),
];

interface ChangedAction {
  readonly action: string;
  readonly was: ActionEffect;
  readonly is: ActionEffect;
}

/** Where the effects of the whole tool changed, that is reported, and what follows for its actions is not. */
function actionsOfOtherEffect(
  base: ComparedTool,
  head: ComparedTool,
  isWanted: (is: ActionEffect, was: ActionEffect) => boolean,
): readonly ChangedAction[] {
  if (effectOfTool(base.effects) !== effectOfTool(head.effects)) return [];
  return (head.actions?.cases ?? []).flatMap((one) => {
    const before = base.actions?.cases.find(({ action }) => action === one.action);
    if (before === undefined) return [];
    const is = effectOfAction(one, head.effects);
    const was = effectOfAction(before, base.effects);
    return isWanted(is, was) ? [{ action: one.action, was, is }] : [];
  });
}

function actionsText({ name }: ComparedTool, changed: readonly ChangedAction[]): string | undefined {
  if (changed.length === 0) return undefined;
  return changed.map(({ action, was, is }) => `'${action}' of '${name}' ${is} now; before it ${past[was]}`).join("; ");
}

const past = { reads: "read", changes: "changed", destroys: "destroyed" } as const;

function effectRule(effect: Row, way: Way): DiffRule {
  const { noun, yaml, worse, severity, why } = effect;
  const line = (value: boolean) => `effects: {${yaml}: ${value}}   # was ${!value}`;
  const isWorse = way === worse;
  return rule(`${noun}-${way}`, "tool-kept", isWorse ? severity : "INFO", ["POLICY"], {
    reads: ["effects"],
    mirror: `${noun}-${way === "gained" ? "lost" : "gained"}`,
    points: ["effects"],
    message: ({ base, head }) => (change(effect, base, head) === way ? `'${head.name}' ${effect[way]}` : undefined),
    ...(isWorse ? { help: ({ head }: EventOf<"tool-kept">) => keptHint(effect, head) } : {}),
    explain: {
      why: isWorse ? why : "Clients may ask less often; nothing breaks.",
      bad: line(way === "gained"),
      good: isWorse ? line(way !== "gained") : `effects: {${yaml}: ${way === "gained"}}   # unchanged`,
    },
  });
}

function keptHint({ key, yaml, worse }: Row, head: ComparedTool): string {
  const value = worse === "lost";
  const hint = isForeign({ head }) ? `${key}Hint ${value}` : `effects: {${yaml}: ${value}}`;
  return `keep ${hint} here, and do what is new in a tool of its own`;
}

/** What a hint comes to. */
export function effectiveHint(key: keyof Effects, { effects: stated }: ComparedTool): boolean {
  return effects.find((row) => row.key === key)?.effective(stated) ?? stated[key];
}

/**
 * What it comes to has to change, and the hint itself too: that a tool which begins to write may also destroy is reported with
 * its writing. Of a tool that only reads, there is nothing more to report.
 */
function change({ key, effective }: Row, base: ComparedTool, head: ComparedTool): Way | undefined {
  const was = effective(base.effects);
  const is = effective(head.effects);
  if (was === is || base.effects[key] === head.effects[key]) return undefined;
  if (key !== "readOnly" && key !== "openWorld" && head.effects.readOnly) return undefined;
  return is ? "gained" : "lost";
}
