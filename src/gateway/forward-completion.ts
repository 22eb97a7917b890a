import { type OtherNames, renameMembers } from "../contract/rename-members.ts";
import type { Completion } from "../runtime/index.ts";
import { filledIn, type GatewayDeps } from "./forward-prompt.ts";

/**
 * The values of one argument of a prompt, as the server gives them: `{ day: forwardCompletion("plan-day", "dayName") }`.
 * @param args names of arguments that the server calls otherwise
 */
export function forwardCompletion<Arguments extends object>(
  upstreamPrompt: string,
  upstreamArgument: string,
  args: OtherNames = {},
): Completion<Arguments, GatewayDeps> {
  return (typed, given, { gateway }, { signal }) => {
    const ref = { type: "ref/prompt", name: upstreamPrompt };
    const known = filledIn(renameMembers(filledIn(given), args));
    return gateway.complete(ref, upstreamArgument, { value: typed, given: known, signal });
  };
}
