import type { CustomerGet } from "../../../generated/contracts/customer_get.ts";
import { customerOf } from "../../store.ts";
import { ok, type ResultOf, type ToolHandler } from "../deps.ts";

export const customerGet: ToolHandler<CustomerGet> = async ({ customer_id }, deps): ResultOf<CustomerGet> =>
  ok(customerOf(deps, customer_id));
