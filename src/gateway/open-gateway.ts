import { formsOnly } from "../client/offers.ts";
import type { ServerPool } from "../client/pool.ts";
import { type InProcessTarget, RemoteError, type ResourceChange, ServerFailure } from "../client/server-connection.ts";
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { renameMembers } from "../contract/rename-members.ts";
import { HostUnavailable } from "../runtime/errors.ts";
import type { CallState, HostEnv, Middleware, PromptAnswer, ResourceProvider, Typed } from "../runtime/index.ts";
import { type Forward, isForward } from "./forward-to.ts";
import { type ForwardedCalls, openForwardedCalls } from "./forwarded-calls.ts";
import { listChanges } from "./pinned-list.ts";
import { readUpstream, type Upstream, upstreamTarget } from "./upstream.ts";

/** A server of somebody else, behind a catalog. */
export interface Gateway {
  /** Answers the calls of tools whose handler is `forwardTo(…)` with what the server answers, as it came. */
  readonly forward: <Deps>(...given: Parameters<Middleware<Deps>>) => ReturnType<Middleware<Deps>>;
  /** The messages of one of its prompts; what it refuses, in its words. */
  prompt(name: string, given: JsonObject, signal: AbortSignal): Promise<PromptAnswer>;
  /** The values that it offers for an argument of a prompt, or a variable of a template. */
  complete(ref: JsonObject, argument: string, typed: Omit<Typed, "caller">): Promise<readonly string[]>;
  /** What the server offers to be read. */
  readonly resources: ResourceProvider;
  close(): Promise<void>;
}

/** What it needs of the host: `changes` where clients may subscribe to resources. */
export type GatewayEnv = Pick<HostEnv, "env" | "log"> & Partial<Pick<HostEnv, "changes">>;

export interface GatewayOptions {
  /**
   * Makes the server in this process, in place of the one that upstream.json names: `() => createServer()`, not connected, and a new one
   * each time.
   */
  readonly server?: InProcessTarget["create"];
}

/** The only member of the pool. */
const member = "the server behind the gateway";

/**
 * Starts or reaches the server with the first call, and again when it has died. A list of tools that is not the pinned one is reported
 * in the log.
 *
 *     export const openHost: OpenHost<Deps> = (env) => {
 *       const gateway = openGateway(upstream, env);
 *       const { forward, resources, close } = gateway;
 *       return { deps: { gateway }, middleware: [forward], resources, close };
 *     };
 *
 * @param file what `src/upstream.json` holds
 * @throws Error where the file is broken or a variable that it names is not set
 */
export function openGateway(file: unknown, hostEnv: GatewayEnv, { server }: GatewayOptions = {}): Gateway {
  const { env, log, changes } = hostEnv;
  const upstream = readUpstream(file);
  const target =
    server === undefined
      ? upstreamTarget(upstream, env, process.cwd())
      : ({ kind: "in-process", create: server } satisfies InProcessTarget);
  let opened: Promise<{ readonly pool: ServerPool; readonly calls: ForwardedCalls }> | undefined;

  async function open() {
    const { openPool } = await import("../client/pool.ts");
    const pool = openPool(new Map([[member, target]]), {
      ...{ offers: formsOnly, idleMs: 0 },
      ...(changes && {
        onResourceChange: (_name: string, change: ResourceChange) => {
          if (change.kind === "updated") changes.resourceUpdated(change.uri);
          else changes.resourceListChanged();
        },
      }),
    });
    void report(pool, upstream, log);
    return {
      pool,
      calls: openForwardedCalls((tool, given, options) => pool.callTool(member, tool, given, options), log),
    };
  }
  const live = () => (opened ??= open());

  async function complete(ref: JsonObject, argument: string, { value, given, signal }: Omit<Typed, "caller">) {
    const { pool } = await live();
    const params = { ref, argument: { name: argument, value }, context: { arguments: { ...given } } };
    const { completion } = await pool.complete(member, params, { signal });
    const values = isJsonObject(completion) ? completion.values : undefined;
    return Array.isArray(values) ? values.filter((one) => typeof one === "string") : [];
  }

  return {
    complete,
    forward: async (call, next) => {
      const handler = call.loaded?.handler;
      if (!isForward(handler)) return next(call);
      const { calls } = await live();
      return calls.answer(call, handler.upstreamTool, argumentsFor(call, handler));
    },
    prompt: async (name, given, signal) => {
      const { pool } = await live();
      try {
        const { messages, description, _meta: meta } = await pool.getPrompt(member, name, given, { signal });
        if (!Array.isArray(messages)) throw new Error(`the prompt '${name}' of the server has no messages`);
        return {
          // The protocol's own shapes: the server that passes them on checks them.
          messages: messages as never,
          ...(typeof description === "string" ? { description } : {}),
          ...(isJsonObject(meta) ? { meta } : {}),
        };
      } catch (error) {
        if (!(error instanceof RemoteError)) throw inWords(error);
        // The text of an internal error goes to no client; this one is written for the user.
        const { code, message } = error;
        return code === internalError ? { refused: message } : { refused: message, code };
      }
    },
    resources: {
      // The protocol's own shapes: the server that passes them on checks them.
      list: async () => ({ entries: (await described((await live()).pool.listResources(member))) as never }),
      templates: async () => ({
        entries: (await described((await live()).pool.listResourceTemplates(member))) as never,
      }),
      read: async (uri, { signal }) => {
        const { pool } = await live();
        try {
          const { contents, _meta: meta } = await pool.readResource(member, uri, { signal });
          if (!Array.isArray(contents)) throw new Error("the server read a resource without contents");
          return { contents: contents as never, ...(isJsonObject(meta) ? { meta } : {}) };
        } catch (error) {
          if (error instanceof RemoteError && resourceNotFound.has(error.code)) return undefined;
          throw inWords(error);
        }
      },
      subscribe: async (uri) => {
        const { pool } = await live();
        try {
          return await pool.subscribe(member, uri);
        } catch (error) {
          if (error instanceof RemoteError && resourceNotFound.has(error.code)) return false;
          throw error;
        }
      },
      unsubscribe: async (uri) => {
        const { pool } = await live();
        await pool.unsubscribe(member, uri);
      },
      complete: (uri, variable, typed) => complete({ type: "ref/resource", uri }, variable, typed),
    },
    close: async () => (await opened)?.pool.close(),
  };
}

function described<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw inWords(error);
  });
}

/** A failure of the server in one sentence, without what its program printed, which is for the operator. */
function inWords(error: unknown): unknown {
  if (error instanceof RemoteError) {
    return new HostUnavailable(`${member} answered: ${error.message}`, "later", { cause: error });
  }
  if (!(error instanceof ServerFailure)) return error;
  return new HostUnavailable(error.withoutPrinted, "later", { cause: error, operatorMessage: error.message });
}

const invalidParams = -32_602;
const internalError = -32_603;

/** The code of older revisions, and that of newer ones: there is nothing but the URI that could be invalid. */
const resourceNotFound: ReadonlySet<number> = new Set([-32_002, invalidParams]);

async function report(pool: ServerPool, { tools }: Upstream, log: HostEnv["log"]): Promise<void> {
  try {
    const changes = listChanges(tools, await pool.listTools(member));
    if (changes.length === 0) return;
    const shown = changes.slice(0, 20).map(({ tool, change }) => `${tool}: ${change}`);
    log.warn("the list of the server behind the gateway is not the pinned one", { changes: shown });
  } catch (error) {
    // The call that is waiting for the same server reports what is wrong with it.
    log.debug?.("the list of the server behind the gateway was not read", { error: String(error) });
  }
}

/** What the caller sent, under the names that the server knows; defaults are the server's own, and consent is ours. */
function argumentsFor<Deps>({ arguments: given, normalised, entry }: CallState<Deps>, { params }: Forward): JsonObject {
  const left = new Set(normalised?.defaulted);
  if (entry?.confirm !== undefined) left.add("confirm");
  return renameMembers(Object.fromEntries(Object.entries(given).filter(([name]) => !left.has(name))), params);
}
