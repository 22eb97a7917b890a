import { doorTools, isBuiltinName } from "../contract/builtin-tools.ts";
import { ownValue } from "../contract/own-property.ts";
import type { Registry } from "./registry.ts";
import type { RoadCall } from "./station.ts";

/**
 * The name under which this caller may use a tool, for hints: of a caller who is shown old names, the old one. A built-in
 * tool that neither stands in such a list nor has an old name there is not named: hosts let a model call only what is listed.
 * @returns undefined where policy denies it too
 */
export function nameForCaller<Deps>({ registry, policy, showing }: Caller<Deps>, tool: string): string | undefined {
  const listAs = showing === undefined ? undefined : ownValue(registry.profiles, showing.profile)?.listAs;
  const isOwnList = listAs === undefined || showing?.surface === "meta";
  if (!isOwnList) {
    const old = Object.values(registry.aliases).find(
      ({ of, target, name }) => of === listAs && target === tool && policy.permits(target, name),
    );
    if (old !== undefined) return old.name;
    // Beside old names that find tools stand the doors to what they find.
    const isDoor = doorTools.some((door) => door === tool) && findsTools(registry, listAs);
    if (isBuiltinName(tool) && !isDoor) return undefined;
  }
  return policy.permits(tool) ? tool : undefined;
}

function findsTools<Deps>({ aliases }: Registry<Deps>, system: string | undefined): boolean {
  return Object.values(aliases).some(({ of, target }) => of === system && isBuiltinName(target));
}

type Caller<Deps> = Pick<RoadCall<Deps>, "registry" | "policy" | "showing">;

/** How to find tools, where this caller can and did not just try. */
export function searchHint<Deps>(call: Caller<Deps> & Pick<RoadCall<Deps>, "request">): { readonly hint?: string } {
  const search = nameForCaller(call, "tool_search");
  if (search === undefined || search === call.request.name) return {};
  // An old name may take something else than words.
  return { hint: search === "tool_search" ? "tool_search finds tools by words" : `${search} finds tools` };
}
