// What this server says of itself as an OAuth protected resource. @see RFC 9728
import type { HttpRequest, HttpResponse } from "../http/exchange.ts";

export interface ProtectedResource {
  /** Its identifier: the address of MCP as clients use it. */
  readonly resource: string;
  readonly authorizationServers: readonly string[];
  /** What a client may ask for. */
  readonly scopes: readonly string[];
  readonly name: string;
}

const wellKnown = "/.well-known/oauth-protected-resource";

/** Where the metadata of a resource are: its path follows the well-known one. @see RFC 9728, section 3.1 */
export function metadataUrl({ resource }: Pick<ProtectedResource, "resource">): string {
  const { origin, pathname, search } = new URL(resource);
  return `${origin}${wellKnown}${pathname === "/" ? "" : pathname}${search}`;
}

/** Answers requests for the metadata, which need no token. */
export interface MetadataAnswers {
  readonly isAt: (path: string) => boolean;
  /** @returns false: the request is for something else */
  readonly answer: (path: string, request: HttpRequest, response: HttpResponse) => boolean;
}

export function createMetadataAnswers(resource: ProtectedResource, mcpPath: string): MetadataAnswers {
  // A proxy may add a prefix that only the outside sees, and clients look in both places.
  const paths = new Set([wellKnown, `${wellKnown}${mcpPath}`, new URL(metadataUrl(resource)).pathname]);
  const text = JSON.stringify({
    resource: resource.resource,
    authorization_servers: resource.authorizationServers,
    ...(resource.scopes.length === 0 ? {} : { scopes_supported: resource.scopes }),
    bearer_methods_supported: ["header"],
    resource_name: resource.name,
  });
  return {
    isAt: (path) => paths.has(path),
    answer(path, { method }, response) {
      if (!paths.has(path)) return false;
      const isRead = method === "GET" || method === "HEAD";
      const headers = { "content-type": "application/json", "cache-control": "public, max-age=300" };
      if (isRead) response.writeHead(200, headers).end(text);
      else response.writeHead(405, { allow: "GET, HEAD" }).end();
      return true;
    },
  };
}
