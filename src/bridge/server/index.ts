/** `pegboard/bridge/server`: for programs that serve their tools to other processes. */
export {
  type Audit,
  type AuditRecord,
  BrokenRule,
  type CallPolicy,
  createCallPolicy,
  type PolicyRules,
} from "../policy.ts";
export type {
  BridgeInfo,
  CallToolResult,
  ProviderCallOptions,
  ServerSummary,
  ServerSummary as ServerInfo,
  ToolInfo,
  ToolProvider,
  ToolSummary,
} from "../provider.ts";
export { type ArgumentIssue, type FailureReason, InvalidArgumentsError, ProviderError } from "../provider.ts";
export {
  BridgeServer,
  BridgeServer as ToolCliServer,
  type BridgeServerOptions,
  type StartResult,
} from "./bridge-server.ts";
export type { OnError } from "./exchange.ts";
