import { ok } from "pegboard/runtime";
import type { ReadGraph } from "../../../generated/contracts/read_graph.ts";
import type { ToolHandler } from "../deps.ts";

export const readGraph: ToolHandler<ReadGraph> = async (_input, { graph }) => ok(graph.part(() => true));
