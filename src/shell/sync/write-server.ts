import type { Json, JsonObject } from "../../contract/json.ts";
import { clients } from "../install/clients.ts";
import type { ClientName } from "../servers/client-names.ts";
import type { ClientServer, Texts } from "./client-server.ts";
import { type Piece, writtenFor } from "./variable-texts.ts";

export type WrittenServer = { readonly entry: JsonObject } | { readonly problem: string };

/** The entry of a server as another client writes it, or why that client can't have it. */
export function writeServer(server: ClientServer, from: ClientName, to: ClientName): WrittenServer {
  try {
    return { entry: server.start.kind === "stdio" ? stdioEntry(server, from, to) : remoteEntry(server, from, to) };
  } catch (error) {
    if (error instanceof CannotWrite) return { problem: error.message };
    throw error;
  }
}

/** Ends the writing of one entry, and of no other. */
class CannotWrite extends Error {
  override readonly name = "CannotWrite";
}

/** Clients whose entries may say where the server starts. */
const withFolder: readonly ClientName[] = ["codex", "gemini-cli", "opencode"];

function stdioEntry({ name, start }: ClientServer, from: ClientName, to: ClientName): JsonObject {
  if (start.kind !== "stdio") throw new Error("invariant: who writes a program has seen that it is one");
  const text = (pieces: readonly Piece[]) => written(pieces, from, to);
  if (start.cwd !== undefined && !withFolder.includes(to)) {
    throw new CannotWrite(`starts in a folder of its own, which ${clients[to].title} can't be given`);
  }
  const folder = start.cwd === undefined ? {} : { cwd: text(start.cwd) };
  const command = text(start.command);
  const args = start.args.map(text);
  // Codex and goose hand on variables by their names, and only so.
  const isNamed = to === "codex" || to === "goose";
  const [names, values] = isNamed ? split(start.env) : [[], start.env];
  const env = Object.fromEntries(values.map(([key, value]) => [key, text(value)]));
  const entry = clients[to].entry({ name, command, args, variables: names });
  const member = to === "opencode" ? "environment" : to === "goose" ? "envs" : "env";
  return { ...entry, ...(values.length === 0 ? {} : { [member]: env }), ...folder };
}

/** Variables that go by their own names, and all else. */
function split(env: Texts): readonly [readonly string[], Texts] {
  const isName = ([name, [piece, ...more]]: Texts[number]) =>
    more.length === 0 && piece?.kind === "variable" && piece.name === name && piece.standIn === undefined;
  return [env.filter(isName).map(([name]) => name), env.filter((each) => !isName(each))];
}

function remoteEntry({ name, start }: ClientServer, from: ClientName, to: ClientName): JsonObject {
  if (start.kind === "stdio") throw new Error("invariant: who writes an address has seen that there is one");
  const isSse = start.kind === "sse";
  const { title } = clients[to];
  if (to === "claude-desktop") throw new CannotWrite(`is at an address; ${title} takes programs only in its file`);
  if (isSse && (to === "codex" || to === "goose")) throw new CannotWrite(`speaks SSE, which ${title} does not`);
  const url = written(start.url, from, to);
  if (to === "codex") return { url, ...codexHeaders(start.headers, from) };
  const headers = Object.fromEntries(start.headers.map(([key, value]) => [key, written(value, from, to)]));
  const some: JsonObject = start.headers.length === 0 ? {} : { headers };
  const type = isSse ? "sse" : "http";
  switch (to) {
    case "claude-code":
    case "vscode":
      return { type, url, ...some };
    case "copilot-cli":
      return { type, url, ...some, tools: ["*"] };
    case "windsurf":
      return { serverUrl: url, ...some };
    case "gemini-cli":
      return isSse ? { url, ...some } : { httpUrl: url, ...some };
    case "opencode":
      return { type: "remote", url, ...some };
    case "goose":
      return { type: "streamable_http", name, enabled: true, uri: url, headers, env_keys: [], envs: {}, timeout: 300 };
    case "continue":
      // Its document shows addresses without headers.
      if (start.headers.length > 0) throw new CannotWrite(`sends headers, for which ${title} documents no place`);
      return { type: isSse ? "sse" : "streamable-http", url };
    case "cursor":
    case "zed":
    case "lm-studio":
      return { url, ...some };
    default:
      return unreachable(to);
  }
}

function unreachable(client: never): never {
  throw new Error(`invariant: no form for ${String(client)}`);
}

/** Codex has a place of its own for each kind of header. */
function codexHeaders(headers: Texts, from: ClientName): JsonObject {
  const plain: [string, Json][] = [];
  const named: [string, Json][] = [];
  let token: JsonObject = {};
  for (const [name, value] of headers) {
    const [first, second, ...more] = value;
    const isBearer = first?.kind === "text" && first.text === "Bearer " && more.length === 0;
    if (name.toLowerCase() === "authorization" && isBearer && second?.kind === "variable") {
      token = { bearer_token_env_var: second.name };
    } else if (first?.kind === "variable" && second === undefined) named.push([name, first.name]);
    else plain.push([name, written(value, from, "codex")]);
  }
  return {
    ...token,
    ...(plain.length === 0 ? {} : { http_headers: Object.fromEntries(plain) }),
    ...(named.length === 0 ? {} : { env_http_headers: Object.fromEntries(named) }),
  };
}

function written(pieces: readonly Piece[], from: ClientName, to: ClientName): string {
  const made = writtenFor(pieces, from, to);
  if ("text" in made) return made.text;
  throw new CannotWrite(`${made.problem} (${clients[to].title})`);
}
