import { type BuiltinName, isBuiltinName } from "../../contract/builtin-tools.ts";
import { contractFailure } from "../answers.ts";
import type { DoorName } from "../builtins/call-door.ts";
import type { DescribeInput } from "../builtins/describe-tool.ts";
import type { SearchInput } from "../builtins/search-tools.ts";
import { type CallAnswer, ok } from "../result.ts";
import type { Dispatch, RoadCall, Station } from "../station.ts";
import { entryOf } from "./stage.ts";
import { answerWith } from "./work.ts";

/**
 * Answers for the runtime's own tools. They need no host, so finding a tool opens no database.
 * @param dispatch the road from its beginning: behind a door a call walks all of it under the tool's own name
 */
export function builtins<Deps>(dispatch: Dispatch): Station<Deps> {
  return async (call, next) => {
    const { name } = entryOf(call);
    return isBuiltinName(name) ? answer(name, call, dispatch) : next(call);
  };
}

/** Arguments were held against the contracts in builtins/generated, whose inputs the types below are. */
async function answer<Deps>(name: BuiltinName, call: RoadCall<Deps>, dispatch: Dispatch): Promise<CallAnswer> {
  switch (name) {
    case "tool_search": {
      const { searchTools } = await import("../builtins/search-tools.ts");
      return answerWith(call, ok(await searchTools(call, call.arguments as unknown as SearchInput)));
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

async function describe<Deps>(call: RoadCall<Deps>): Promise<CallAnswer> {
  const { describeTool } = await import("../builtins/describe-tool.ts");
  const described = await describeTool(call, call.arguments as unknown as DescribeInput); // as above
  if ("value" in described) return answerWith(call, ok(described.value));
  return contractFailure({
    code: "INVALID_ARGUMENTS",
    message: "there is nothing of that name to describe",
    violations: [described.violation],
    hint: "tool_search finds tools by words",
  });
}

async function through<Deps>(door: DoorName, call: RoadCall<Deps>, dispatch: Dispatch): Promise<CallAnswer> {
  const { callThrough } = await import("../builtins/call-door.ts");
  return callThrough(door, call, dispatch);
}
