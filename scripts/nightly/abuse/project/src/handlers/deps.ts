import type { Contract, Handler } from "pegboard/runtime";

export type Deps = Record<string, never>;

export type ToolHandler<C extends Contract> = Handler<C, Deps>;
