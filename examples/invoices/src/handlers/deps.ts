import type { Contract, Handler } from "pegboard/runtime";
import type { Customer, Invoice } from "../../generated/types.ts";

export { ok, type ResultOf } from "pegboard/runtime";
export { errors } from "../../generated/errors.ts";

/** What handlers need, made by `openHost`. In memory: all is gone when the server ends. */
export interface Deps {
  readonly customers: Map<string, Customer>;
  readonly invoices: Map<string, Invoice>;
  readonly nextId: (letter: "c" | "i") => string;
  readonly webhookSecret: string;
}

export type ToolHandler<C extends Contract> = Handler<C, Deps>;
