import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import { findTools, maxTools } from "../schema/tools-list.ts";
import type { Loss } from "./loss.ts";

/** A tool as a list holds it: nothing in it was checked but that it is an object with a name. */
export interface ListedTool {
  readonly name: string;
  readonly raw: JsonObject;
  /** Where it stands in the list as it was given. */
  readonly pointer: string;
}

export interface ReadList {
  readonly tools: readonly ListedTool[];
  readonly lost: readonly Loss[];
}

/**
 * The tools of a saved `tools/list`: `{tools: […]}`, the JSON-RPC answer `{result: {tools: […]}}`, or the bare array.
 * @returns undefined when the value is none of these
 */
export function readList(list: unknown): ReadList | undefined {
  const found = findTools(list);
  if (found === undefined) return undefined;
  const tools: ListedTool[] = [];
  const lost: Loss[] = [];
  const names = new Set<string>();
  found.tools.slice(0, maxTools).forEach((raw: unknown, index) => {
    const pointer = childPath(found.pointer, index);
    const leaveOut = (tool: string, keyword: string, why: string) =>
      lost.push({ tool, pointer, keyword, effect: "left-out", why, instead: "nothing" });
    if (!isJsonObject(raw)) leaveOut("", "tools", "it is no object");
    else if (typeof raw.name !== "string" || raw.name === "") leaveOut("", "name", "it has no name");
    else if (names.has(raw.name)) leaveOut(raw.name, "name", "an earlier tool has the same name");
    else {
      names.add(raw.name);
      tools.push({ name: raw.name, raw, pointer });
    }
  });
  if (found.tools.length > maxTools) {
    const why = `only the first ${maxTools} of ${found.tools.length} tools are read`;
    lost.push({ tool: "", pointer: found.pointer, keyword: "tools", effect: "left-out", why, instead: "nothing" });
  }
  return { tools, lost };
}
