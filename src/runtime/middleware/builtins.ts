import { type BuiltinName, isBuiltinName } from "../../contract/builtin-tools.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { Violation } from "../../contract/violation.ts";
import { contractFailure } from "../answers.ts";
import type { DescribeInput } from "../builtins/describe-input.ts";
import type { ProxyToolName } from "../builtins/proxy-tool-for.ts";
import type { SearchInput } from "../builtins/search-tools.ts";
import type { CallState, Dispatch, Middleware } from "../call-state.ts";
import { asCalled } from "../invalid-arguments.ts";
import { searchHint } from "../name-for-caller.ts";
import { type CallAnswer, ok } from "../result.ts";
import { answerWith } from "./execute-call.ts";
import { entryOf } from "./stage.ts";

/**
 * Answers for the runtime's own tools. They need no host, so finding a tool opens no database.
 * @param dispatch the road from its beginning: behind a door a call walks all of it under the tool's own name
 */
export function builtins<Deps>(dispatch: Dispatch): Middleware<Deps> {
  return async (call, next) => {
    const { name } = entryOf(call);
    return isBuiltinName(name) ? answer(name, call, dispatch) : next(call);
  };
}

/** Arguments were held against the contracts in builtins/generated, whose inputs the types below are. */
async function answer<Deps>(name: BuiltinName, call: CallState<Deps>, dispatch: Dispatch): Promise<CallAnswer> {
  switch (name) {
    case "tool_search": {
      const { searchTools } = await import("../builtins/search-tools.ts");
      return reported(call, await searchTools(call, call.arguments as unknown as SearchInput));
    }
    case "tool_families": {
      const { listFamilies } = await import("../builtins/search-tools.ts");
      return answerWith(call, ok(listFamilies(call)));
    }
    case "tool_describe":
      return describe(call);
    default:
      return through(name, call, dispatch);
  }
}

async function describe<Deps>(call: CallState<Deps>): Promise<CallAnswer> {
  const { describeTool } = await import("../builtins/describe-tool.ts");
  return reported(call, await describeTool(call, call.arguments as unknown as DescribeInput)); // as above
}

/** What was found, or what leads nowhere, in the names that the caller used. */
async function reported<Deps>(
  call: CallState<Deps>,
  found: { readonly value: JsonObject } | { readonly violation: Violation },
): Promise<CallAnswer> {
  if ("value" in found) return answerWith(call, ok(found.value));
  const { violation } = found;
  return contractFailure({
    code: "INVALID_ARGUMENTS",
    message: "there is nothing of that name",
    violations: [{ ...violation, path: asCalled(call, violation.path) }],
    // Whoever has found the tool and looks for a part of it needs no search.
    ...(violation.path === "/path" ? {} : searchHint(call)),
  });
}

async function through<Deps>(proxyTool: ProxyToolName, call: CallState<Deps>, dispatch: Dispatch): Promise<CallAnswer> {
  const { callThroughProxy } = await import("../builtins/call-through-proxy.ts");
  return callThroughProxy(proxyTool, call, dispatch);
}
