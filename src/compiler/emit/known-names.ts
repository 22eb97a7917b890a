import { builtinTools } from "../../contract/builtin-tools.ts";
import type { Catalog, Profile, SharedParam } from "../catalog/catalog.ts";
import type { NameKind } from "../catalog/spec-grammar.ts";

/** A name of this catalog and its description, "" where there is none. */
export interface KnownName {
  readonly name: string;
  readonly description: string;
}

/** The names of a catalog by what they name: editors offer them where one is wanted. */
export type KnownNames = { readonly [K in NameKind]: readonly KnownName[] };

export function knownNames(catalog: Catalog, sharedParams: readonly SharedParam[]): KnownNames {
  const tools = catalog.tools.map(({ name, summary }) => ({ name, description: summary }));
  const named = [...catalog.tools, ...(catalog.builtins ?? [])];
  const aliases = named.flatMap((tool) => tool.aliases.map((alias) => ({ alias, tool: tool.name })));
  const params = catalog.tools.flatMap((tool) => tool.params);
  return {
    tool: sorted(tools),
    call: sorted([
      ...tools,
      ...Object.entries(builtinTools).map(([name, description]) => ({ name, description })),
      ...aliases.map(({ alias, tool }) => ({ name: alias.name, description: `Old name of ${tool}, from ${alias.of}` })),
    ]),
    param: sorted(params.map(({ name, description }) => ({ name, description: description ?? "" }))),
    sharedParam: sorted(sharedParams.map(({ name, description }) => ({ name, description: description ?? "" }))),
    type: sorted(catalog.types.map(({ name, type }) => ({ name, description: type.description ?? "" }))),
    error: sorted(catalog.errors.map(({ name, message }) => ({ name, description: message }))),
    family: catalog.families.map(({ name, title, summary }) => ({ name, description: `${title}: ${summary}` })),
    tier: catalog.tiers.map(({ name, badge, summary }) => ({ name, description: `${badge}: ${summary}` })),
    profile: sorted(catalog.profiles.map((profile) => ({ name: profile.name, description: selection(profile) }))),
    system: sorted(aliases.map(({ alias }) => ({ name: alias.of, description: "" }))),
  };
}

/** Sorted by name; of several entries with one name the first description counts. */
function sorted(names: readonly KnownName[]): readonly KnownName[] {
  const byName = new Map<string, string>();
  for (const { name, description } of names) byName.set(name, byName.get(name) || description);
  return [...byName]
    .map(([name, description]) => ({ name, description }))
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
