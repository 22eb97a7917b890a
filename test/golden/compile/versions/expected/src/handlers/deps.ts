// Scaffolded once by pegboard from schema/catalog.yaml; yours now: it is never written again.
import type { Clock, Contract, Handler } from "pegboard/runtime";

/** What handlers lean on, made by `openHost` in ../host.ts. */
export interface Deps {
  readonly now: Clock;
}

/** A handler of this project. */
export type ToolHandler<C extends Contract> = Handler<C, Deps>;
