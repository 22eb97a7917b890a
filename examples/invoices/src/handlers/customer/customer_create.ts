import type { CustomerCreate } from "../../../generated/contracts/customer_create.ts";
import { errors, ok, type ResultOf, type ToolHandler } from "../deps.ts";

export const customerCreate: ToolHandler<CustomerCreate> = async (input, deps): ResultOf<CustomerCreate> => {
  const taken = [...deps.customers.values()].find(({ email }) => email === input.email);
  if (taken) return errors.emailTaken({ customer_id: taken.id });
  const customer = { id: deps.nextId("c"), ...input };
  deps.customers.set(customer.id, customer);
  return ok(customer);
};
