import { isJsonObject } from "../../contract/json.ts";

/** Most tools of one list. */
export const maxTools = 20_000;

/**
 * The tools of a saved `tools/list`: `{tools: […]}`, the JSON-RPC answer `{result: {tools: […]}}`, or the bare array.
 * Nothing in them was checked.
 * @returns undefined when the value is none of these; `pointer` says where in it the tools stand
 */
export function findTools(list: unknown): { readonly tools: readonly unknown[]; readonly pointer: string } | undefined {
  if (Array.isArray(list)) return { tools: list, pointer: "" };
  if (!isJsonObject(list)) return undefined;
  if (Array.isArray(list.tools)) return { tools: list.tools, pointer: "/tools" };
  const { result } = list;
  if (isJsonObject(result) && Array.isArray(result.tools)) return { tools: result.tools, pointer: "/result/tools" };
  return undefined;
}
