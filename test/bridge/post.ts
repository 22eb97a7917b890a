import { request } from "node:http";
import { connect } from "node:net";

export interface Sent {
  readonly port: number;
  readonly token?: string | undefined;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is not a text is sent as JSON; chunks are sent without their length. */
  readonly body?: unknown;
  readonly chunks?: readonly string[];
}

export interface Got {
  readonly status: number;
  /** Parsed, where it is JSON. */
  readonly body: unknown;
  readonly text: string;
}

/** Sends anything, as `fetch` would not: foreign hosts, odd paths, endless bodies. */
export function post({ port, token, method = "POST", path = "/", headers = {}, body, chunks }: Sent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const all = { "content-type": "application/json", ...authorization, ...headers };
    const sent = request({ host: "127.0.0.1", port, method, path, headers: all, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: parsed(text), text }));
    });
    sent.on("error", reject);
    for (const chunk of chunks ?? []) sent.write(chunk);
    sent.end(body === undefined || typeof body === "string" ? body : JSON.stringify(body));
  });
}

/** One call of a method, as the inventory's tables say it. */
export async function rpc(
  bridge: { readonly port: number; readonly token: string },
  method: string,
  params?: unknown,
): Promise<{ readonly result?: Members; readonly error?: RpcFailure }> {
  const { status, body } = await post({ ...bridge, body: { jsonrpc: "2.0", id: 7, method, params } });
  // The caller compares it with what it should be.
  const answer = body as { readonly result?: Members; readonly error?: RpcFailure; readonly id: unknown };
  if (status !== 200 || answer.id !== 7) throw new Error(`HTTP ${status}, id ${String(answer?.id)}`);
  return answer;
}

export type Members = { readonly [member: string]: unknown };

export interface RpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: Members;
}

/** Sends bytes that are hardly HTTP. @returns all that comes back until the end, or until nothing came for a while */
export function sendRaw(port: number, bytes: string, patienceMs = 2_000): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect({ host: "127.0.0.1", port }, () => socket.write(bytes));
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    // However it ends, what came is what is judged.
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(text));
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text is there as well.
    return undefined;
  }
}
