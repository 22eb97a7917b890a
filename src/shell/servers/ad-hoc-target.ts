// A server that no file names: the command line has its command or its address. Secrets come from variables and files, because
// other users of the machine can read a command line.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { ServerTarget } from "../../client/server-connection.ts";
import { ownValue } from "../../contract/own-property.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** What such a server gets beside its command or address. */
export interface AdHocAccess {
  /** Names of variables that the started server gets. */
  readonly env?: readonly string[];
  /** `NAME=VARIABLE`. */
  readonly headerEnv?: readonly string[];
  readonly headerFile?: string;
}

type World = Pick<Terminal, "cwd" | "env">;

/** @param flag the option that asked for it, for messages */
export function commandTarget(
  terminal: World,
  words: readonly string[],
  { env = [] }: AdHocAccess,
  flag: string,
): Extract<ServerTarget, { kind: "stdio" }> {
  const [command, ...args] = words;
  if (command === undefined)
    throw new CliError(`${flag} needs the command that starts the server`, { hint: `${flag} -- COMMAND ARGUMENTS` });
  const variables = Object.fromEntries(env.map((name) => [name, variable(terminal, name)]));
  return { kind: "stdio", command, args, env: variables, cwd: terminal.cwd };
}

/** @param flag the option that asked for it, for messages */
export async function urlTarget(
  terminal: World,
  text: string,
  { headerEnv = [], headerFile }: AdHocAccess,
  flag: string,
): Promise<Extract<ServerTarget, { kind: "http" }>> {
  const url = serverUrl(text, flag);
  const headers = { ...(await fileHeaders(terminal, headerFile)), ...envHeaders(terminal, headerEnv) };
  return { kind: "http", url, headers };
}

/** @throws CliError for what is not the address of a server */
export function serverUrl(text: string, flag: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new CliError(`${flag} takes an http or https URL`);
  if (url.username !== "" || url.password !== "") {
    throw new CliError("a URL must not contain a secret: other users of this machine can read it", {
      hint: "give it as a header, with --header-env or --header-file",
    });
  }
  return url;
}

/** `NAME=VARIABLE`: the value stays out of the command line, which everybody on the machine can read. */
function envHeaders(terminal: World, pairs: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name, source] = headerVariable(pair);
      return header(name, variable(terminal, source));
    }),
  );
}

/** @returns name of the header, name of the variable */
export function headerVariable(pair: string): readonly [string, string] {
  const [, name = "", source = ""] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
  if (name === "") throw new CliError("--header-env takes NAME=VARIABLE", { hint: "such as Authorization=MY_TOKEN" });
  return [name, source];
}

/** Lines of `Name: value`. */
async function fileHeaders(terminal: World, source: string | undefined): Promise<Readonly<Record<string, string>>> {
  if (source === undefined) return {};
  const text = await readFile(resolve(terminal.cwd, source), "utf8").catch(failsWith(`'${source}' can't be read`));
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return Object.fromEntries(
    lines.map((line, index) => {
      const at = line.indexOf(":");
      if (at < 1) throw new CliError(`line ${index + 1} of '${source}' is not a header`, { hint: "write Name: value" });
      return header(line.slice(0, at), line.slice(at + 1).trim());
    }),
  );
}

/** @see RFC 9110, sections 5.5 and 5.6.2 */
function header(name: string, value: string): readonly [string, string] {
  checkHeaderName(name);
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw new CliError(`the value of the header '${name}' contains characters that are not allowed in a header`);
  return [name, value];
}

export function checkHeaderName(name: string): void {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw new CliError(`'${visible(name)}' is not a header name`);
}

function variable(terminal: World, name: string): string {
  const value = ownValue(terminal.env, name);
  if (value === undefined) throw new CliError(`the environment has no variable '${visible(name)}'`);
  return value;
}
