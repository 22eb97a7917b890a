import { builtinTools } from "../../contract/builtin-tools.ts";
import type { Catalog, Profile } from "../catalog/catalog.ts";
import type { SharedParam } from "../catalog/shared-param.ts";
import type { NameKind } from "../catalog/spec-grammar.ts";

/** A name of this catalog and what it stands for, "" where nothing says so. */
export interface KnownName {
  readonly name: string;
  readonly says: string;
}

/** The names of a catalog by what they name: editors offer them where one is wanted. */
export type KnownNames = { readonly [K in NameKind]: readonly KnownName[] };

export function knownNames(catalog: Catalog, sharedParams: readonly SharedParam[]): KnownNames {
  const tools = catalog.tools.map(({ name, summary }) => ({ name, says: summary }));
  const named = [...catalog.tools, ...(catalog.builtins ?? [])];
  const aliases = named.flatMap((tool) => tool.aliases.map((alias) => ({ alias, tool: tool.name })));
  const params = catalog.tools.flatMap((tool) => tool.params);
  return {
    tool: sorted(tools),
    call: sorted([
      ...tools,
      ...Object.entries(builtinTools).map(([name, says]) => ({ name, says })),
      ...aliases.map(({ alias, tool }) => ({ name: alias.name, says: `Old name of ${tool}, from ${alias.of}` })),
    ]),
    param: sorted(params.map(({ name, description }) => ({ name, says: description ?? "" }))),
    sharedParam: sorted(sharedParams.map(({ name, description }) => ({ name, says: description ?? "" }))),
    type: sorted(catalog.types.map(({ name, type }) => ({ name, says: type.description ?? "" }))),
    error: sorted(catalog.errors.map(({ name, message }) => ({ name, says: message }))),
    family: catalog.families.map(({ name, title, summary }) => ({ name, says: `${title}: ${summary}` })),
    tier: catalog.tiers.map(({ name, badge, summary }) => ({ name, says: `${badge}: ${summary}` })),
    profile: sorted(catalog.profiles.map((profile) => ({ name: profile.name, says: selection(profile) }))),
    system: sorted(aliases.map(({ alias }) => ({ name: alias.of, says: "" }))),
  };
}

/** Sorted by name; of several things of one name the first that says something speaks. */
function sorted(names: readonly KnownName[]): readonly KnownName[] {
  const byName = new Map<string, string>();
  for (const { name, says } of names) byName.set(name, byName.get(name) || says);
  return [...byName]
    .map(([name, says]) => ({ name, says }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function selection({ selects, listAs }: Profile): string {
  const { tiers = [], families = [], also = [] } = selects;
  const parts = [
    ...(families === "all" ? ["all families"] : families.length > 0 ? [`families ${families.join(", ")}`] : []),
    ...(tiers.length > 0 ? [`tiers ${tiers.join(", ")}`] : []),
    ...(also.length > 0 ? [`also ${also.join(", ")}`] : []),
    ...(listAs === undefined ? [] : [`the old names of ${listAs}`]),
  ];
  return parts.join("; ");
}
