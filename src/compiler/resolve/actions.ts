import { actionEffects } from "../../contract/action-effects.ts";
import type { ActionTable } from "../../contract/tool-facts.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { mistyped } from "../../diagnostics/mistyped.ts";
import type { Tool } from "../catalog/catalog.ts";
import { keyOf, pointer } from "../catalog/origins.ts";
import { findOwned } from "../catalog/own-names.ts";
import { at, entriesAt, isBrokenAt, type SpecNode, spanAt, stringAt, stringsAt, wordAt } from "../syntax/spec-node.ts";
import { type Context, optional, reportUnknownParam } from "./context.ts";
import { textAt } from "./texts.ts";

/** The table of a multi-action tool; every action of the enum has a case, and cases name params of the tool. */
export function actionsOf(
  context: Context,
  root: SpecNode | undefined,
  tool: Pick<Tool, "name" | "params">,
  base: string,
): ActionTable | undefined {
  const node = at(root, "actions");
  const by = stringAt(node, "by");
  if (node === undefined || by === undefined) return undefined;
  context.origins.set(pointer(base, "actions"), spanAt(node, "by"));
  const param = findOwned(tool.params, by);
  if (param === undefined) reportUnknownParam(context, by, spanAt(node, "by"), tool);
  else if (param.type.kind === "json") return undefined;
  else if (param.type.kind !== "enum" || (!param.required && param.default === undefined)) {
    const help = `write ${by}: {type: enum, values: […], required: true}, or give it a default`;
    context.diagnostics.push(diagnostic("action-not-enum", { name: by }, spanAt(node, "by"), { help }));
    return undefined;
  } else {
    const actions = param.type.values.map((value) => value.value);
    checkCases(context, node, by, actions);
  }
  const cases = entriesAt(node, "cases").map(([action, { key, value }], index) => {
    context.origins.set(pointer(base, "actions", "cases", index), key);
    const names = (list: "requires" | "optional") => {
      const listed = stringsAt(value, list);
      for (const { text, span } of listed) {
        if (findOwned(tool.params, text) === undefined) reportUnknownParam(context, text, span, tool);
      }
      return listed.map(({ text }) => findOwned(tool.params, text)?.name ?? text);
    };
    return {
      action,
      ...optional("effect", wordAt(value, "effect", actionEffects)),
      ...optional("summary", textAt(context, value, "summary", pointer(base, "actions", "cases", index, "summary"))),
      requires: names("requires"),
      optional: names("optional"),
    };
  });
  // What follows from a case that could not be read is not reported too.
  if (entriesAt(node, "cases").some(([, { value }]) => isUnread(value))) return undefined;
  reportRequired(context, cases, tool, base);
  return { by: param?.name ?? by, cases };
}

function isUnread(node: SpecNode): boolean {
  return node.kind === "broken" || isBrokenAt(node, "requires") || isBrokenAt(node, "optional");
}

/** A param that some cases list belongs to them, so no other action can send it. */
function reportRequired(
  context: Context,
  cases: ActionTable["cases"],
  { params }: Pick<Tool, "params">,
  base: string,
): void {
  const owners = (name: string) =>
    cases.filter(({ requires, optional: rest }) => [...requires, ...rest].includes(name));
  for (const [index, { name, required }] of params.entries()) {
    const actions = required ? owners(name).map(({ action }) => action) : [];
    const span = context.origins.get(keyOf(pointer(base, "params", index, "required")));
    if (actions.length === 0 || actions.length === cases.length || span === undefined) continue;
    const help = `remove 'required'; 'requires' of a case says that its action needs it`;
    const of = actions.map((action) => `'${action}'`).join(", ");
    context.diagnostics.push(diagnostic("action-param-required", { name, of }, span, { help }));
  }
}

function checkCases(context: Context, node: SpecNode, by: string, actions: readonly string[]): void {
  const cases = entriesAt(node, "cases");
  const unknown = cases.filter(([action]) => !actions.includes(action));
  for (const [action, { key }] of unknown) {
    const free = actions.filter((known) => !cases.some(([name]) => name === known));
    const extras = mistyped(action, key, actions, unknown.length === 1 ? free : []);
    context.diagnostics.push(diagnostic("action-unknown-case", { action, by }, key, extras));
  }
  // A mistyped case is one finding, not also a missing one.
  const present = new Set(cases.map(([action]) => action));
  const missing = actions.filter((action) => !present.has(action)).slice(unknown.length);
  const span = node.kind === "map" ? (node.entries.get("cases")?.key ?? node.span) : node.span;
  for (const action of missing) {
    const help = `add '${action}: {}', with the params it requires`;
    context.diagnostics.push(diagnostic("action-missing-case", { action }, span, { help }));
  }
}
