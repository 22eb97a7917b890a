import { type OtherNames, renameMembers } from "../contract/rename-members.ts";
import type { PromptHandler } from "../runtime/index.ts";
import type { Gateway } from "./open-gateway.ts";

/** What a handler that passes a prompt on needs of the host. */
export interface GatewayDeps {
  readonly gateway: Pick<Gateway, "prompt" | "complete">;
}

/**
 * The handler of one prompt: `export const planDay: PromptHandler<PlanDayArguments, Deps> = forwardPrompt("plan-day")`.
 * @param args names of arguments that the server calls otherwise
 */
export function forwardPrompt<Arguments extends object>(
  upstreamPrompt: string,
  args: OtherNames = {},
): PromptHandler<Arguments, GatewayDeps> {
  const handler: PromptHandler<Arguments, GatewayDeps> = (given, { gateway }, { signal }) =>
    gateway.prompt(upstreamPrompt, renameMembers(filledIn(given), args), signal);
  return Object.assign(handler, { takesBlank: true as const });
}

/** The arguments that are there. */
export function filledIn(given: object): { readonly [name: string]: string } {
  const values: readonly (readonly [string, unknown])[] = Object.entries(given);
  return Object.fromEntries(values.filter((entry): entry is readonly [string, string] => typeof entry[1] === "string"));
}
