/** The public face of the runtime: what generated code, handlers and hosts import as `pegboard/runtime`. */
export type { AliasEntry } from "../contract/alias.ts";
export type { Json, JsonObject } from "../contract/json.ts";
export type { Contract } from "./contract.ts";
export { declareError, HostUnavailable } from "./errors.ts";
export type { Handler } from "./handler.ts";
export type { CallContext, Clock, Log, Session, SessionStore } from "./ports.ts";
export type {
  Host,
  HostDoor,
  LoadedAdapter,
  LoadedTool,
  OpenHost,
  ProfileEntry,
  RegisteredAlias,
  Registry,
  ToolEntry,
  Validator,
} from "./registry.ts";
export { type CallAnswer, type Failure, type HandlerResult, ok, type Success, type ToolResult } from "./result.ts";
export type { Connection, Dispatch, RoadCall, Station, ToolCall } from "./station.ts";
