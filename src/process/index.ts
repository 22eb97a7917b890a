/** What handlers that start programs import as `pegboard/process`. */
export { type ChildEnd, type ChildOptions, runChild } from "./run-child.ts";
export { type StreamEnd, type StreamOptions, streamChild } from "./stream-child.ts";
