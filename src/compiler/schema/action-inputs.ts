import type { ActionCase } from "../../contract/tool-facts.ts";
import type { Field, Tool } from "../catalog/catalog.ts";

/** What a handler gets for one action of a multi-action tool. */
export interface ActionInput {
  readonly action: string;
  /** In the order of the tool's params; the one that names the action holds a constant. */
  readonly fields: readonly Field[];
}

/**
 * The options of a multi-action tool's input. An action knows the params that every action requires, the ones its case
 * lists, and `confirm`; any other is refused before the handler is called.
 */
export function actionInputs(tool: Tool): readonly ActionInput[] {
  const { actions } = tool;
  if (actions === undefined) return [];
  return actions.cases.map((actionCase) => ({
    action: actionCase.action,
    fields: tool.params.flatMap((param) => fieldOf(param, actionCase, actions.by, tool)),
  }));
}

function fieldOf(param: Field, actionCase: ActionCase, by: string, tool: Tool): readonly Field[] {
  if (param.name === by) {
    return [{ ...param, required: true, type: { kind: "enum", values: [{ value: actionCase.action }] } }];
  }
  if (actionCase.requires.includes(param.name)) return [{ ...param, required: true }];
  const confirms = tool.confirm !== undefined && param.name === "confirm";
  return param.required || confirms || actionCase.optional.includes(param.name) ? [param] : [];
}
