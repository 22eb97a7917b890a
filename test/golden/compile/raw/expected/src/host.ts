// Scaffolded once by pegboard from schema/catalog.yaml; you own it now: it is never rewritten.
import type { Host, OpenHost } from "pegboard/runtime";
import type { Deps } from "./handlers/deps.ts";

/** Creates what handlers need; called once, at the first call that needs it. */
export const openHost: OpenHost<Deps> = ({ clock }): Host<Deps> => ({
  deps: { now: clock },
  close: async () => {},
});
