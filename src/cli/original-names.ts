import type { Catalog, Field } from "../compiler/catalog/catalog.ts";
import { namedType } from "../compiler/catalog/lookup.ts";
import type { TypeNode } from "../compiler/catalog/type-node.ts";
import type { OtherNames } from "../contract/rename-members.ts";

/** Fields as a handler spells them, and what the server calls them. */
export function originalNames(fields: readonly Field[], catalog: Catalog): OtherNames | undefined {
  return namesFrom(({ name, own = name }) => own, { fields, catalog, depth: 0, left: { fields: maxFields } });
}

/** Fields as they are called once a call is valid, in the spelling of the wire, and what the server calls them. */
export function originalNamesOfCalls(fields: readonly Field[], catalog: Catalog): OtherNames | undefined {
  return namesFrom(({ name }) => name, { fields, catalog, depth: 0, left: { fields: maxFields } });
}

interface Fields {
  readonly fields: readonly Field[];
  readonly catalog: Catalog;
  readonly depth: number;
  /** How many may still be read. */
  readonly left: { fields: number };
}

function namesFrom(
  spelled: (field: Field) => string,
  { fields, catalog, depth, left }: Fields,
): OtherNames | undefined {
  left.fields -= fields.length;
  const names = fields.flatMap((field): readonly (readonly [string, OtherNames[string]])[] => {
    const { name, own = name, aliases = [], type } = field;
    // A named type has no spelling of the wire: there the original name is another spelling.
    const original = own === name ? (aliases[0]?.name ?? name) : name;
    const within = { fields: fieldsIn(type, catalog), catalog, depth: depth + 1, left };
    const inside = depth < maxDepth && left.fields > 0 ? namesFrom(spelled, within) : undefined;
    const isOther = original !== spelled(field);
    if (inside === undefined) return isOther ? [[spelled(field), original]] : [];
    return [[spelled(field), { ...(isOther ? { name: original } : {}), in: inside }]];
  });
  return names.length === 0 ? undefined : Object.fromEntries(names);
}

/** Types that contain themselves end somewhere. */
const maxDepth = 8;

/** Those that do so in many fields have many times more at each level. */
const maxFields = 10_000;

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
