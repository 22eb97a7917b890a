import type { Auth, Tool } from "../catalog/catalog.ts";
import { at, entriesAt, type SpecMap, type SpecNode, stringAt, stringsAt } from "../syntax/spec-node.ts";
import type { Context } from "./context.ts";
import { namesAt } from "./known-names.ts";
import { lineAt } from "./texts.ts";

/**
 * What scopes allow. `tiers`, `families` and `effects` together select what is in all of them; `tools` adds to it.
 * @param tools in catalog order
 */
export function authOf(context: Context, root: SpecMap, tools: readonly Tool[]): Auth | undefined {
  const auth = at(root, "auth");
  const entry = root.entries.get("auth");
  if (entry === undefined || auth?.kind !== "map") return undefined;
  context.origins.set("/auth", entry.key);
  return {
    required: stringsAt(auth, "required").map(({ text }) => text),
    scopes: entriesAt(auth, "scopes").map(([name, { value }]) => {
      const selects = selectorOf(context, value);
      return {
        name,
        description: lineAt(context, value, "description") ?? name,
        tools: tools.filter(selects).map((tool) => tool.name),
      };
    }),
  };
}

function selectorOf(context: Context, scope: SpecNode): (tool: Tool) => boolean {
  const everyFamily = stringAt(scope, "families") === "all";
  const families = everyFamily ? context.names.families : namesAt(context, scope, "families", "family");
  const tiers = namesAt(context, scope, "tiers", "tier");
  const also = namesAt(context, scope, "tools", "tool") ?? [];
  const isSet = scope.kind === "map" && scope.entries.has("effects");
  const effects = isSet ? stringsAt(scope, "effects").map(({ text }) => text) : undefined;
  const selectsNothing = [families, tiers, effects].every((one) => one === undefined);
  return (tool) => {
    if (also.includes(tool.name)) return true;
    if (selectsNothing) return false;
    const isIn = (list: readonly string[] | undefined, name: string) => list === undefined || list.includes(name);
    return isIn(tiers, tool.tier) && isIn(families, tool.family) && isIn(effects, effectOf(tool));
  };
}

/** Each tool has one of the three. */
function effectOf({ effects }: Tool): string {
  if (effects.destructive) return "destructive";
  return effects.readOnly ? "read_only" : "write";
}
