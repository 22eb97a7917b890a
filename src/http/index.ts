/** The public API of this module: what a web application imports as `pegboard/http`, to serve a catalog beside its other pages. */
export type { Clock, Identity, Log } from "../runtime/ports.ts";
export type { AnyOpenHost, Registry } from "../runtime/registry.ts";
export type { IdentityOptions, Introspection, OAuthOptions } from "../server/identity/open-identity.ts";
export { type HttpHandler, type HttpHandlerOptions, openHttpHandler } from "./open-http-handler.ts";
export type { Access } from "./refuse-access.ts";
