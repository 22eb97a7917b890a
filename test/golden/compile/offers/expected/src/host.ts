// Scaffolded once by pegboard from schema/catalog.yaml; you own it now: it is never rewritten.
import type { OpenHost } from "pegboard/runtime";
import type { Deps } from "./handlers/deps.ts";

/** Creates what handlers need; called once, at the first call that needs it. */
export const openHost: OpenHost<Deps> = ({ clock }) => ({
  deps: { now: clock },
  close: async () => {},
});
