import { type BuiltinName, isBuiltinName } from "../../contract/builtin-tools.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { Violation } from "../../contract/violation.ts";
import { contractFailure } from "../answers.ts";
import type { DescribeInput } from "../builtins/describe-many.ts";
import type { RankTools } from "../builtins/rank-tools.ts";
import type { SearchInput } from "../builtins/search-tools.ts";
import type { CallInProgress, CallState, Dispatch, Soon, Stage } from "../call-state.ts";
import { searchHint } from "../caller-names.ts";
import { pathAsCalled } from "../invalid-arguments.ts";
import type { Policy } from "../policy.ts";
import { type CallAnswer, ok } from "../result.ts";
import { answerWith } from "./execute-call.ts";
import { entryOf } from "./stage.ts";

/**
 * Answers calls of the built-in tools. They need no host, so finding a tool opens no database. Their arguments were
 * validated against the contracts in builtins/generated, whose inputs `SearchInput` and `DescribeInput` are.
 * @param dispatch the whole pipeline: a proxy tool sends the call that it is given through all of it
 */
export function builtins<Deps>(dispatch: Dispatch): Stage<Deps> {
  // Made by the first search: the registry is the same for all calls of a dispatcher, and the policy for all callers of the same scopes.
  const rankings = new WeakMap<Policy, RankTools>();

  async function answered(name: BuiltinName, call: CallInProgress<Deps>): Promise<CallAnswer> {
    switch (name) {
      case "tool_search": {
        const { rankPermitted, searchTools } = await import("../builtins/search-tools.ts");
        const rankTools = rankings.get(call.policy) ?? (await rankPermitted(call));
        rankings.set(call.policy, rankTools);
        return answerFound(call, searchTools(call, call.arguments as unknown as SearchInput, rankTools));
      }
      case "tool_families": {
        const { listFamilies } = await import("../builtins/search-tools.ts");
        return answerWith(call, ok(listFamilies(call)));
      }
      case "tool_describe": {
        const { describeTool } = await import("../builtins/describe-tool.ts");
        return answerFound(call, await describeTool(call, call.arguments as unknown as DescribeInput));
      }
      default: {
        const { callThroughProxy } = await import("../builtins/call-through-proxy.ts");
        return callThroughProxy(name, call, dispatch);
      }
    }
  }

  return {
    enter(call): Soon<CallAnswer | undefined> {
      const { name } = entryOf(call);
      return isBuiltinName(name) ? answered(name, call) : undefined;
    },
  };
}

/** What was found, or which argument names nothing, in the names that the caller used. */
async function answerFound<Deps>(
  call: CallState<Deps>,
  found: { readonly value: JsonObject } | { readonly violation: Violation },
): Promise<CallAnswer> {
  if ("value" in found) return answerWith(call, ok(found.value));
  const { violation } = found;
  return contractFailure({
    code: "INVALID_ARGUMENTS",
    message: "nothing has that name",
    violations: [{ ...violation, path: pathAsCalled(call, violation.path) }],
    // A caller that looks for a part of a tool has found the tool already.
    ...(violation.path === "/path" ? {} : searchHint(call.names, call.request.name)),
  });
}
