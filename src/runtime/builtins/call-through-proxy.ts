import { isBuiltinName, type ProxyToolName, proxyToolFor } from "../../contract/builtin-tools.ts";
import { quoteName } from "../../contract/found.ts";
import { ownValue } from "../../contract/own-property.ts";
import { contractFailure } from "../answers.ts";
import type { CallState, Dispatch } from "../call-state.ts";
import { searchHint } from "../caller-names.ts";
import { pathAsCalled } from "../invalid-arguments.ts";
import type { CallAnswer } from "../result.ts";
import { retiredTool } from "../unknown-tool.ts";
import { canonicalName, permittedNames, unknownName } from "./permitted.ts";

/**
 * Calls a tool through a proxy tool. The answer is the tool's own, as if it had been called by its name. The wrong proxy tool
 * calls nothing and names the right one.
 */
export async function callThroughProxy<Deps>(
  proxyTool: ProxyToolName,
  call: CallState<Deps>,
  dispatch: Dispatch,
): Promise<CallAnswer> {
  const { tool: named, arguments: given } = call.arguments;
  const requested = typeof named === "string" ? named : "";
  const name = canonicalName(call, requested);
  const entry = name === undefined || isBuiltinName(name) ? undefined : ownValue(call.registry.tools, name);
  if (entry === undefined) return noSuchTool(call, requested);
  const expected = proxyToolFor(entry.effects);
  if (expected !== proxyTool) {
    const listedName = call.names.shownOrOwn(expected);
    return contractFailure({
      code: "WRONG_PROXY_TOOL",
      message: `'${requested}' ${effectTexts[expected]}; ${call.request.name} does not call such tools`,
      ...(listedName === undefined ? {} : { hint: `send the same arguments to ${listedName}` }),
      facts: { tool: entry.name, ...(listedName === undefined ? {} : { proxyTool: listedName }) },
    });
  }
  return dispatch({ ...call.request, name: requested, arguments: given });
}

const effectTexts = {
  call_read: "only reads",
  call_write: "changes something",
  call_destructive: "may destroy something",
} as const satisfies { readonly [D in ProxyToolName]: string };

function noSuchTool<Deps>(call: CallState<Deps>, requested: string): CallAnswer {
  const known = permittedNames(call).filter((name) => !isBuiltinName(canonicalName(call, name) ?? name));
  const path = pathAsCalled(call, "/tool");
  const retired = retiredTool(call, requested);
  // What became of a retired one says more than a name like it.
  const near = retired === undefined ? known : [];
  return contractFailure({
    code: "INVALID_ARGUMENTS",
    message: retired?.text ?? `no tool is named ${quoteName(requested)}`,
    violations: [unknownName(path, "the name of a tool that can be called", requested, near)],
    ...searchHint(call.names, call.request.name),
    ...(retired && { facts: retired.facts }),
  });
}
