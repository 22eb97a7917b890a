/** The public API of the runtime: what generated code, handlers and hosts import as `pegboard/runtime`. */
export type { AliasEntry } from "../contract/alias.ts";
export type { Json, JsonObject, OpenJson } from "../contract/json.ts";
export { omitNulls } from "../contract/omit-nulls.ts";
export { fitsBytes, hasFormat } from "../contract/text-checks.ts";
export type {
  Ask,
  CallState,
  Connection,
  Dispatch,
  ErrorForm,
  FormPort,
  MappedArguments,
  Middleware,
  Notice,
  Put,
  Question,
  Reply,
  ToolCall,
} from "./call-state.ts";
export type { Typed } from "./completion.ts";
export {
  type Annotations,
  type AudioContent,
  audio,
  type BlockFacts,
  type ContentBlock,
  type EmbeddedResource,
  embeddedResource,
  type ImageContent,
  image,
  type ResourceContents,
  type ResourceFacts,
  type ResourceLink,
  resourceLink,
  type TextContent,
  text,
} from "./content.ts";
export { contextLine } from "./context-line.ts";
export type { Contract } from "./contract.ts";
export { createDispatcher, type Dispatcher, type DispatcherOptions } from "./dispatch.ts";
export type {
  Elicit,
  FormField,
  FormFields,
  FormReply,
  FormValues,
  Named,
  Questioning,
  Root,
  Roots,
  Sample,
  SampleRequest,
  Written,
} from "./elicit-types.ts";
export { declareError, HostUnavailable, NotWritten, RootsUnavailable, SamplingUnavailable } from "./errors.ts";
export {
  createMemoryEvents,
  type EventStore,
  type MemoryEventsOptions,
  type StreamEvent,
  type StreamPlace,
  type StreamRest,
} from "./event-store.ts";
export { fromToolResult, type SdkToolResult } from "./from-tool-result.ts";
export type { Handler, PreviewedHandler, PreviewOf, ResultOf } from "./handler.ts";
export { type InCamelCase, inCamelCase } from "./in-camel-case.ts";
export { createMemoryResults, type KeptPart, type MemoryResultsOptions, type ResultStore } from "./kept-results.ts";
export { createMemorySessions, type MemorySessionsOptions } from "./memory-sessions.ts";
export type {
  Completion,
  Completions,
  OfferCall,
  OfferRequest,
  PromptAnswer,
  PromptCall,
  PromptHandler,
  PromptMessage,
  PromptTable,
  Refused,
  ResourceAnswer,
  ResourceHandler,
  ResourceTable,
} from "./offers.ts";
export { type LogArgumentsOptions, logArguments } from "./optional-middleware/log-arguments.ts";
export { type RateLimitOptions, rateLimit } from "./optional-middleware/rate-limit.ts";
export { type SpanLike, spans, type TracerLike, type TracingApi } from "./optional-middleware/spans.ts";
export { type TimingOptions, timing } from "./optional-middleware/timing.ts";
export { createPolicy, type Policy } from "./policy.ts";
export type {
  CallContext,
  Caller,
  ClientInfo,
  Clock,
  Entropy,
  Identity,
  Log,
  Session,
  SessionStore,
  TransportKind,
  Usage,
  Use,
} from "./ports.ts";
export type {
  Host,
  HostEnv,
  LoadedAdapter,
  LoadedResultAdapter,
  LoadedTool,
  OlderVersion,
  OpenHost,
  OutputValidator,
  OutsideWorld,
  ProfileEntry,
  RegisteredAlias,
  Registry,
  ToolEntry,
  Validator,
} from "./registry.ts";
export type { DescribedContents, ResourcePage, ResourceProvider, ResourceTemplateFacts } from "./resource-provider.ts";
export {
  type AnswerList,
  type CallAnswer,
  type Failure,
  type HandlerResult,
  ok,
  okList,
  okPage,
  type Page,
  type Success,
  type ToolResult,
} from "./result.ts";
export type { AuthTable } from "./scopes.ts";
export type { ResourceChanges } from "./subscriptions.ts";
