import type { Tool } from "../catalog/catalog.ts";
import { pointer } from "../catalog/origins.ts";
import { entriesAt, itemsAt, type SpecMap, stringAt } from "../syntax/spec-node.ts";
import { aliasOf } from "./alias.ts";
import type { Context } from "./context.ts";
import { reportReserved } from "./reserved-params.ts";

/**
 * The built-in tools with aliases in catalog.yaml, sorted by name. The rules for their aliases are those of any tool.
 * @param builtinTools reads the contracts; called only when there is an alias
 */
export function builtinsOf(context: Context, root: SpecMap, builtinTools: () => readonly Tool[]): readonly Tool[] {
  const entries = entriesAt(root, "builtins").toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.flatMap(([name, { key, value }], index) => {
    const aliases = itemsAt(value, "aliases").filter((alias) => stringAt(alias, "name") !== undefined);
    const tool = aliases.length === 0 ? undefined : builtinTools().find((one) => one.name === name);
    if (tool === undefined) return [];
    const base = pointer("/builtins", index);
    context.origins.set(base, key);
    for (const alias of aliases) reportReserved(context, alias, tool.session, false);
    const sorted = aliases.toSorted((a, b) => ((stringAt(a, "name") ?? "") < (stringAt(b, "name") ?? "") ? -1 : 1));
    return [
      {
        ...tool,
        aliases: sorted.map((alias, place) => aliasOf(context, alias, tool, pointer(base, "aliases", place))),
      },
    ];
  });
}
