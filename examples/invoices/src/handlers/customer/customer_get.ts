import { ok, type ResultOf } from "pegboard/runtime";
import type { CustomerGet } from "../../../generated/contracts/customer_get.ts";
import { customerOf } from "../../store.ts";
import type { ToolHandler } from "../deps.ts";

export const customerGet: ToolHandler<CustomerGet> = async ({ customer_id }, deps): ResultOf<CustomerGet> =>
  ok(customerOf(deps, customer_id));
