import { RemoteError } from "../../client/server-connection.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import { searchIndex } from "../../runtime/builtins/search-index.ts";
import { createTextFilter } from "../../runtime/denied-names.ts";
import type { Dispatcher } from "../../runtime/dispatch.ts";
import type { ListedPage } from "../../runtime/resources.ts";
import { createResources } from "../../runtime/resources.ts";
import type { CallAnswer } from "../../runtime/result.ts";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import type { LocalCatalog } from "../local-catalog.ts";
import type { Settings } from "../settings/serve-settings.ts";
import type { Terminal } from "../terminal.ts";
import { type DispatcherSettings, openLocalDispatcher, progressTo } from "./local-dispatcher.ts";
import type { ShellTool, ToolSource } from "./tool-source.ts";
import { UnknownServer } from "./unknown-server.ts";

export interface LocalSourceOptions {
  readonly settings: DispatcherSettings & Pick<Settings, "policy">;
  /** Handle of an open session. */
  readonly session?: string | undefined;
}

/** The local catalog as a source: one server of its own name, in this process. Its host is opened by the first call. */
export function localSource(
  terminal: Terminal,
  catalog: LocalCatalog,
  { settings, session }: LocalSourceOptions,
): ToolSource & { readonly name: string } {
  const { registry } = catalog;
  const { name } = registry.server;
  const { policy } = settings;
  const connection = { sessionHandle: session };
  let opened: { readonly dispatcher: Dispatcher; readonly close: () => Promise<void> } | undefined;

  function dispatcher(): Dispatcher {
    if (opened !== undefined) return opened.dispatcher;
    const { dispatcher: fresh, usage } = openLocalDispatcher(terminal, catalog, settings, policy);
    const close = async () => {
      await fresh.close();
      await usage?.close();
    };
    opened = { dispatcher: fresh, close };
    return fresh;
  }

  async function tools(server: string): Promise<readonly ShellTool[]> {
    mustBe(name, server);
    const listed = (await registry.listings.direct.full()).default;
    if (!isJsonObject(listed)) throw new Error("invariant: a listing is an object of tools");
    const { tool } = createTextFilter(registry, policy);
    return Object.keys(registry.tools)
      .filter((each) => policy.permits(each))
      .flatMap((each) => {
        const found = ownValue(listed, each);
        // The compiler wrote it: it has all that a tool has.
        return isJsonObject(found) ? [tool(found) as JsonObject & ShellTool] : [];
      });
  }

  const resources = () => {
    const shown = { listingOptions: { profile: registry.defaultProfile }, policy };
    return createResources(registry, shown, dispatcher().sources);
  };

  return {
    name,
    title: registry.server.title ?? name,
    servers: async () => {
      const names = Object.keys(registry.tools).filter((each) => policy.permits(each));
      const examples = [...names].sort().slice(0, 3);
      return [{ name, origin: "in this process", toolCount: names.length, examples }];
    },
    tools,
    searchEntries: async (server) => {
      mustBe(name, server);
      return (await searchIndex(registry)).filter((entry) => policy.permits(entry.name));
    },
    async call(server, tool, given, { signal, timeoutMs, onProgress }) {
      mustBe(name, server);
      const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const answer = await dispatcher()({
        name: tool,
        arguments: given,
        connection,
        signal: () => ended,
        ...(onProgress === undefined ? {} : { progress: progressTo(onProgress) }),
      });
      signal.throwIfAborted();
      if (ended.aborted) {
        throw new CliError(`'${name}' did not answer within ${timeoutMs / 1000} s`, { exitCode: ExitCode.timedOut });
      }
      return resultOf(answer);
    },
    resources: async (server) => {
      mustBe(name, server);
      return allPages((cursor) => resources().list(cursor));
    },
    resourceTemplates: async (server) => {
      mustBe(name, server);
      return allPages((cursor) => resources().templates(cursor));
    },
    async read(server, uri, { signal }) {
      mustBe(name, server);
      const read = await resources().read(uri, signal);
      if (read.kind === "unknown") {
        const cause = new RemoteError(-32602, read.message, { uri });
        throw new CliError(read.message, { exitCode: ExitCode.toolError, cause });
      }
      // Contents are plain values, as they go over the wire.
      return { contents: read.contents as unknown as readonly JsonObject[] };
    },
    close: async () => opened?.close(),
  };
}

function mustBe(name: string, server: string): void {
  if (server === name) return;
  throw new UnknownServer(server, [name]);
}

/** @throws CliError (usage) for what the protocol refuses: only a name that is unknown, or not allowed */
function resultOf(answer: CallAnswer): JsonObject {
  if (answer.kind === "protocol-error") {
    throw new CliError(answer.message, { cause: new RemoteError(answer.code, answer.message, answer.data) });
  }
  // Results are plain values, as they go over the wire.
  return answer.result as unknown as JsonObject;
}

async function allPages<Facts>(
  page: (cursor: string | undefined) => Promise<ListedPage<Facts> | undefined>,
): Promise<readonly JsonObject[]> {
  const all: JsonObject[] = [];
  let cursor: string | undefined;
  do {
    const next = await page(cursor);
    // Facts are plain values, as they go over the wire.
    all.push(...((next?.entries ?? []) as unknown as readonly JsonObject[]));
    cursor = next?.nextCursor;
  } while (cursor !== undefined);
  return all;
}
