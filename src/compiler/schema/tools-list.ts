import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";

/** Most tools of one list. */
export const maxTools = 20_000;

/** A tool as a list holds it: nothing in it was checked but that it is an object with a name. */
export interface ListedTool {
  readonly name: string;
  readonly raw: JsonObject;
  /** Where it stands in the list as it was given. */
  readonly pointer: string;
}

/** An entry that is not a tool. */
export interface InvalidEntry {
  readonly pointer: string;
  /** What is wrong with it: the entry of `tools`, or its `name`. */
  readonly keyword: "tools" | "name";
  readonly problem: string;
}

export interface ToolList {
  /** Where the tools stand in the value. */
  readonly pointer: string;
  readonly entries: readonly (ListedTool | InvalidEntry)[];
}

/**
 * The tools of a saved `tools/list`: `{tools: […]}`, the JSON-RPC answer `{result: {tools: […]}}`, or the bare array.
 * @returns undefined when the value is none of these
 */
export function findTools(list: unknown): ToolList | undefined {
  if (Array.isArray(list)) return entriesOf(list, "");
  if (!isJsonObject(list)) return undefined;
  if (Array.isArray(list.tools)) return entriesOf(list.tools, "/tools");
  const { result } = list;
  return isJsonObject(result) && Array.isArray(result.tools) ? entriesOf(result.tools, "/result/tools") : undefined;
}

function entriesOf(tools: readonly unknown[], pointer: string): ToolList {
  return { pointer, entries: tools.map((raw, index) => entryOf(raw, childPath(pointer, index))) };
}

function entryOf(raw: unknown, pointer: string): ListedTool | InvalidEntry {
  if (!isJsonObject(raw)) return { pointer, keyword: "tools", problem: "it is not an object" };
  const { name } = raw;
  if (typeof name === "string" && name !== "") return { name, raw, pointer };
  return { pointer, keyword: "name", problem: "it has no name" };
}

/** The first tool of each name, in the order of the list. */
export function distinctTools({ entries }: ToolList): readonly ListedTool[] {
  const byName = new Map<string, ListedTool>();
  for (const entry of entries.slice(0, maxTools)) {
    if ("raw" in entry && !byName.has(entry.name)) byName.set(entry.name, entry);
  }
  return [...byName.values()];
}
