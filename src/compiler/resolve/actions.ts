import type { ActionTable } from "../../contract/tool-facts.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { mistyped } from "../../diagnostics/mistyped.ts";
import type { Tool } from "../catalog/catalog.ts";
import { pointer } from "../catalog/origins.ts";
import { findOwned } from "../catalog/own-names.ts";
import { at, entriesAt, type SpecNode, spanAt, stringAt, stringsAt } from "../syntax/spec-node.ts";
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
      ...optional("summary", textAt(context, value, "summary", pointer(base, "actions", "cases", index, "summary"))),
      requires: names("requires"),
      optional: names("optional"),
    };
  });
  return { by: param?.name ?? by, cases };
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
