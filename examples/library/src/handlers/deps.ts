import type { Contract, Handler } from "pegboard/runtime";
import type { Books } from "../books.ts";

/** What handlers use, made by `openHost` in ../host.ts. */
export interface Deps {
  readonly books: Books;
}

/** A handler of this project. */
export type ToolHandler<C extends Contract> = Handler<C, Deps>;
