// Scaffolded once by pegboard from schema/catalog.yaml; you own it now: it is never rewritten.
import type { Clock, Contract, Handler } from "pegboard/runtime";

/** What handlers depend on, made by `openHost` in ../host.ts. */
export interface Deps {
  readonly now: Clock;
}

/** A handler of this project. */
export type ToolHandler<C extends Contract> = Handler<C, Deps>;
