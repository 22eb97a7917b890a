import { type FileHandle, open } from "node:fs/promises";
import { request } from "node:http";

import { isJsonObject, type Json } from "../../contract/json.ts";
import { textWithin } from "../../contract/text-within.ts";
import { isThisMachine } from "../../contract/this-machine.ts";
import { clip } from "../../contract/utf8.ts";
import type { BridgeMethods } from "../provider.ts";
import {
  RpcAbortError,
  RpcError,
  RpcHttpError,
  RpcInvalidResponseError,
  RpcNonJsonResponseError,
  RpcProtocolError,
  RpcTimeoutError,
  RpcTransportError,
} from "../rpc-errors.ts";
import { type Endpoint, type EndpointOptions, resolveEndpoint, type Variables } from "./endpoint.ts";

export interface RpcOptions extends EndpointOptions {
  readonly signal?: AbortSignal;
  /** Bytes that an answer may have. Default: 64 MiB. */
  readonly maxBytes?: number;
}

/**
 * Sends one request to a running bridge and gives its result.
 *
 *     const { servers } = await rpcCall("listServers");
 *     const result = await rpcCall("callTool", { server: "notes", tool: "list", arguments: {} });
 * @throws RpcHttpError (401: the token), RpcProtocolError (a JSON-RPC error), RpcNonJsonResponseError,
 * RpcInvalidResponseError, RpcTransportError, RpcTimeoutError, RpcAbortError; TypeError for options that can't be
 */
export function rpcCall<Method extends keyof BridgeMethods>(
  method: Method,
  params?: BridgeMethods[Method]["params"],
  options?: RpcOptions,
): Promise<BridgeMethods[Method]["result"]>;
export function rpcCall(
  method: string,
  params?: { readonly [name: string]: unknown },
  options?: RpcOptions,
): Promise<unknown>;
export async function rpcCall(
  method: string,
  params: { readonly [name: string]: unknown } = {},
  options: RpcOptions = {},
): Promise<unknown> {
  const { url, timeoutMs, ...secret } = resolveEndpoint(options);
  const { signal, maxBytes = 64 * 1024 * 1024 } = options;
  if (isAborted(signal)) throw new RpcAbortError(signal?.reason);
  const env = options.env ?? process.env;
  refusePlain(url, env);
  const token = await tokenOf(secret, { env, given: options.token });
  const late = AbortSignal.timeout(timeoutMs);
  const ended = signal === undefined ? late : AbortSignal.any([signal, late]);
  const body = JSON.stringify({ jsonrpc: "2.0", method, params, id: 1 });
  let answer: Posted;
  try {
    answer = await post(url, body, { token, signal: ended, maxBytes });
  } catch (error) {
    if (isAborted(signal)) throw new RpcAbortError(signal?.reason);
    if (late.aborted) throw new RpcTimeoutError(timeoutMs);
    if (error instanceof RpcError) throw error;
    throw new RpcTransportError(transportMessage(url, error), { cause: error });
  }
  return readAnswer(answer, url);
}

/** A bridge speaks plain HTTP: elsewhere than on this machine, others could read the token. @throws RpcTransportError */
function refusePlain({ hostname }: URL, env: Variables): void {
  if (isThisMachine(hostname) || env.TOOL_CLI_PLAIN_HTTP === "allow") return;
  throw new RpcTransportError(
    `'${hostname}' is another machine, and a bridge is not encrypted: TOOL_CLI_PLAIN_HTTP=allow sends the token all the same`,
  );
}

/** Others than its owner could put a token of theirs there, and with it the calls of this user before a bridge of theirs. */
async function refuseShared(tokenFile: FileHandle, env: Variables): Promise<void> {
  // Windows has no such bits.
  if (process.platform === "win32" || env.TOOL_CLI_SHARED_TOKEN_FILE === "allow") return;
  const { mode } = await tokenFile.stat();
  if ((mode & 0o022) === 0) return;
  throw new RpcTransportError(
    "others may write the file that TOOL_CLI_TOKEN_FILE names: chmod 600 it, or TOOL_CLI_SHARED_TOKEN_FILE=allow takes it",
  );
}

/** @throws TypeError for one that can't be sent; RpcTransportError for a file that can't be read, or must not be trusted */
async function tokenOf(
  { token: found, tokenFile }: Pick<Endpoint, "token" | "tokenFile">,
  { env, given }: { readonly env: Variables; readonly given: string | undefined },
): Promise<string | undefined> {
  let token = found;
  if (tokenFile !== undefined) {
    try {
      const file = await open(tokenFile);
      try {
        await refuseShared(file, env);
        token = (await file.readFile("utf8")).trim();
      } finally {
        await file.close();
      }
    } catch (error) {
      if (error instanceof RpcTransportError) throw error;
      throw new RpcTransportError("the file that TOOL_CLI_TOKEN_FILE names can't be read", { cause: error });
    }
  }
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    const place =
      tokenFile !== undefined
        ? "the file that TOOL_CLI_TOKEN_FILE names"
        : given === undefined
          ? "TOOL_CLI_TOKEN"
          : "the token";
    throw new TypeError(
      token === "" ? `${place} is empty` : `${place} contains characters that are not allowed in a header`,
    );
  }
  return token;
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function readAnswer({ status, text }: Posted, { host }: URL): unknown {
  if (status === 401) throw new RpcHttpError(401, "Authentication failed: invalid or missing TOOL_CLI_TOKEN");
  const body = parsed(text);
  if (isJsonObject(body) && body.jsonrpc === "2.0") {
    const { error } = body;
    if (isJsonObject(error) && typeof error.code === "number" && typeof error.message === "string") {
      throw new RpcProtocolError(error.code, error.message, error.data);
    }
    if (status === 200 && error === undefined && Object.hasOwn(body, "result")) return body.result;
  }
  if (status !== 200) {
    const why = isJsonObject(body) && typeof body.error === "string" ? `: ${clip(body.error, 200)}` : "";
    throw new RpcHttpError(status, `the bridge answered with HTTP ${status}${why}`);
  }
  if (body === undefined) throw new RpcNonJsonResponseError(`${host} is not a tool-cli bridge: the answer is not JSON`);
  throw new RpcInvalidResponseError(`${host} is not a tool-cli bridge: the answer is not a JSON-RPC response`);
}

/** undefined: no JSON. */
function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // The caller decides what that means.
    return undefined;
  }
}

function transportMessage({ host }: URL, error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  const shown = code === undefined ? "" : ` (${code})`;
  // What was asked may have been done by then.
  if (code === "ECONNRESET" || code === "EPIPE") return `${host} closed the connection before it answered${shown}`;
  return `no bridge can be reached at ${host}${shown}`;
}

export interface Posted {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a JSON text and reads the whole answer. Node's own client rather than `fetch`: that gives up on answers that take
 * more than five minutes to begin, follows redirects with the token, and takes longer to load.
 * @throws RpcInvalidResponseError for an answer beyond the limit; what the connection or the signal brings
 */
export function post(
  url: URL,
  body: string,
  {
    token,
    signal,
    maxBytes,
  }: { readonly token: string | undefined; readonly signal: AbortSignal; readonly maxBytes: number },
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    // One connection for one request: a process that has its answer shall not be kept by an open one.
    const sent = request(url, { method: "POST", headers, signal, agent: false }, (response) => {
      textWithin(response, maxBytes)
        .then((text) => {
          if (text === undefined) {
            throw new RpcInvalidResponseError(`the bridge's answer has more than ${maxBytes} bytes`);
          }
          resolve({ status: response.statusCode ?? 0, text });
        })
        .catch((error: unknown) => {
          sent.destroy();
          reject(error);
        });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
