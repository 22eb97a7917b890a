import type { Json } from "../../contract/json.ts";
import type { DiffReport } from "./change.ts";
import { type DiffOptions, diff } from "./diff.ts";
import type { ParamNames } from "./listed/param-names.ts";
import { sharedOffers } from "./listed/read-offers.ts";
import { equalTools, readTools } from "./listed/read-tools.ts";
import type { ToolNames } from "./listed/tool-names.ts";

export interface DiffListsOptions extends Omit<DiffOptions, "origins" | "inLists"> {
  /** Clients whose limits are asked; without them, what most of them refuse. */
  readonly targets?: readonly string[];
  /** Other names of params that a side accepts and does not list, where it is a catalog of ours. */
  readonly paramNames?: { readonly base?: ParamNames | undefined; readonly head?: ParamNames | undefined };
  /** Other names of tools that the head answers to and does not list, where it is a catalog of ours. */
  readonly toolNames?: ToolNames | undefined;
}

/**
 * Compares two saved `tools/list`: `{tools: […]}`, the JSON-RPC answer, or the array. `prompts`, `resources` and
 * `resourceTemplates` beside the tools are compared where both have them. The same rules run as for two catalogs. Places are JSON Pointers into the lists, after `basePath` or `headPath` and `#`.
 * @returns `problem`, for a person, when one of them is not a list
 * @throws never, whatever the lists hold
 */
export function diffLists(
  base: Json,
  head: Json,
  options: DiffListsOptions = {},
): DiffReport | { readonly problem: string } {
  const equal = equalTools(base, head);
  const offers = sharedOffers(base, head);
  const { targets = [], paramNames = {}, toolNames } = options;
  const was = readTools(base, equal, offers, { params: paramNames.base });
  if ("problem" in was) return { problem: `${options.basePath ?? "the base"}: ${was.problem}` };
  const is = readTools(head, equal, offers, { params: paramNames.head, tools: toolNames });
  if ("problem" in is) return { problem: `${options.headPath ?? "the head"}: ${is.problem}` };
  return diff(
    { ...was.catalog, targets },
    { ...is.catalog, targets },
    {
      ...options,
      basePath: options.basePath ?? "base",
      inLists: { base: was.placeOf, head: is.placeOf },
    },
  );
}
