/** What the handlers and the host of a gateway import as `pegboard/gateway`: a catalog in front of a server of somebody else. */
export { forwardCompletion } from "./forward-completion.ts";
export { forwardPrompt, type GatewayDeps } from "./forward-prompt.ts";
export { type Forward, forwardTo } from "./forward-to.ts";
export { type Gateway, type GatewayOptions, openGateway } from "./open-gateway.ts";
export { type ListChange, listChanges, pinTools } from "./pinned-list.ts";
export { readUpstream, type Upstream, upstreamTarget } from "./upstream.ts";
