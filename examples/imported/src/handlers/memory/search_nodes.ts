import { ok } from "pegboard/runtime";
import type { SearchNodes } from "../../../generated/contracts/search_nodes.ts";
import type { ToolHandler } from "../deps.ts";

export const searchNodes: ToolHandler<SearchNodes> = async (input, { graph }) => {
  const query = input.words.toLowerCase();
  const isFound = (text: string) => text.toLowerCase().includes(query);
  return ok(graph.part(({ name, entityType, observations }) => [name, entityType, ...observations].some(isFound)));
};
