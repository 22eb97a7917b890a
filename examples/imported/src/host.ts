import type { OpenHost } from "pegboard/runtime";
import { createGraph } from "./graph.ts";
import type { Deps } from "./handlers/deps.ts";

/** The graph is in memory: it is gone when the server ends. */
export const openHost: OpenHost<Deps> = () => ({
  deps: { graph: createGraph() },
  close: async () => {},
});
