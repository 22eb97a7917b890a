/** `pegboard/bridge`: both ends of a bridge. */
export * from "./client/index.ts";
export * from "./server/index.ts";
