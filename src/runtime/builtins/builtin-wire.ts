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
  const shown = isJsonObject(wire) ? ownValue(wire, `${surface}.${detail}`) : undefined;
  return names.map((name) => {
    const tool = isJsonObject(shown) ? ownValue(shown, name) : undefined;
    if (!isJsonObject(tool)) throw new Error(`invariant: there is a built-in tool ${name}`);
    return tool;
  });
}
