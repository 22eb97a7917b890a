import type { ActionCase, ActionEffect, Effects } from "./tool-facts.ts";

/** From the least to the most. */
export const actionEffects = ["reads", "changes", "destroys"] as const satisfies readonly ActionEffect[];

/** What a call of the tool does at most. */
export function effectOfTool({ readOnly, destructive }: Effects): ActionEffect {
  return destructive ? "destroys" : readOnly ? "reads" : "changes";
}

/** What an action does: its own word, else what the tool does. */
export function effectOfAction({ effect }: Pick<ActionCase, "effect">, effects: Effects): ActionEffect {
  return effect ?? effectOfTool(effects);
}

export function isMore(one: ActionEffect, than: ActionEffect): boolean {
  return actionEffects.indexOf(one) > actionEffects.indexOf(than);
}
