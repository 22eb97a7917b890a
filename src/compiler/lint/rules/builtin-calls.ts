import { isJsonObject } from "../../../contract/json.ts";
import type { Effects } from "../../../contract/tool-facts.ts";
import { suggest } from "../../../diagnostics/mistyped.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import { pointer } from "../../catalog/origins.ts";
import { currentTools } from "../../catalog/versions.ts";
import { calledTool } from "../called-tool.ts";
import { type CallSubject, type Finding, finding, type LintRule, rule } from "../rule.ts";
import { judgeCall } from "./calls.ts";

/** Calls of built-in tools name other tools: these must exist, get valid arguments, and fit the proxy tool. */
export const builtinCallRules: readonly LintRule[] = [
  rule("call", (call, catalog) => (call.refused ? [] : named(call, catalog))),
];

const proxies: {
  readonly [proxyTool: string]: { readonly takes: (effects: Effects) => boolean; readonly what: string };
} = {
  call_read: { takes: ({ readOnly }) => readOnly, what: "a read-only tool" },
  call_write: {
    takes: ({ readOnly, destructive }) => !readOnly && !destructive,
    what: "a tool that writes and is not destructive",
  },
  call_destructive: { takes: ({ readOnly, destructive }) => !readOnly && destructive, what: "a destructive tool" },
};

function named(call: CallSubject, catalog: Catalog): readonly Finding[] {
  const { tool: name, arguments: given } = call.arguments;
  // A kept value is known only when the example runs.
  if (typeof name !== "string" || name.startsWith("$")) return [];
  const at = pointer(call.at, "tool");
  if (call.call === "tool_describe") {
    const isFamily = catalog.families.some((family) => family.name === name);
    return isFamily || name === "" || calledTool(name, catalog) !== undefined ? [] : [unknown(name, at, catalog)];
  }
  const proxyTool = Object.hasOwn(proxies, call.call) ? proxies[call.call] : undefined;
  if (proxyTool === undefined) return [];
  const inner = calledTool(name, catalog);
  if (inner === undefined || Object.hasOwn(proxies, name)) return [unknown(name, at, catalog)];
  if (!proxyTool.takes(inner.tool.effects)) {
    const params = { path: " in '/tool'", call: call.call, expected: proxyTool.what, found: `'${name}'` };
    return [finding("invalid-argument", params, at)];
  }
  const sent = isJsonObject(given) ? given : {};
  const place = { at: pointer(call.at, "arguments"), callAt: call.callAt };
  return judgeCall({ call: name, arguments: sent, ...place, refused: false }, catalog);
}

function unknown(name: string, at: string, catalog: Catalog): Finding {
  const known = currentTools(catalog).map((tool) => tool.name);
  return finding("unknown-tool", { name }, at, { help: suggest(name, known) });
}
