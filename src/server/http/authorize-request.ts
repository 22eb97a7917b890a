import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Which requests are allowed. */
export interface AuthorizationOptions {
  /** Host names that requests may be addressed to, without ports. */
  readonly hosts: readonly string[];
  /** Origins whose pages may send requests, besides those on `hosts`. A request without an origin is not sent by a page. */
  readonly origins: readonly string[];
  /** The bearer token that every request must carry. Absent: no token is required. */
  readonly token?: string;
}

/** The answer to a request that is not allowed. */
export interface Rejection {
  readonly status: 400 | 401 | 403 | 421 | 429 | 503;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Checks host, origin and token of a request before its body is read; a browser asks without the token whether it may send one. A web page can make a browser send requests to this
 * machine under a host name that resolves to it, so host and origin must be allowed.
 * @see MCP 2025-11-25, transports, "Security warning"
 */
export function createRequestAuthorizer(
  options: AuthorizationOptions,
): (headers: IncomingHttpHeaders, part?: "without token") => Rejection | undefined {
  const expected = options.token === undefined ? undefined : digest(options.token);
  const hosts = new Set(options.hosts.map((host) => host.toLowerCase()));
  const mayUse = originCheck(options);
  return (headers, part) => {
    const host = hostName(headers.host);
    if (host === undefined || !hosts.has(host)) {
      return { status: 421, message: "Misdirected request: this server does not serve that host" };
    }
    const { origin } = headers;
    if (origin !== undefined && !mayUse(origin)) {
      return { status: 403, message: "Forbidden: pages of that origin may not use this server" };
    }
    if (expected === undefined || part === "without token") return undefined;
    const given = bearer(headers.authorization);
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return undefined;
    const error = headers.authorization === undefined ? "" : ', error="invalid_token"';
    return {
      status: 401,
      message: "Unauthorized: the bearer token is missing or wrong",
      headers: { "www-authenticate": `Bearer realm="mcp"${error}` },
    };
  };
}

/** Which origins' pages may send requests: those that are named, and all on the server's own hosts. */
export function originCheck({
  hosts,
  origins,
}: Pick<AuthorizationOptions, "hosts" | "origins">): (origin: string) => boolean {
  const named = new Set(origins.map((origin) => origin.toLowerCase()));
  const own = new Set(hosts.map((host) => host.toLowerCase()));
  return (origin) => named.has(origin.toLowerCase()) || own.has(originHost(origin) ?? "");
}

/** The token after the scheme, which has any letter case; undefined without one. @see RFC 9110, section 11.1 */
function bearer(authorization = ""): string | undefined {
  return /^bearer +(.+)$/i.exec(authorization)?.[1];
}

/** Of constant length, so that a comparison takes constant time. */
export function digest(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}

/** `localhost:7000` → `localhost`, `[::1]:7000` → `[::1]`. */
function hostName(host: string | undefined): string | undefined {
  return host === undefined
    ? undefined
    : /^(\[[0-9a-f:.]+\]|[^:/?#@\s]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).hostname.toLowerCase() : undefined;
}
