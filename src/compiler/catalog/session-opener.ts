import type { Catalog, Tool } from "./catalog.ts";
import { namedType } from "./lookup.ts";
import { currentTools } from "./versions.ts";

/**
 * The tool that opens sessions, so that a rejected call can name it: it needs no session itself and its result always
 * contains a text `session`, which is the param for the session's handle. The first such tool in catalog order.
 */
export function sessionOpener(catalog: Catalog): string | undefined {
  return currentTools(catalog).find((tool) => opensSession(tool, catalog))?.name;
}

function opensSession(tool: Tool, catalog: Catalog): boolean {
  if (tool.session !== "none") return false;
  const result = tool.result.kind === "ref" ? namedType(tool.result.name, catalog) : tool.result;
  if (result?.kind !== "object") return false;
  return result.fields.some((field) => field.name === "session" && field.required && field.type.kind === "string");
}
