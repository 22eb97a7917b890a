import { RemoteError } from "../../client/server-connection.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { operatorMessageOf } from "../../contract/operator-message.ts";
import { ownValue } from "../../contract/own-property.ts";
import { searchIndex } from "../../runtime/builtins/search-index.ts";
import { callerOf } from "../../runtime/caller.ts";
import { createTextFilter } from "../../runtime/denied-names.ts";
import type { Dispatcher } from "../../runtime/dispatch.ts";
import { isHostUnavailable, isNotWritten } from "../../runtime/errors.ts";
import { createResources, type ListedPage } from "../../runtime/resources.ts";
import type { CallAnswer } from "../../runtime/result.ts";
import { within } from "../../server/within.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { printError, type Terminal } from "../../terminal/terminal.ts";
import type { LocalCatalog } from "../catalog/bound-catalog.ts";
import { exitCodeOf } from "../print/print-answer.ts";
import type { Settings } from "../settings/serve-settings.ts";
import { type DispatcherSettings, openLocalDispatcher, progressTo } from "./local-dispatcher.ts";
import { type ShellCallOptions, type ShellTool, type ToolSource, UnknownServer } from "./tool-source.ts";

export interface LocalSource extends ToolSource {
  readonly name: string;
  /** One call, as the dispatcher answers it: protocol errors are answers too. */
  answer(
    tool: string,
    given: JsonObject,
    options: Pick<ShellCallOptions, "signal"> & {
      readonly onProgress: ShellCallOptions["onProgress"];
      readonly version?: number | undefined;
    },
  ): Promise<CallAnswer>;
}

/** As for calls from a shell: no client has said who it is. */
const inProcess = callerOf(undefined, { sessionHandle: undefined });

type LocalSettings = DispatcherSettings & Pick<Settings, "policy">;

/** The local catalog as a source: one server of its own name, in this process. Its host is opened by the first call. */
export function localSource(
  terminal: Terminal,
  catalog: LocalCatalog,
  { settings, session }: { readonly settings: LocalSettings; readonly session?: string | undefined },
): LocalSource {
  const { registry } = catalog;
  const { name } = registry.server;
  const { policy } = settings;
  const connection = { sessionHandle: session };
  let opened: ReturnType<typeof openLocalDispatcher> | undefined;
  /** A call was stopped; it may have something to undo, and needs its host for that. */
  let isLate = false;

  function dispatcher(): Dispatcher {
    opened ??= openLocalDispatcher(terminal, catalog, settings, policy);
    return opened.dispatcher;
  }

  const answer: LocalSource["answer"] = async (tool, given, { signal, onProgress, version }) => {
    const answered = await dispatcher()({
      name: tool,
      arguments: given,
      connection,
      client: { name: "pegboard" },
      signal: () => signal,
      ...(version !== undefined && { meta: { "pegboard/version": version } }),
      ...(onProgress && { progress: progressTo(onProgress) }),
    });
    isLate ||= exitCodeOf(answered) === ExitCode.timedOut;
    return answered;
  };

  async function close(): Promise<void> {
    if (opened === undefined) return;
    const { dispatcher, usage } = opened;
    if (isLate) await within(undoMs, dispatcher.settled());
    const closed = dispatcher.close();
    // What is closed under a tool that still works may object; the call has timed out all the same.
    if (isLate) await within(stopGraceMs, closed).catch((error: unknown) => printError(terminal, unclosed(error)));
    else await closed;
    await usage?.close();
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

  const resources = (server: string) => {
    mustBe(name, server);
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
      const answered = await answer(tool, given, { signal: ended, onProgress });
      signal.throwIfAborted();
      if (ended.aborted) {
        throw new CliError(`'${name}' did not answer within ${timeoutMs / 1000} s`, { exitCode: ExitCode.timedOut });
      }
      return resultOf(answered);
    },
    resources: async (server) => allPages((cursor) => resources(server).list(cursor)),
    resourceTemplates: async (server) => allPages((cursor) => resources(server).templates(cursor)),
    async read(server, uri, { signal }) {
      const read = await resources(server)
        .read(uri, { signal, caller: inProcess })
        .catch((error: unknown) => failedOffer(terminal, `the resource '${uri}' can't be read`, error));
      if (read.kind === "unknown") {
        const cause = new RemoteError(-32602, read.message, { uri });
        throw new CliError(read.message, { exitCode: ExitCode.toolError, cause });
      }
      // Contents are plain values, as they go over the wire.
      const contents = read.contents as unknown as readonly JsonObject[];
      return { contents, ...(read.meta === undefined ? {} : { _meta: read.meta }) };
    },
    async prompts(server) {
      mustBe(name, server);
      // Facts are plain values, as they go over the wire.
      return ((await (await dispatcher().sources.prompts?.())?.list()) ?? []) as unknown as readonly JsonObject[];
    },
    async getPrompt(server, prompt, given, { signal }) {
      mustBe(name, server);
      const offered = await dispatcher().sources.prompts?.();
      if (offered === undefined) throw new CliError(`'${name}' has no prompts`);
      const answered = await offered
        .get(prompt, given, { signal, caller: inProcess })
        .catch((error: unknown) => failedOffer(terminal, `the prompt '${prompt}' can't be made`, error));
      if (answered.kind !== "found") {
        const cause = new RemoteError(-32602, answered.message, undefined);
        throw new CliError(answered.message, { exitCode: ExitCode.toolError, cause });
      }
      const { description, meta } = answered;
      // As above.
      const messages = answered.messages as unknown as readonly JsonObject[];
      return { description, messages, ...(meta === undefined ? {} : { _meta: meta }) };
    },
    answer,
    close,
  };
}

/** As a call says it: what the operator has to do, or where the author's handler failed. */
function failedOffer(terminal: Terminal, message: string, error: unknown): never {
  if (isHostUnavailable(error)) {
    const said = `HOST_UNAVAILABLE: ${operatorMessageOf(error)}`;
    throw new CliError(said, { exitCode: ExitCode.unreachable, cause: error });
  }
  if (isNotWritten(error)) {
    throw new CliError(`${message}: ${error.message}`, { exitCode: ExitCode.fault, cause: error });
  }
  printError(terminal, error instanceof Error ? (error.stack ?? error.message) : String(error));
  throw new CliError(`${message}: its handler failed`, { exitCode: ExitCode.fault, cause: error });
}

/** A tool that was stopped gets so long to leave; what it then still does ends with the process. */
const undoMs = 1_500;
/** How long its host gets to close. */
const stopGraceMs = 250;

function unclosed(error: unknown): string {
  return `the host did not close: ${error instanceof Error ? error.message : String(error)}`;
}

function mustBe(name: string, server: string): void {
  if (server !== name) throw new UnknownServer(server, [name]);
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
