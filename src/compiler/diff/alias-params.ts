import { sameJson } from "../../contract/alias.ts";
import type { Field, ToolAlias } from "../catalog/catalog.ts";
import { type ComparedTool, ownField } from "./compared.ts";

export interface AliasPair {
  readonly base: ToolAlias;
  readonly head: ToolAlias;
}

/**
 * Two states of one alias, ready to be compared: what callers sent before, and what is accepted now. Params
 * that only carry a param of the tool are left out of both where the tool is the same: what happens to these is reported of the
 * tool, once, and not again for each of its names.
 */
export function comparableAliases(pair: AliasPair, baseTool: ComparedTool, headTool: ComparedTool): AliasPair {
  const head = { ...pair.head, params: acceptedParams(pair.head, headTool) };
  if (baseTool.name !== headTool.name) return { base: pair.base, head };
  const ofTool = (name: string) => {
    const was = pair.base.params.find((field) => field.name === name);
    const is = head.params.find((field) => field.name === name);
    const carriedBefore = was === undefined || isCarried(was, pair.base, baseTool);
    return carriedBefore && (is === undefined ? was === undefined : isCarried(is, head, headTool));
  };
  const own = (alias: ToolAlias): ToolAlias => ({ ...alias, params: alias.params.filter(({ name }) => !ofTool(name)) });
  return { base: own(pair.base), head: own(head) };
}

/** Without a function, what an alias does not map goes on as it is: so it takes the tool's optional params too. */
export function acceptedParams(alias: ToolAlias, tool: ComparedTool): readonly Field[] {
  if (alias.adapt) return alias.params;
  const taken = new Set([...alias.params.map(({ name }) => name), ...Object.keys(alias.set)]);
  const passed = tool.params.filter((param) => !taken.has(param.name) && !Object.hasOwn(alias.rename, param.name));
  return [...alias.params, ...passed.map((param) => ({ ...ownField(param), required: false }))];
}

function isCarried(field: Field, alias: ToolAlias, tool: ComparedTool): boolean {
  const current = !alias.adapt && Object.hasOwn(alias.rename, field.name) ? alias.rename[field.name] : field.name;
  const target = tool.params.find(({ name }) => name === current);
  if (target === undefined) return false;
  // A default at the alias stands in for a missing text and not for a blank one, so its texts may not be blank.
  return sameJson(field.type, target.type) || sameJson(field.type, { ...target.type, minLength: 1 });
}
