import type { Host, OpenHost } from "pegboard/runtime";
import type { Environment } from "../generated/environment.ts";
import type { Deps } from "./handlers/deps.ts";

export const openHost: OpenHost<Deps, Environment> = ({ env }): Host<Deps> => {
  const last = { c: 0, i: 0 };
  const nextId = (letter: "c" | "i") => `${letter}${++last[letter]}`;
  return {
    deps: { customers: new Map(), invoices: new Map(), nextId, webhookSecret: env.PAYMENT_WEBHOOK_SECRET },
    close: async () => {},
  };
};
