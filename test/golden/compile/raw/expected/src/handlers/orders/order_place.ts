// Scaffolded once by pegboard from schema/tools/orders/order_place.yaml; you own it now: it is never rewritten.
import { NotWritten, type ResultOf } from "pegboard/runtime";
import type { OrderPlace } from "../../../generated/contracts/order_place.ts";
import type { ToolHandler } from "../deps.ts";

/** Place an order of goods. */
export const orderPlace: ToolHandler<OrderPlace> = async (_input, _deps, _call): ResultOf<OrderPlace> => {
  throw new NotWritten("src/handlers/orders/order_place.ts");
};
