import type { Contract, Handler } from "pegboard/runtime";

/** What handlers use, made by `openHost` in ../host.ts. A greeting needs nothing. */
export type Deps = Record<string, never>;

/** A handler of this project. */
export type ToolHandler<C extends Contract> = Handler<C, Deps>;
