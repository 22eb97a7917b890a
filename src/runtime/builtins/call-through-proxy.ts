import { isBuiltinName } from "../../contract/builtin-tools.ts";
import { quoteName } from "../../contract/found.ts";
import { nearMiss } from "../../contract/near-miss.ts";
import { ownValue } from "../../contract/own-property.ts";
import { contractFailure } from "../answers.ts";
import type { CallState, Dispatch } from "../call-state.ts";
import { nameForCaller, searchHint } from "../name-for-caller.ts";
import type { CallAnswer } from "../result.ts";
import { canonicalName, permittedNames } from "./permitted.ts";
import { type ProxyToolName, proxyToolFor } from "./proxy-tool-for.ts";

/**
 * Calls a tool through a door: the tool's own answer, as if it had been called by its name. Through the wrong door nothing
 * happens, and the right one is named.
 */
export async function callThroughProxy<Deps>(
  proxyTool: ProxyToolName,
  call: CallState<Deps>,
  dispatch: Dispatch,
): Promise<CallAnswer> {
  const { tool: named, arguments: given } = call.arguments;
  const wanted = typeof named === "string" ? named : "";
  const name = canonicalName(call, wanted);
  const entry = name === undefined || isBuiltinName(name) ? undefined : ownValue(call.registry.tools, name);
  if (entry === undefined) return noSuchTool(call, wanted);
  const right = proxyToolFor(entry.effects);
  if (right !== proxyTool) {
    const open = nameForCaller(call, right);
    return contractFailure({
      code: "WRONG_PROXY_TOOL",
      message: `'${wanted}' ${deeds[right]}; ${call.request.name} does not call such tools`,
      ...(open === undefined ? {} : { hint: `send the same to ${open}` }),
      facts: { tool: entry.name, ...(open === undefined ? {} : { proxyTool: open }) },
    });
  }
  return dispatch({ ...call.request, name: wanted, arguments: given });
}

const deeds = {
  call_read: "only reads",
  call_write: "changes something",
  call_destructive: "may destroy something",
} as const satisfies { readonly [D in ProxyToolName]: string };

function noSuchTool<Deps>(call: CallState<Deps>, wanted: string): CallAnswer {
  const near = nearMiss(
    wanted,
    permittedNames(call).filter((name) => !isBuiltinName(name)),
  );
  const violation = {
    path: "/tool",
    expected: "the name of a tool that can be called",
    found: quoteName(wanted),
    ...(near === undefined ? {} : { nearMiss: near }),
  };
  return contractFailure({
    code: "INVALID_ARGUMENTS",
    message: `there is no tool ${quoteName(wanted)}`,
    violations: [violation],
    ...searchHint(call),
  });
}
