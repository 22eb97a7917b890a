import { existsSync } from "node:fs";
import type { ServerTarget } from "../client/server-connection.ts";
import type { JsonObject } from "../contract/json.ts";
import { CliError } from "../terminal/cli-error.ts";

/** What a command line that `pegboard client --cli` wrote knows of its server. */
export interface OwnDefinition {
  /** The name by which its author knew the server. */
  readonly server: string;
  readonly start: OwnStart;
  /** As the server listed them. */
  readonly tools: readonly JsonObject[];
}

/** Values of variables and headers are not in it: they come from the environment of the one who runs it. */
export type OwnStart =
  | {
      readonly kind: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      /** Where it started when this was written; a folder that is not there is replaced by the current one. */
      readonly cwd: string;
      /** Names of environment variables that the server gets. */
      readonly variables: readonly string[];
    }
  | {
      readonly kind: "http";
      readonly url: string;
      /** Name of a header → name of the variable with its value. */
      readonly headers: Readonly<Record<string, string>>;
    };

/** @throws CliError for a variable that is not set */
export function targetOf(
  start: OwnStart,
  { env, cwd }: { readonly env: Readonly<Record<string, string | undefined>>; readonly cwd: string },
): ServerTarget {
  const valueFrom = (name: string, what: string): string => {
    const value = env[name];
    if (value !== undefined && value !== "") return value;
    throw new CliError(`the server needs the environment variable '${name}'${what}, which is not set`);
  };
  if (start.kind === "http") {
    const headers = Object.entries(start.headers).map(([header, name]) => [
      header,
      valueFrom(name, `, the value of the header '${header}'`),
    ]);
    return { kind: "http", url: new URL(start.url), headers: Object.fromEntries(headers) };
  }
  const { command, args, variables } = start;
  const values = variables.map((name) => [name, valueFrom(name, "")]);
  const folder = existsSync(start.cwd) ? start.cwd : cwd;
  return { kind: "stdio", command, args, env: Object.fromEntries(values), cwd: folder };
}
