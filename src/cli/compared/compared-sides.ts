import type { ComparedCatalog } from "../../compiler/diff/compared.ts";
import { equalTools, readTools } from "../../compiler/diff/listed/read-tools.ts";
import type { ToolNames } from "../../compiler/diff/listed/tool-names.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { publishedList } from "./published-list.ts";
import type { ListSide, Side } from "./side.ts";

export interface ComparedSides {
  readonly base: ComparedCatalog;
  readonly head: ComparedCatalog;
}

/** A catalog is what its profile publishes, beside a list of tools. */
export function asList(side: Side, profile: string | undefined): ListSide {
  return side.kind === "list" ? side : publishedList(side, profile);
}

/** Both sides in the form in which they are compared: as catalogs, or both as lists. */
export function comparedSides(base: Side, head: Side, profile: string | undefined): ComparedSides {
  if (base.kind === "catalog" && head.kind === "catalog") return { base: base.catalog, head: head.catalog };
  const [from, to] = [asList(base, profile), asList(head, profile)];
  const equal = equalTools(from.list, to.list);
  const read = ({ list, name, paramNames }: ListSide, toolNames?: ToolNames): ComparedCatalog => {
    const found = readTools(list, equal, [], { params: paramNames, tools: toolNames });
    if ("problem" in found) throw new CliError(`'${visible(name)}': ${visible(found.problem)}`);
    return found.catalog;
  };
  return { base: read(from), head: read(to, to.toolNames) };
}
