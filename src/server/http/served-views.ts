import type { McpHttpHandler, McpRequestContext, ServerEventBus } from "@modelcontextprotocol/server";
import type { Policy } from "../../runtime/policy.ts";
import type { Identity } from "../../runtime/ports.ts";
import type { Scopes } from "../../runtime/scopes.ts";
import type { Subscriptions } from "../../runtime/subscriptions.ts";
import { openClientLog } from "../client-log.ts";
import type { RequestId } from "../decode.ts";
import type { CallArguments } from "../pending-calls.ts";
import { createPlainAnswers } from "../plain-answers.ts";
import { newStateKey } from "../question-state.ts";
import { capabilitiesOf, serverInfoOf } from "../server-facts.ts";
import { type ServeOptions, showCatalog } from "../shown-catalog.ts";
import type { TrackedCalls } from "../shutdown.ts";
import type { Subscriber } from "../subscriber.ts";
import { createPlainExchange, type PlainExchange } from "./plain-exchange.ts";

/** The server as callers with the same scopes see it. */
export interface ServedView {
  /** Answers a message without the SDK; false: it is not plain. */
  readonly answerPlain: (exchange: PlainExchange) => boolean;
  readonly handler: () => Promise<McpHttpHandler>;
}

/** What the SDK does not pass on with a request. */
export interface RequestFacts {
  readonly takeArguments: (id: RequestId) => CallArguments | undefined;
  readonly identity: Identity | undefined;
  readonly subscriber: Subscriber | undefined;
}

export interface ServedViews {
  /** @throws when the catalog has no such profile, or its list can't be loaded */
  of(identity: Identity | undefined): Promise<ServedView>;
  readonly factsOf: WeakMap<Request, RequestFacts>;
  close(): Promise<void>;
}

export interface ServedViewsOptions<Deps> extends ServeOptions<Deps> {
  readonly scopes: Scopes;
  readonly calls: TrackedCalls;
  readonly maxBodyBytes: number;
  readonly onError: (error: Error) => void;
}

export function createServedViews<Deps>(options: ServedViewsOptions<Deps>): ServedViews {
  const { scopes, calls, maxBodyBytes, onError, registry, stateKey = newStateKey() } = options;
  const { subscriptions } = options.sources ?? {};
  const views = new WeakMap<Policy, Promise<ServedView>>();
  const handlers = new Set<Promise<McpHttpHandler>>();
  const factsOf = new WeakMap<Request, RequestFacts>();

  async function open(policy: Policy): Promise<ServedView> {
    const catalog = await showCatalog({ ...options, policy });
    // The SDK takes long to import; only unusual requests need it.
    let opened: Promise<McpHttpHandler> | undefined;
    const openHandler = async () => {
      const [sdk, { createMcpServer }, served] = await Promise.all([
        import("@modelcontextprotocol/server"),
        import("../mcp-server.ts"),
        catalog.served(),
      ]);
      return sdk.createMcpHandler(
        ({ requestInfo }: McpRequestContext) => {
          const facts = requestInfo === undefined ? undefined : factsOf.get(requestInfo);
          return createMcpServer(sdk, {
            registry,
            dispatch: calls.dispatch,
            ...catalog,
            served,
            // Each call carries its session handle; nothing is kept for the next one.
            connection: { sessionHandle: undefined, transport: "http", identity: facts?.identity },
            clientLog: openClientLog(registry),
            subscriber: facts?.subscriber,
            takeArguments: (id) => facts?.takeArguments(id),
            stateKey,
            onError,
          });
        },
        {
          onerror: onError,
          maxRequestBodySize: maxBodyBytes,
          ...(subscriptions && { bus: busOf(subscriptions) }),
        },
      );
    };
    const answers = createPlainAnswers({
      ...catalog,
      serverInfo: serverInfoOf(registry),
      capabilities: capabilitiesOf(registry),
    });
    return {
      answerPlain:
        options.fastPath === "off"
          ? () => false
          : createPlainExchange({ answers, calls, clientLog: openClientLog(registry), onError }),
      handler: () => {
        opened ??= openHandler();
        handlers.add(opened);
        return opened;
      },
    };
  }

  return {
    of(identity) {
      const { policy } = scopes.grantOf(identity);
      const view = views.get(policy) ?? open(policy);
      views.set(policy, view);
      return view;
    },
    factsOf,
    async close() {
      await Promise.all([...handlers].map(async (handler) => (await handler).close()));
    },
  };
}

/** All views hear of the same changes. */
function busOf(subscriptions: Subscriptions): ServerEventBus {
  return {
    publish: () => undefined,
    subscribe: (listener) =>
      subscriptions.listen((changed) =>
        listener(
          changed === undefined ? { kind: "resources_list_changed" } : { kind: "resource_updated", uri: changed },
        ),
      ),
  };
}
