import { ok } from "pegboard/runtime";
import type { OpenNodes } from "../../../generated/contracts/open_nodes.ts";
import type { ToolHandler } from "../deps.ts";

export const openNodes: ToolHandler<OpenNodes> = async ({ names }, { graph }) =>
  ok(graph.part(({ name }) => names.includes(name)));
