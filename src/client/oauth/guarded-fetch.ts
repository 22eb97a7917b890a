// Requests of a login. Their addresses come from a server that may not be trusted, so each is looked at before it is asked.
import { boundedFetch } from "../http-transport.ts";
import { LoginFailed } from "./login.ts";

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Metadata and tokens are small. */
const maxAnswerBytes = 1024 * 1024;
const maxRequestMs = 30_000;

/** @param server whose login it is */
export function guardedFetch(server: URL, signal: AbortSignal): Fetch {
  const ask = boundedFetch(maxAnswerBytes);
  return (url, init) => {
    checkAddress(new URL(url), server);
    const ends = [signal, AbortSignal.timeout(maxRequestMs), ...(init?.signal == null ? [] : [init.signal])];
    return ask(url, { ...init, signal: AbortSignal.any(ends) });
  };
}

/**
 * Tokens travel encrypted. A server elsewhere does not send us to programs of this machine.
 * @throws LoginFailed
 */
export function checkAddress(url: URL, server: URL): void {
  if (isLoopback(url)) {
    if (isLoopback(server) && /^https?:$/.test(url.protocol)) return;
    throw new LoginFailed(`points to an address of this machine: ${placeOf(url)}`);
  }
  if (url.protocol !== "https:") throw new LoginFailed(`points to an address without TLS: ${placeOf(url)}`);
}

/** @see RFC 8252, section 7.3, and RFC 6761, section 6.3 */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    hostname === "0.0.0.0" ||
    hostname === "[::]" ||
    /^127(\.\d+){3}$/.test(hostname) ||
    /^\[::ffff:7f/.test(hostname)
  );
}

/** What a message shows of an address: a query may hold anything. */
function placeOf({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
}
