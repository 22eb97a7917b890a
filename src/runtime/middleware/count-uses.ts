import { ownValue } from "../../contract/own-property.ts";
import type { CallState, Middleware } from "../call-state.ts";
import type { Usage, Use } from "../ports.ts";
import type { CallAnswer } from "../result.ts";

/**
 * Counts, once a call, each thing that it used and that is kept for old callers: an old name, deprecated or not, an older
 * version, deprecated params, spellings and values, and names that were removed. Refused calls count too: somebody still
 * sends them. What policy denies does not exist, so it is not counted.
 */
export function countUses<Deps>(usage: Usage): Middleware<Deps> {
  return async (call, next) => {
    const answer = await next(call);
    try {
      for (const use of distinct(usesOf(call, answer))) usage.count(use);
    } catch (error) {
      // The answer is ready; a counter that breaks must not take it away.
      call.log.error("a use could not be counted", { error: String(error) });
    }
    return answer;
  };
}

/** A removed name gets no further than the station that finds no tool for it. */
function usesOf<Deps>({ registry, request, uses }: CallState<Deps>, answer: CallAnswer): readonly Use[] {
  if (uses.length > 0 || answer.kind !== "protocol-error") return uses;
  const { name } = request;
  return ownValue(registry.retired, name) === undefined ? [] : [{ kind: "retired", tool: name, name }];
}

/** A deprecated value that stands in a list a hundred times is one use. */
function distinct(uses: readonly Use[]): Iterable<Use> {
  if (uses.length < 2) return uses;
  return new Map(uses.map((use) => [JSON.stringify([use.kind, use.tool, use.param ?? "", use.name]), use])).values();
}
