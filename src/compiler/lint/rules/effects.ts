import { effectOfAction, effectOfTool, isMore } from "../../../contract/action-effects.ts";
import { durationText } from "../../../contract/duration.ts";
import { pointer } from "../../catalog/origins.ts";
import { clientLimits } from "../../clients/client-facts.ts";
import { finding, type LintRule, rule } from "../rule.ts";

/** The declared effects of a tool. */
export const effectRules: readonly LintRule[] = [
  rule("tool", ({ tool, at }) => {
    const { actions, effects } = tool;
    const most = effectOfTool(effects);
    const beyond = (actions?.cases ?? []).flatMap(({ action, effect }, index) =>
      effect !== undefined && isMore(effect, most) ? [{ action, effect, index }] : [],
    );
    return beyond.map(({ action, effect, index }) => {
      const key = effect === "destroys" ? "destructive: true" : "read_only: false";
      const help = `write ${key} under 'effects' of the tool, which cover all its actions`;
      const params = { action, effect, tool: tool.name };
      return finding("action-beyond-effects", params, pointer(at, "actions", "cases", index), { help });
    });
  }),
  rule("tool", ({ tool, at }) => {
    const { actions, effects } = tool;
    if (actions === undefined) return [];
    const most = effectOfTool(effects);
    if (actions.cases.some((one) => !isMore(most, effectOfAction(one, effects)))) return [];
    const help = `say less under 'effects', or correct 'effect' of the action that ${most}`;
    return [finding("effects-beyond-actions", { tool: tool.name, effect: most }, pointer(at, "effects"), { help })];
  }),
  rule("tool", ({ tool, at }) => {
    if (!tool.effects.readOnly || !tool.effects.destructive) return [];
    const help = "set one of them to false";
    return [finding("effects-contradiction", { tool: tool.name }, pointer(at, "effects"), { help })];
  }),
  rule("tool", ({ tool, at }) => {
    const { readOnly, destructive } = tool.effects;
    if (!destructive || readOnly || tool.confirm !== undefined || tool.neverConfirms) return [];
    const help = "add confirm: {message: …} that says what would be destroyed, or confirm: never";
    return [finding("destructive-without-confirm", { tool: tool.name }, pointer(at, "effects"), { help })];
  }),
];

/**
 * The deadline of a tool compared with the timeout of clients. It is advice: the tool may need the time, and a tool
 * without a deadline can take as long.
 */
export const deadlineRules: readonly LintRule[] = [
  rule("tool", ({ tool, at }) => {
    const { limit, name } = clientLimits["request-seconds"];
    const { deadlineMs, upgrade } = tool;
    // A version that is mapped has the deadline of the current one, which is reported there.
    if (deadlineMs === undefined || upgrade !== undefined || deadlineMs <= limit * 1_000) return [];
    const help = `make it ${limit}s or less, or ask callers to wait longer and report progress`;
    const params = { tool: tool.name, time: durationText(deadlineMs), limit, client: name };
    return [finding("deadline-beyond-clients", params, pointer(at, "deadlineMs"), { help })];
  }),
];
