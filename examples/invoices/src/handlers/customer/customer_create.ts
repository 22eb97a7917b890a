import { ok, type ResultOf } from "pegboard/runtime";
import type { CustomerCreate } from "../../../generated/contracts/customer_create.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";

export const customerCreate: ToolHandler<CustomerCreate> = async (
  input,
  { customers, nextId },
): ResultOf<CustomerCreate> => {
  const taken = [...customers.values()].find(({ email }) => email === input.email);
  if (taken) return errors.emailTaken({ customer_id: taken.id });
  const customer = { id: nextId("c"), ...input };
  customers.set(customer.id, customer);
  return ok(customer);
};
