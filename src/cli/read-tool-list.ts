// Where `import` and `diff` get a list of tools from: a file, stdin, a server that is started, or one behind a URL.

import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import {
  RemoteError,
  type RequestOptions,
  RequestTimeout,
  type ServerConnection,
  type ServerTarget,
} from "../client/server-connection.ts";
import { secondsText } from "../contract/duration.ts";
import { givenMembers } from "../contract/given-members.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import { ownValue } from "../contract/own-property.ts";
import { visible } from "../diagnostics/display-text.ts";
import { CliError, failsWith } from "../terminal/cli-error.ts";
import { ExitCode } from "../terminal/exit-code.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { parseSavedJson, readSavedText, readStream } from "./compared/saved-side.ts";

/** How a live server is started or asked. */
export interface ServerAccess {
  /** Names of variables that the started server gets. */
  readonly env?: readonly string[];
  /** `NAME=VARIABLE`. */
  readonly headerEnv?: readonly string[];
  readonly headerFile?: string;
  /** Seconds. */
  readonly timeout?: number;
  /** Its prompts and resources, too. */
  readonly offers?: true;
}

export interface ToolListOptions extends ServerAccess {
  readonly stdio?: true;
  /** The list is wanted as a client sees it that can ask its user: servers list more to those. */
  readonly gateway?: true;
  readonly url?: string;
}

export interface ToolList {
  readonly list: Json;
  /** A name for the server, "" when nothing gives one. */
  readonly server: string;
  readonly title?: string;
  readonly instructions?: string;
  /** What the server says of itself, and what it offers: of a live one. */
  readonly serverInfo?: JsonObject;
  readonly capabilities?: JsonObject;
  /** Made of code; no server has published it. */
  readonly inWords?: true;
}

const defaultSeconds = 30;

/** @throws CliError when the list can't be had */
export async function readToolList(
  terminal: Terminal,
  words: readonly string[],
  options: ToolListOptions,
): Promise<ToolList> {
  if (options.stdio && options.url !== undefined) throw new CliError("--stdio and --url can't be combined");
  if (options.stdio) return listFromCommand(terminal, words, options, "--stdio");
  if (options.url !== undefined) {
    if (words.length > 0) throw new CliError(`'${words[0]}' is one source too many beside --url`);
    return listFromUrl(terminal, options.url, options, "--url");
  }
  const [source, ...more] = words;
  if (source === undefined) {
    throw new CliError("there is nothing to import", {
      hint: "name a saved tools/list, or a server: --stdio -- COMMAND ARGUMENTS, or --url URL",
    });
  }
  if (more.length > 0) {
    throw new CliError(`'${more[0]}' is one source too many`, {
      hint: "to start a server, write --stdio -- COMMAND ARGUMENTS",
    });
  }
  if (/^https?:\/\//.test(source)) throw new CliError(`'${source}' is a URL`, { hint: `write --url ${source}` });
  return source === "-"
    ? { list: parseSavedJson(await readStream(terminal.stdin), "stdin"), server: "" }
    : fromFile(terminal, source);
}

async function fromFile(terminal: Terminal, source: string): Promise<ToolList> {
  const text = await readSavedText(resolve(terminal.cwd, source), source);
  return { list: parseSavedJson(text, `'${source}'`), server: basename(source).replace(/\.[^.]*$/, "") };
}

/**
 * What a server lists that this starts, without a shell.
 * @param flag the option that asked for it, for messages
 * @throws CliError when the list can't be had
 */
export async function listFromCommand(
  terminal: Terminal,
  words: readonly string[],
  options: ServerAccess,
  flag: string,
): Promise<ToolList> {
  const [command, ...args] = words;
  if (command === undefined)
    throw new CliError(`${flag} needs the command that starts the server`, { hint: `${flag} -- COMMAND ARGUMENTS` });
  const env = Object.fromEntries((options.env ?? []).map((name) => [name, variable(terminal, name)]));
  return listOf(terminal, { kind: "stdio", command, args, env, cwd: terminal.cwd }, command, options);
}

/**
 * What a server behind a URL lists.
 * @param flag the option that asked for it, for messages
 * @throws CliError when the list can't be had
 */
export async function listFromUrl(
  terminal: Terminal,
  text: string,
  options: ServerAccess,
  flag: string,
): Promise<ToolList> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new CliError(`${flag} takes an http or https URL`);
  if (url.username !== "" || url.password !== "") {
    throw new CliError("a URL must not contain a secret: other users of this machine can read it", {
      hint: "give it as a header, with --header-env or --header-file",
    });
  }
  const headers = {
    ...(await fileHeaders(terminal, options.headerFile)),
    ...envHeaders(terminal, options.headerEnv ?? []),
  };
  return listOf(terminal, { kind: "http", url, headers }, url.origin, options);
}

/** One short connection, which is always closed. Time and interrupts are those of everything together. */
async function listOf(
  terminal: Terminal,
  target: ServerTarget,
  named: string,
  { timeout = defaultSeconds, gateway, offers }: ServerAccess & Pick<ToolListOptions, "gateway">,
): Promise<ToolList> {
  const signal = terminal.catchInterrupts();
  const endMs = performance.now() + timeout * 1000;
  const leftMs = () => Math.max(1, endMs - performance.now());
  const { connect } = await import("../client/connect.ts");
  try {
    const connection = await connect(target, { timeoutMs: leftMs(), signal, answersQuestions: gateway === true });
    try {
      const { server, serverInfo, instructions, capabilities } = connection;
      const tools = [...(await connection.listTools({ timeoutMs: leftMs(), signal }))];
      const offered = offers ? await offersOf(connection, () => ({ timeoutMs: leftMs(), signal })) : {};
      return givenMembers({
        list: { tools, ...offered },
        server: server.name,
        title: server.title,
        instructions,
        serverInfo,
        capabilities,
      });
    } finally {
      await connection.close();
    }
  } catch (error) {
    const isLate = error instanceof RequestTimeout;
    const reason = error instanceof Error ? error.message : String(error);
    // The connection knows what was left of the time, not what was given.
    const said = isLate
      ? reason.replace(/^.*? within [\d.]+ seconds/, `no list within ${secondsText(timeout * 1000)}`)
      : reason;
    throw new CliError(`'${named}' did not list its tools: ${said}`, {
      exitCode: signal.aborted ? ExitCode.interrupted : isLate ? ExitCode.timedOut : ExitCode.unreachable,
      cause: error,
    });
  }
}

/** What it has beside tools: an empty list where it offers nothing of the kind. A list that it refuses is left out. */
async function offersOf(connection: ServerConnection, asked: () => RequestOptions): Promise<JsonObject> {
  const lists = {
    prompts: () => connection.listPrompts(asked()),
    resources: () => connection.listResources(asked()),
    resourceTemplates: () => connection.listResourceTemplates(asked()),
  };
  const found: { [name: string]: Json } = {};
  for (const [name, ask] of Object.entries(lists)) {
    try {
      found[name] = [...(await ask())];
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
    }
  }
  return found;
}

/** `NAME=VARIABLE`: the value stays out of the command line, which everybody on the machine can read. */
function envHeaders(terminal: Terminal, pairs: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name = "", source = ""] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
      if (name === "")
        throw new CliError("--header-env takes NAME=VARIABLE", { hint: "such as Authorization=MY_TOKEN" });
      return header(name, variable(terminal, source));
    }),
  );
}

/** Lines of `Name: value`. */
async function fileHeaders(terminal: Terminal, source: string | undefined): Promise<Readonly<Record<string, string>>> {
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
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw new CliError(`'${visible(name)}' is not a header name`);
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw new CliError(`the value of the header '${name}' contains characters that are not allowed in a header`);
  return [name, value];
}

function variable(terminal: Terminal, name: string): string {
  const value = ownValue(terminal.env, name);
  if (value === undefined) throw new CliError(`the environment has no variable '${visible(name)}'`);
  return value;
}
