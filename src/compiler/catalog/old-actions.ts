import type { ActionCase } from "../../contract/tool-facts.ts";
import type { Tool, ToolAlias } from "./catalog.ts";

/** The actions of its tool that a call of an old name may have: the one it implies, else those that the caller may send. */
export function oldActions(
  { params, rename, set, defaults }: Pick<ToolAlias, "params" | "rename" | "set" | "defaults">,
  { actions, params: current }: Pick<Tool, "params" | "actions">,
): readonly ActionCase[] {
  if (actions === undefined) return [];
  const { by, cases } = actions;
  if (Object.hasOwn(set, by)) return cases.filter(({ action }) => action === set[by]);
  const target = current.find(({ name }) => name === by);
  const sources = params.filter(({ name }) => (Object.hasOwn(rename, name) ? rename[name] : name) === by);
  // A type without words may have every action.
  if (sources.some(({ type }) => type.kind !== "enum")) return cases;
  const words = sources.flatMap(({ type }) =>
    type.kind === "enum" ? type.values.map(({ value }) => value.toLowerCase()) : [],
  );
  const fallback = Object.hasOwn(defaults, by) ? defaults[by] : target?.default;
  if (typeof fallback === "string" && !sources.some(({ required }) => required)) words.push(fallback.toLowerCase());
  const spellings = (action: string) => {
    const value = target?.type.kind === "enum" ? target.type.values.find((one) => one.value === action) : undefined;
    return [action, ...(value?.aliases ?? [])];
  };
  return cases.filter(({ action }) => spellings(action).some((word) => words.includes(word.toLowerCase())));
}
