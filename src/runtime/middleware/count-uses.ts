import { ownValue } from "../../contract/own-property.ts";
import type { CallState, Stage } from "../call-state.ts";
import type { Usage, Use } from "../ports.ts";
import type { CallAnswer } from "../result.ts";

/**
 * Counts what a call used that is kept for old callers, each once: an old name, deprecated or not, an older version, deprecated
 * params, spellings and values, and removed names. Refused calls count too, because callers still send them. What policy denies
 * does not exist, so it is not counted.
 */
export function countUses<Deps>(usage: Usage): Stage<Deps> {
  return {
    leave(call, answer) {
      try {
        for (const use of distinct(usesOf(call, answer))) usage.count(use);
      } catch (error) {
        // A failing counter must not cost the caller the answer.
        call.log.error("a use could not be counted", { error: String(error) });
      }
      return answer;
    },
  };
}

/** For a removed name `route` finds no tool, so it is recognised by its answer. */
function usesOf<Deps>({ registry, request, uses }: CallState<Deps>, answer: CallAnswer): readonly Use[] {
  if (uses.length > 0 || answer.kind !== "protocol-error") return uses;
  const { name } = request;
  return ownValue(registry.retired, name) === undefined ? [] : [{ kind: "retired", tool: name, name }];
}

/** A deprecated value that occurs a hundred times in a list is one use. */
function distinct(uses: readonly Use[]): Iterable<Use> {
  if (uses.length < 2) return uses;
  return new Map(uses.map((use) => [JSON.stringify([use.kind, use.tool, use.param ?? "", use.name]), use])).values();
}
