/** `pegboard/client`: what a generated `client.ts` needs to talk to a server. */
export { callToolOver, ToolCallError, type ToolCaller, type ToolCallFailure } from "./call-tool.ts";
