import type { Catalog, Field } from "../compiler/catalog/catalog.ts";
import { namedType } from "../compiler/catalog/lookup.ts";
import type { TypeNode } from "../compiler/catalog/type-node.ts";
import type { OtherNames } from "../contract/rename-members.ts";

/** Fields of ours, and what the server calls them: an import keeps that as another spelling. */
export function originalNames(fields: readonly Field[], catalog: Catalog, depth = 0): OtherNames | undefined {
  const names = fields.flatMap(({ name, aliases = [], type }): readonly (readonly [string, OtherNames[string]])[] => {
    const original = aliases[0]?.name;
    const inside = depth < maxDepth ? originalNames(fieldsIn(type, catalog), catalog, depth + 1) : undefined;
    if (inside === undefined) return original === undefined ? [] : [[name, original]];
    return [[name, { ...(original === undefined ? {} : { name: original }), in: inside }]];
  });
  return names.length === 0 ? undefined : Object.fromEntries(names);
}

/** Types that contain themselves end somewhere. */
const maxDepth = 8;

function fieldsIn(type: TypeNode, catalog: Catalog): readonly Field[] {
  switch (type.kind) {
    case "object":
      return type.fields;
    case "array":
      return fieldsIn(type.items, catalog);
    case "union":
      return type.of.flatMap((option) => fieldsIn(option, catalog));
    case "ref": {
      const named = namedType(type.name, catalog);
      return named === undefined ? [] : fieldsIn(named, catalog);
    }
    default:
      return [];
  }
}
