/** What handlers that start programs import as `pegboard/process`. */
export { type ChildEnd, type ChildOptions, runChild } from "./run-child.ts";
