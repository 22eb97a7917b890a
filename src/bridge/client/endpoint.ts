import { limits } from "../../contract/limits.ts";
import { clip } from "../../contract/utf8.ts";

/** Where a bridge is, and how long to wait for it. What is absent comes from the environment. */
export interface EndpointOptions {
  /** Default: TOOL_CLI_HOST, else 127.0.0.1. */
  readonly host?: string;
  /** Default: TOOL_CLI_PORT, else 7179. */
  readonly port?: number;
  /** Default: TOOL_CLI_TOKEN, else what is in the file that TOOL_CLI_TOKEN_FILE names, else none. */
  readonly token?: string;
  /** Milliseconds. Default: TOOL_CLI_TIMEOUT_MS, else 30,000. */
  readonly timeoutMs?: number;
  /** Default: that of this process. */
  readonly env?: Variables;
}

export interface Endpoint {
  readonly url: URL;
  readonly token: string | undefined;
  /** Where the token is when it is not here. */
  readonly tokenFile: string | undefined;
  readonly timeoutMs: number;
}

export type Variables = Readonly<Record<string, string | undefined>>;

export const defaultPort = 7179;
export const defaultTimeoutMs = 30_000;
const maxNamedTimeoutMs = 300_000;

/** @throws TypeError for a host, port or time that can't be one, with the variable's name where it is in a variable */
export function resolveEndpoint(options: EndpointOptions = {}): Endpoint {
  const { env = process.env } = options;
  const { host = env.TOOL_CLI_HOST || "127.0.0.1" } = options;
  const port = options.port ?? portIn(env) ?? defaultPort;
  const timeoutMs = options.timeoutMs ?? timeoutIn(env) ?? defaultTimeoutMs;
  const token = options.token ?? (env.TOOL_CLI_TOKEN?.trim() || undefined);
  if (!isWithin(port, 65_535)) throw new TypeError(`a port is a number from 1 to 65535, not ${port}`);
  if (!isWithin(timeoutMs, limits.deadlineMs)) throw new TypeError(`${timeoutMs} is not a timeout in milliseconds`);
  const written = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const address = `http://${written}:${port}/`;
  // A host that brings a path, a user or a port of its own is none.
  if (!/^(\[[0-9a-f:.]+\]|[^:/?#@\s\\]+)$/i.test(written) || !URL.canParse(address)) {
    throw new TypeError(`'${host}' is not a host name`);
  }
  const tokenFile = token === undefined ? env.TOOL_CLI_TOKEN_FILE || undefined : undefined;
  return { url: new URL(address), token, tokenFile, timeoutMs };
}

/** Another port than the one that was meant may be another program's, which would get the token. */
function portIn({ TOOL_CLI_PORT }: Variables): number | undefined {
  return numberIn("TOOL_CLI_PORT", TOOL_CLI_PORT, 65_535, "a port");
}

/** Milliseconds. undefined: not set. @throws TypeError */
export function timeoutIn({ TOOL_CLI_TIMEOUT_MS }: Variables): number | undefined {
  return numberIn("TOOL_CLI_TIMEOUT_MS", TOOL_CLI_TIMEOUT_MS, maxNamedTimeoutMs, "a time in milliseconds");
}

function numberIn(name: string, text: string | undefined, most: number, kind: string): number | undefined {
  if (text === undefined || text === "") return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (isWithin(number, most)) return number;
  throw new TypeError(`${name} is '${clip(text, 40)}', which is not ${kind}: a number from 1 to ${most}`);
}

function isWithin(number: number, most: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= most;
}
