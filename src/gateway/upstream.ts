import type { ServerTarget } from "../client/server-connection.ts";
import { isJsonObject, type JsonObject } from "../contract/json.ts";

/** `src/upstream.json`: the server behind a gateway. Secrets are in it by the names of environment variables only. */
export interface Upstream {
  readonly server:
    | {
        readonly kind: "stdio";
        /** Started without a shell, in the folder that the gateway is started in. */
        readonly command: string;
        readonly args: readonly string[];
        /** Names of variables that it gets. */
        readonly env: readonly string[];
      }
    | {
        readonly kind: "http";
        readonly url: string;
        /** By header: the name of the variable that holds its value. */
        readonly headers: Readonly<Record<string, string>>;
      };
  /** By name of a tool: what its entry in the server's list was (`pinTools`). */
  readonly tools: Readonly<Record<string, string>>;
}

/** @throws Error that says what is wrong with it */
export function readUpstream(value: unknown): Upstream {
  if (!isJsonObject(value)) throw broken("is not an object");
  const { server, tools } = value;
  if (!isJsonObject(server)) throw broken("has no server");
  return { server: readServer(server), tools: textsOf(tools, "tools") };
}

function readServer(server: JsonObject): Upstream["server"] {
  const { kind, command, args, env, url, headers } = server;
  if (kind === "stdio" && typeof command === "string") {
    return { kind, command, args: listOf(args, "args"), env: listOf(env, "env") };
  }
  if (kind === "http" && typeof url === "string" && URL.canParse(url)) {
    return { kind, url, headers: textsOf(headers, "headers") };
  }
  throw broken("has neither the command nor the URL of a server");
}

function listOf(value: unknown, name: string): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const texts = list.filter((item) => typeof item === "string");
  if (texts.length !== list.length || (value !== undefined && !Array.isArray(value))) {
    throw broken(`has '${name}' that is not a list of texts`);
  }
  return texts;
}

function textsOf(value: unknown, name: string): Readonly<Record<string, string>> {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
  if ((value !== undefined && !isJsonObject(value)) || texts.length !== entries.length) {
    throw broken(`has '${name}' that is not a list of names and texts`);
  }
  return Object.fromEntries(texts);
}

function broken(why: string): Error {
  return new Error(`upstream.json ${why}; write it again with pegboard import --gateway`);
}

/** @throws Error that names a variable which is not set; never its value */
export function upstreamTarget(
  { server }: Upstream,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): ServerTarget {
  const variable = (name: string) => {
    const value = env[name];
    if (value === undefined) throw new Error(`the environment has no variable '${name}', which upstream.json names`);
    return value;
  };
  const valuesOf = (pairs: readonly (readonly [string, string])[]) =>
    Object.fromEntries(pairs.map(([name, source]) => [name, variable(source)]));
  if (server.kind === "http") {
    return { kind: "http", url: new URL(server.url), headers: valuesOf(Object.entries(server.headers)) };
  }
  const { command, args } = server;
  return { kind: "stdio", command, args, env: valuesOf(server.env.map((name) => [name, name])), cwd };
}
