import type { Contract, Handler } from "pegboard/runtime";
import type { Graph } from "../graph.ts";

/** What handlers use, made by `openHost` in ../host.ts. */
export interface Deps {
  readonly graph: Graph;
}

/** A handler of this project. */
export type ToolHandler<C extends Contract> = Handler<C, Deps>;
