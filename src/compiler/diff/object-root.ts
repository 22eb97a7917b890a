import { isJsonObject } from "../../contract/json.ts";
import type { ComparedTool } from "./compared.ts";

/**
 * The schema of the arguments requires an object; our own always do.
 * @see MCP 2025-11-25, schema.ts, "Tool": inputSchema.type is the constant "object"
 */
export function isObjectRoot(tool: ComparedTool): boolean {
  const schema = tool.listed?.raw.inputSchema;
  return schema === undefined || (isJsonObject(schema) && schema.type === "object");
}
