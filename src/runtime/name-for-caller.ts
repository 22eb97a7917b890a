import type { CallState } from "./call-state.ts";
import { callerNames, type NameFacts } from "./caller-names.ts";

/**
 * The name under which this caller may use a tool, for hints: of a caller who is shown old names, the old one.
 * @returns undefined where there is none, or policy denies it
 */
export function nameForCaller<Deps>(caller: NameFacts<Deps>, tool: string): string | undefined {
  return callerNames(caller).shownOrOwn(tool);
}

/** How to find tools, where this caller can and did not just try. */
export function searchHint<Deps>(call: NameFacts<Deps> & Pick<CallState<Deps>, "request">): { readonly hint?: string } {
  const search = nameForCaller(call, "tool_search");
  if (search === undefined || search === call.request.name) return {};
  // An old name may take something else than words.
  return { hint: search === "tool_search" ? "tool_search finds tools by words" : `${search} finds tools` };
}
