import type { Host, OpenHost } from "pegboard/runtime";
import type { Deps } from "./handlers/deps.ts";

/** Puts together what handlers need; called once, at the first call that needs it. */
export const openHost: OpenHost<Deps> = (): Host<Deps> => ({
  deps: {},
  close: async () => {},
});
