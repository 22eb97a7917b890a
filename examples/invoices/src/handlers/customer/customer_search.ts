import type { CustomerSearch } from "../../../generated/contracts/customer_search.ts";
import { pageOf } from "../../store.ts";
import type { ResultOf, ToolHandler } from "../deps.ts";

export const customerSearch: ToolHandler<CustomerSearch> = async (input, { customers }): ResultOf<CustomerSearch> => {
  const text = input.text.toLowerCase();
  const found = [...customers.values()].filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(text));
  return pageOf(found, input);
};
