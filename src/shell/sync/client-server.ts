// A server as one client has it, in a form that all can be written from.
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { ClientName } from "../servers/client-names.ts";
import { type Piece, piecesIn } from "./variable-texts.ts";

type Text = readonly Piece[];
export type Texts = readonly (readonly [name: string, value: Text])[];

export interface ClientServer {
  readonly name: string;
  readonly start:
    | {
        readonly kind: "stdio";
        readonly command: Text;
        readonly args: readonly Text[];
        readonly env: Texts;
        readonly cwd: Text | undefined;
      }
    | { readonly kind: "http" | "sse"; readonly url: Text; readonly headers: Texts };
  /** Members that mean something to this client alone. */
  readonly own: readonly string[];
}

export type ReadServer = { readonly server: ClientServer } | { readonly name: string; readonly problem: string };

const known = new Set([
  ...["name", "type", "command", "cmd", "args", "env", "environment", "envs", "cwd", "env_vars", "env_keys"],
  ...["url", "serverUrl", "httpUrl", "uri", "headers", "http_headers", "env_http_headers", "bearer_token_env_var"],
  // What they stand for is the same in an entry that has them and in one that has not.
  ...["source", "enabled", "disabled", "tools", "timeout"],
]);

/** @returns undefined for what the client starts in its own way */
export function readClientServer(name: string, entry: Json, client: ClientName): ReadServer | undefined {
  if (!isJsonObject(entry)) return { name, problem: "is not an object" };
  const { command = entry.cmd, url = entry.serverUrl ?? entry.uri, httpUrl } = entry;
  const address = httpUrl ?? url;
  if (command === undefined && address === undefined) return undefined;
  if (entry.disabled === true || entry.enabled === false) return { name, problem: "is switched off" };
  const read = (value: Json | undefined) => piecesIn(textOf(value), client);
  const own = Object.keys(entry).filter((member) => !known.has(member));
  if (command === undefined) {
    const isSse = entry.type === "sse" || (client === "gemini-cli" && httpUrl === undefined);
    const start = {
      kind: isSse ? ("sse" as const) : ("http" as const),
      url: read(address),
      headers: headersOf(entry, client),
    };
    return { server: { name, start, own } };
  }
  if (entry.envFile !== undefined) return { name, problem: "has its variables in a file ('envFile')" };
  const [program, ...args] = [command, entry.args ?? []].flat();
  const env = [
    ...forwarded(entry).map((each) => [each, [{ kind: "variable", name: each, standIn: undefined }]] as const),
    ...["env", "environment", "envs"].flatMap((member) => textsIn(entry[member], client)),
  ];
  const start = {
    kind: "stdio" as const,
    command: read(program),
    args: args.map(read),
    env,
    cwd: entry.cwd === undefined ? undefined : read(entry.cwd),
  };
  return { server: { name, start, own } };
}

function forwarded({ env_vars: variables = [], env_keys: keys = [] }: JsonObject): readonly string[] {
  return [variables, keys].flat().flatMap((each) => {
    if (typeof each === "string") return [each];
    return isJsonObject(each) && typeof each.name === "string" ? [each.name] : [];
  });
}

function headersOf(entry: JsonObject, client: ClientName): Texts {
  const { bearer_token_env_var: token, env_http_headers: named } = entry;
  const fromVariables = isJsonObject(named) ? Object.entries(named) : [];
  const variable = (value: Json): Piece => ({ kind: "variable", name: textOf(value), standIn: undefined });
  return [
    ...textsIn(entry.headers, client),
    ...textsIn(entry.http_headers, client),
    ...fromVariables.map(([name, value]) => [name, [variable(value)]] as const),
    ...(token === undefined ? [] : [["Authorization", [{ kind: "text", text: "Bearer " }, variable(token)]] as const]),
  ];
}

function textsIn(value: Json | undefined, client: ClientName): Texts {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([name, each]) => [name, piecesIn(textOf(each), client)]);
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : value === undefined || value === null ? "" : String(value);
}
