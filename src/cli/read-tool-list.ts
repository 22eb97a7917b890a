// Where `import` and `diff` get a list of tools from: a file, stdin, a server that is started, or one behind a URL.

import { basename, resolve } from "node:path";
import { formsOnly } from "../client/offers.ts";
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
import { type ServerLogins, serverLogins } from "../shell/logins/server-logins.ts";
import { type AdHocAccess, commandTarget, urlTarget } from "../shell/servers/ad-hoc-target.ts";
import { CliError } from "../terminal/cli-error.ts";
import { ExitCode } from "../terminal/exit-code.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { parseSavedJson, readSavedText, readStream } from "./compared/saved-side.ts";

/** How a live server is started or asked. */
export interface ServerAccess extends AdHocAccess {
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
  const target = commandTarget(terminal, words, options, flag);
  return listOf(terminal, target, target.command, options);
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
  const target = await urlTarget(terminal, text, options, flag);
  const { origin } = target.url;
  const logins = serverLogins(terminal, { url: target.url.href });
  return listOf(terminal, logins.targetOf(origin, target), origin, options, logins);
}

/** One short connection, which is always closed. Time and interrupts are those of everything together. */
async function listOf(
  terminal: Terminal,
  target: ServerTarget,
  named: string,
  { timeout = defaultSeconds, gateway, offers }: ServerAccess & Pick<ToolListOptions, "gateway">,
  logins?: ServerLogins,
): Promise<ToolList> {
  const signal = terminal.catchInterrupts();
  const endMs = performance.now() + timeout * 1000;
  const leftMs = () => Math.max(1, endMs - performance.now());
  const { connect } = await import("../client/connect.ts");
  let listed = "tools";
  try {
    const connection = await connect(target, {
      timeoutMs: leftMs(),
      signal,
      offers: gateway === true ? formsOnly : {},
    });
    try {
      const { server, serverInfo, instructions, capabilities } = connection;
      const tools = [...(await connection.listTools({ timeoutMs: leftMs(), signal }))];
      const offered = offers
        ? await offersOf(connection, (what) => {
            listed = what;
            return { timeoutMs: leftMs(), signal };
          })
        : {};
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
    const explained = signal.aborted ? undefined : logins?.explain(named, error);
    if (explained !== undefined) throw explained;
    const isLate = error instanceof RequestTimeout;
    const reason = error instanceof Error ? error.message : String(error);
    // The connection knows what was left of the time, not what was given.
    const said = isLate
      ? reason.replace(/^.*? within [\d.]+ seconds/, `no list within ${secondsText(timeout * 1000)}`)
      : reason;
    throw new CliError(`'${named}' did not list its ${listed}: ${said}`, {
      exitCode: signal.aborted ? ExitCode.interrupted : isLate ? ExitCode.timedOut : ExitCode.unreachable,
      cause: error,
    });
  }
}

/** What it has beside tools: an empty list where it offers nothing of the kind. A list that it refuses is left out. */
async function offersOf(connection: ServerConnection, asked: (what: string) => RequestOptions): Promise<JsonObject> {
  const lists = {
    prompts: () => connection.listPrompts(asked("prompts")),
    resources: () => connection.listResources(asked("resources")),
    resourceTemplates: () => connection.listResourceTemplates(asked("resource templates")),
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
