import type { Catalog } from "../catalog/catalog.ts";
import type { NameKind } from "../catalog/spec-grammar.ts";

/** The names of a catalog by what they name, sorted: editors offer them where one is wanted. */
export type KnownNames = { readonly [K in NameKind]?: readonly string[] };

export function knownNames(catalog: Catalog): KnownNames {
  const aliases = catalog.tools.flatMap((tool) => tool.aliases);
  const tools = catalog.tools.map((tool) => tool.name);
  return {
    tool: sorted(tools),
    call: sorted([...tools, ...aliases.map((alias) => alias.name)]),
    param: sorted(catalog.tools.flatMap((tool) => tool.params.map((param) => param.name))),
    type: sorted(catalog.types.map((type) => type.name)),
    error: sorted(catalog.errors.map((error) => error.name)),
    family: catalog.families.map((family) => family.name),
    tier: catalog.tiers.map((tier) => tier.name),
    profile: sorted(catalog.profiles.map((profile) => profile.name)),
    system: sorted(aliases.map((alias) => alias.of)),
  };
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
