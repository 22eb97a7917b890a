import { oncePerTool } from "../catalog/once-per-tool.ts";
import { foldedTool } from "./folded-listing.ts";
import { wireTool } from "./wire-tool.ts";

// Tools as lists show them, in each detail: several lists and files show the same.

export const wireTools = {
  compact: oncePerTool((tool, catalog) => wireTool(tool, catalog, "compact")),
  full: oncePerTool((tool, catalog) => wireTool(tool, catalog, "full")),
  verbose: oncePerTool((tool, catalog) => wireTool(tool, catalog, "verbose")),
};

export const foldedTools = {
  compact: oncePerTool((tool, catalog) => foldedTool(tool, catalog, "compact")),
  full: oncePerTool((tool, catalog) => foldedTool(tool, catalog, "full")),
  verbose: oncePerTool((tool, catalog) => foldedTool(tool, catalog, "verbose")),
};
