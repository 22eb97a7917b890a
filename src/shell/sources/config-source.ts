import { type AnswerAsked, mayAsk } from "../../client/offers.ts";
import { openPool, type PoolOptions, type ServerPool } from "../../client/pool.ts";
import {
  AskRefused,
  ConnectionLost,
  ConnectionRefused,
  InvalidAnswer,
  RemoteError,
  RequestTimeout,
} from "../../client/server-connection.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import type { Asking } from "../asking/open-asking.ts";
import type { ServerLogins } from "../logins/server-logins.ts";
import type { ConfiguredServer } from "../servers/configured-server.ts";
import type { LoadedServers } from "../servers/load-servers.ts";
import { missingVariables } from "../servers/missing-variables.ts";
import { soundTool, type ToolSource, UnknownServer } from "./tool-source.ts";

export interface ServerSourceOptions {
  /** Default: the files that the servers come from. */
  readonly title?: string;
  /** What servers may ask for while a tool runs, and what answers. Default: servers learn that no questions can be asked. */
  readonly asking?: Asking;
  readonly pool?: Omit<PoolOptions, "offers">;
  /** The environment of this process: what a server that has ended may miss. Default: empty. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The tokens of the user who has logged in. Default: none are sent. */
  readonly logins?: ServerLogins;
}

/** The MCP servers of configuration files. None is started before it is asked for something. */
export function serverSource(loaded: LoadedServers, options: ServerSourceOptions = {}): ToolSource {
  const { asking } = options;
  const servers = new Map(loaded.servers.map((server) => [server.name, server]));
  const { logins } = options;
  const targets = loaded.servers.flatMap(({ name, target }) =>
    target === undefined ? [] : [[name, logins?.targetOf(name, target) ?? target] as const],
  );
  const pool = openPool(new Map(targets), { ...options.pool, ...(asking && { offers: asking.offers }) });

  /** Asks a server that is there and can be used. */
  async function ask<Result>(name: string, work: (pool: ServerPool) => Promise<Result>): Promise<Result> {
    usable(name, servers);
    try {
      return await work(pool);
    } catch (error) {
      throw logins?.explain(name, error) ?? cliErrorOf(name, error, (said) => hintOf(name, said));
    }
  }

  const hintOf = (name: string, said: string) => {
    const { target, origin } = servers.get(name) ?? {};
    return missingVariables(said, target, options.env ?? {}, origin === "--stdio");
  };

  return {
    title: options.title ?? titleOf(loaded.servers),
    servers: async () =>
      loaded.servers.map(({ name, origin, problem }) => ({
        name,
        origin,
        ...(problem === undefined ? {} : { problem }),
      })),
    tools: (name, asked) =>
      ask(name, async () => {
        const tools = await pool.listTools(name, asked);
        const named = tools.filter((tool) => typeof tool.name === "string");
        // One that can't be called does not hide the others.
        if (named.length === 0 && tools.length > 0)
          throw new InvalidAnswer(`'${name}' lists only tools without a name`);
        return named.map((tool) => soundTool(tool, String(tool.name)));
      }),
    call: (name, tool, given, asked) => {
      if (asking === undefined || !mayAsk(asking.offers)) {
        return ask(name, () => pool.callTool(name, tool, given, asked));
      }
      let open = 0;
      const answer: AnswerAsked = async (params, facts) => {
        open += 1;
        return asking.answer(name, params, facts).finally(() => {
          open -= 1;
        });
      };
      const { onProgress } = asked;
      // A server must not write over the question that the user is reading.
      const quiet = onProgress && {
        onProgress: (step: Parameters<typeof onProgress>[0]) => open === 0 && onProgress(step),
      };
      return ask(name, () => pool.callTool(name, tool, given, { ...asked, ...quiet, answer }));
    },
    resources: (name, asked) => ask(name, () => pool.listResources(name, asked)),
    resourceTemplates: (name, asked) => ask(name, () => pool.listResourceTemplates(name, asked)),
    read: (name, uri, asked) => ask(name, () => pool.readResource(name, uri, asked)),
    prompts: (name, asked) => ask(name, () => pool.listPrompts(name, asked)),
    getPrompt: (name, prompt, given, asked) => ask(name, () => pool.getPrompt(name, prompt, given, asked)),
    instructions: (name, asked) => ask(name, async () => (await pool.facts(name, asked)).instructions ?? ""),
    close: () => pool.close(),
  };
}

function titleOf(servers: readonly ConfiguredServer[]): string {
  const files = [...new Set(servers.map(({ file }) => file))];
  return files.length === 0 ? "no configuration" : files.join(", ");
}

/** @throws CliError (usage) for a server that is not there, or whose entry can't be used */
function usable(name: string, servers: ReadonlyMap<string, ConfiguredServer>): void {
  const server = servers.get(name);
  if (server === undefined) throw new UnknownServer(name, [...servers.keys()]);
  const { problem, file, line, column } = server;
  if (problem !== undefined) throw new CliError(`'${name}' ${problem}`, { hint: `see ${file}:${line}:${column}` });
}

/** An error of the connection as an exit code; whatever else it is, an abort above all, goes on as it is. */
function cliErrorOf(name: string, error: unknown, hintOf: (said: string) => string | undefined): unknown {
  if (error instanceof RemoteError) {
    const message = `'${name}' answered with an error: ${error.message} (${error.code})`;
    return new CliError(message, { exitCode: ExitCode.toolError, cause: error });
  }
  const exitCode = exitCodes.find(([kind]) => error instanceof kind)?.[1];
  if (exitCode === undefined || !(error instanceof Error)) return error;
  const hint = error instanceof ConnectionLost ? hintOf(error.message) : undefined;
  return new CliError(error.message, { exitCode, hint, cause: error });
}

const exitCodes = [
  [ConnectionLost, ExitCode.unreachable],
  [InvalidAnswer, ExitCode.unreachable],
  [ConnectionRefused, ExitCode.refused],
  [RequestTimeout, ExitCode.timedOut],
  [AskRefused, ExitCode.refused],
] as const;
