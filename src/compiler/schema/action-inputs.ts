import { actionsTaking } from "../../contract/actions.ts";
import type { ActionCase, ActionTable } from "../../contract/tool-facts.ts";
import type { Field, Tool } from "../catalog/catalog.ts";

/** What a handler gets for one action of a multi-action tool. */
export interface ActionInput {
  readonly action: string;
  /** In the order of the tool's params; the one that names the action holds a constant. */
  readonly fields: readonly Field[];
}

/**
 * The options of a multi-action tool's input. An action knows the params that its case lists, and those that no case does: any
 * other is refused before the handler is called.
 */
export function actionInputs(tool: Tool): readonly ActionInput[] {
  const { actions } = tool;
  if (actions === undefined) return [];
  return actions.cases.map((actionCase) => ({
    action: actionCase.action,
    fields: tool.params.flatMap((param) => fieldOf(param, actionCase, actions)),
  }));
}

function fieldOf(param: Field, { action, requires }: ActionCase, actions: ActionTable): readonly Field[] {
  if (param.name === actions.by) {
    return [{ ...param, required: true, type: { kind: "enum", values: [{ value: action }] } }];
  }
  if (requires.includes(param.name)) return [{ ...param, required: true }];
  const takers = actionsTaking(actions, param.name);
  return takers.length === 0 || takers.includes(action) ? [param] : [];
}
