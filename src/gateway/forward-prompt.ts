import { type OtherNames, renameMembers } from "../contract/rename-members.ts";
import type { PromptHandler } from "../runtime/index.ts";
import type { Gateway } from "./open-gateway.ts";

/** What a handler that passes a prompt on needs of the host. */
export interface GatewayDeps {
  readonly gateway: Pick<Gateway, "prompt">;
}

/**
 * The handler of one prompt: `export const planDay: PromptHandler<PlanDayArguments, Deps> = forwardPrompt("plan-day")`.
 * @param args names of arguments that the server calls otherwise
 */
export function forwardPrompt<Arguments extends object>(
  upstreamPrompt: string,
  args: OtherNames = {},
): PromptHandler<Arguments, GatewayDeps> {
  return (given, { gateway }, { signal }) => {
    const values: readonly (readonly [string, unknown])[] = Object.entries(given);
    const filledIn = values.filter((entry): entry is readonly [string, string] => typeof entry[1] === "string");
    return gateway.prompt(upstreamPrompt, renameMembers(Object.fromEntries(filledIn), args), signal);
  };
}
