import type { BuiltinsShown } from "../../contract/builtin-tools.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { Detail, Profile, Surface, Tool } from "../catalog/catalog.ts";
import { pointer } from "../catalog/origins.ts";
import { systemNames } from "../catalog/system-names.ts";
import {
  at,
  entriesAt,
  numberAt,
  type SpecMap,
  type SpecNode,
  spanAt,
  stringAt,
  stringsAt,
  wordAt,
} from "../syntax/spec-node.ts";
import { type Context, optional, reportUnknown, trace, wireName } from "./context.ts";
import { namesAt } from "./known-names.ts";

/**
 * The list of each client. `tiers` and `families` together select what is in both; `also` adds to it. A profile with only
 * `list_as` selects the tools that have a name of that system. A catalog without profiles has one, `full`.
 * @param tools in catalog order
 */
export function profilesOf(context: Context, root: SpecMap, tools: readonly Tool[]): readonly Profile[] {
  const entries = entriesAt(root, "profiles");
  const withoutBuiltins = stringAt(root, "builtins") === "off";
  if (entries.length === 0) {
    const all = { name: "full", selects: { families: "all" as const }, tools: tools.map((tool) => tool.name) };
    return [{ ...all, surface: "auto", ...(withoutBuiltins ? { builtins: "off" } : {}), ...opening(root) }];
  }
  return entries.map(([name, { key, value }], index) => {
    const base = pointer("/profiles", index);
    context.origins.set(base, key);
    trace(context, value, ["token_budget", "token_budget_per_tool"], base);
    const selects = selectsOf(context, value);
    const listAs = listAsOf(context, value);
    const detail = wordAt(value, "detail", details);
    const selected = tools.filter((tool) => isSelected(tool, selects, listAs)).map((tool) => tool.name);
    return {
      name,
      selects,
      tools: ordered(context, value, selected),
      surface: surfaceOf(value, withoutBuiltins),
      ...optional("detail", detail),
      ...optional("listAs", listAs),
      ...opening(at(value, "open_session") === undefined ? root : value),
      ...optional<"texts", "plain">("texts", wordAt(value, "texts", ["plain"])),
      ...optional("builtins", withoutBuiltins ? "off" : wordAt(value, "builtins", shownBuiltins)),
      ...optional("tokenBudget", numberAt(value, "token_budget")),
      ...optional("tokenBudgetPerTool", numberAt(value, "token_budget_per_tool")),
    };
  });
}

export function defaultProfileOf(context: Context, root: SpecMap, profiles: readonly Profile[]): string {
  const names = profiles.map((profile) => profile.name);
  const name = stringAt(root, "default_profile");
  const first = names[0] ?? "full";
  if (name === undefined) return first;
  context.origins.set("/defaultProfile", spanAt(root, "default_profile"));
  if (names.includes(name)) return name;
  reportUnknown(context, "unknown-profile", name, spanAt(root, "default_profile"), names);
  return first;
}

const surfaces = ["direct", "folded", "meta", "auto"] as const satisfies readonly Surface[];
const shownBuiltins = ["off", "call"] as const satisfies readonly BuiltinsShown[];
const details = ["compact", "full", "verbose"] as const satisfies readonly Detail[];

/** The list `meta` holds built-in tools only; plain texts are those of the tools themselves. */
function surfaceOf(profile: SpecNode, withoutBuiltins: boolean): Surface {
  const surface = wordAt(profile, "surface", surfaces) ?? "auto";
  const isPlain = surface === "auto" && wordAt(profile, "texts", ["plain"]) !== undefined;
  return isPlain || (surface === "meta" && withoutBuiltins) ? "direct" : surface;
}

function opening(node: SpecNode): Pick<Profile, "openSession"> {
  return optional("openSession", wordAt(node, "open_session", ["automatic"]));
}

/** The tools that `order` names come first. */
function ordered(context: Context, profile: SpecNode, selected: readonly string[]): readonly string[] {
  const first = stringsAt(profile, "order").flatMap(({ text, span }) => {
    if (selected.includes(wireName(context, text))) return [wireName(context, text)];
    reportUnknown(context, "unknown-tool", text, span, context.names.tools.keys());
    return [];
  });
  return first.length === 0 ? selected : [...new Set([...first, ...selected])];
}

function isSelected(tool: Tool, selects: Profile["selects"], listAs: string | undefined): boolean {
  const { tiers, families, also } = selects;
  if (also?.includes(tool.name) === true) return true;
  // Tools that the system has no name for are in none of its lists.
  if (listAs !== undefined && systemNames(tool, listAs).length === 0) return false;
  if (tiers === undefined && families === undefined) return listAs !== undefined;
  const inTier = tiers === undefined || tiers.includes(tool.tier);
  const inFamily = families === undefined || families === "all" || families.includes(tool.family);
  return inTier && inFamily;
}

function selectsOf(context: Context, profile: SpecNode): Profile["selects"] {
  const all = stringAt(profile, "families") === "all";
  return {
    ...optional("tiers", namesAt(context, profile, "tiers", "tier")),
    ...optional<"families", readonly string[] | "all">(
      "families",
      all ? "all" : namesAt(context, profile, "families", "family"),
    ),
    ...optional("also", namesAt(context, profile, "also", "tool")),
  };
}

function listAsOf(context: Context, profile: SpecNode): string | undefined {
  const system = stringAt(profile, "list_as");
  const { systems, nativeSystems, incomplete } = context.names;
  const known = new Set([...systems, ...nativeSystems]);
  if (system !== undefined && !known.has(system) && !incomplete.has("aliases")) {
    const span: Span = spanAt(profile, "list_as");
    reportUnknown(context, "unknown-system", system, span, known);
  }
  return system;
}
