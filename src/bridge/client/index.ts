/** `pegboard/bridge/client`: for programs that use a running bridge. */
export type {
  BridgeInfo,
  BridgeMethods,
  CallToolResult,
  ServerSummary,
  ServerSummary as ServerInfo,
  ToolInfo,
  ToolSummary,
} from "../provider.ts";
export {
  BridgeCompatibilityError,
  RpcAbortError,
  RpcError,
  RpcHttpError,
  RpcInvalidResponseError,
  RpcNonJsonResponseError,
  RpcProtocolError,
  RpcTimeoutError,
  RpcTransportError,
} from "../rpc-errors.ts";
export { BridgeClient, type RequestOptions } from "./bridge-client.ts";
export { defaultPort, type Endpoint, type EndpointOptions, resolveEndpoint } from "./endpoint.ts";
export { type RpcOptions, rpcCall } from "./rpc-call.ts";
