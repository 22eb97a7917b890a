import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { Detail, Surface } from "../registry.ts";

/** Built-in tools as `tools/list` carries them, in the order of the names. */
export async function builtinWire(
  names: readonly string[],
  surface: Exclude<Surface, "meta">,
  detail: Detail,
): Promise<readonly JsonObject[]> {
  const { default: wire } = await import("./generated/wire.js");
  const listed = (on: typeof surface, name: string) => {
    const tools = isJsonObject(wire) ? ownValue(wire, `${on}.${detail}`) : undefined;
    return isJsonObject(tools) ? ownValue(tools, name) : undefined;
  };
  return names.map((name) => {
    // Tools that nothing is folded of stand among the direct ones alone.
    const tool = listed(surface, name) ?? listed("direct", name);
    if (!isJsonObject(tool)) throw new Error(`invariant: there is a built-in tool ${name}`);
    return tool;
  });
}
