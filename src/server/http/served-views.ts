import type { McpHttpHandler, McpRequestContext, Server, ServerEventBus } from "@modelcontextprotocol/server";
import type { TraceCarrier } from "../../runtime/call-trace.ts";
import type { Policy } from "../../runtime/policy.ts";
import type { Identity } from "../../runtime/ports.ts";
import type { Scopes } from "../../runtime/scopes.ts";
import type { Subscriptions } from "../../runtime/subscriptions.ts";
import { openClientLog } from "../client-log.ts";
import type { RequestId } from "../decode.ts";
import { ownerOf } from "../owner.ts";
import type { CallArguments } from "../pending-calls.ts";
import { createPlainAnswers } from "../plain-answers.ts";
import { newStateKey } from "../question-state.ts";
import { capabilitiesOf, serverInfoOf } from "../server-facts.ts";
import { type ServeOptions, showCatalog } from "../shown-catalog.ts";
import type { TrackedCalls } from "../shutdown.ts";
import { openTaskService } from "../tasks/open-task-service.ts";
import type { Deliver, Tasks } from "../tasks/tasks.ts";
import { connectionOf } from "./connection.ts";
import { createParamHeaderCheck, type ParamHeaderCheck } from "./param-headers.ts";
import { createPlainExchange, type PlainExchange } from "./plain-exchange.ts";
import type { Remembered } from "./sessions/memory.ts";
import type { Session } from "./sessions/session.ts";

/** The server as callers with the same scopes see it. */
export interface ServedView {
  /** Answers a message without the SDK; false: it is not plain. */
  readonly answerPlain: (exchange: PlainExchange) => boolean;
  readonly handler: () => Promise<McpHttpHandler>;
  /** A server for one request of a session, not connected yet. */
  readonly openServer: (facts: RequestFacts) => Promise<Server>;
  readonly paramHeaderIssue: ParamHeaderCheck;
}

/** What the SDK does not pass on with a request. */
export interface RequestFacts {
  readonly takeArguments: (id: RequestId) => CallArguments | undefined;
  readonly identity: Identity | undefined;
  readonly trace?: TraceCarrier | undefined;
  /** Absent: none knows more of the client. */
  readonly session?: Session | undefined;
  readonly remembered?: Remembered | undefined;
}

export interface ServedViews {
  /** @throws when the catalog has no such profile, or its list can't be loaded */
  of(identity: Identity | undefined): Promise<ServedView>;
  readonly factsOf: WeakMap<Request, RequestFacts>;
  /** Stops the calls that go on after their answer. */
  endTasks(): void;
  close(): Promise<void>;
}

export interface ServedViewsOptions<Deps> extends ServeOptions<Deps> {
  readonly scopes: Scopes;
  /** Without one, a client before 2026-07-28 can be notified of nothing. */
  readonly sessions?: "auto" | "off";
  readonly calls: TrackedCalls;
  readonly maxBodyBytes: number;
  readonly onError: (error: Error) => void;
}

export function createServedViews<Deps>(options: ServedViewsOptions<Deps>): ServedViews {
  const { scopes, calls, maxBodyBytes, onError, registry, stateKey = newStateKey() } = options;
  const { subscriptions } = options.sources ?? {};
  const olderHears = options.sessions !== "off";
  // Callers who have an identity are offered more.
  const views = {
    known: new WeakMap<Policy, Promise<ServedView>>(),
    unknown: new WeakMap<Policy, Promise<ServedView>>(),
  };
  const handlers = new Set<Promise<McpHttpHandler>>();
  const factsOf = new WeakMap<Request, RequestFacts>();

  /** Every caller has its own among them. */
  let kept: Promise<Tasks> | undefined;
  const tasksOfAll = () => {
    kept ??= openTaskService();
    return kept;
  };

  async function open(policy: Policy, lists: boolean): Promise<ServedView> {
    const { supports, instructionsAlone, ...catalog } = await showCatalog({ ...options, policy });
    const modernInstructions = instructionsAlone();
    const offer = supports && { lists };
    // The SDK takes long to import; only unusual requests need it.
    let loaded: ReturnType<typeof load> | undefined;
    const load = async () => {
      const [sdk, { createMcpServer }, served, tasks] = await Promise.all([
        import("../sdk.ts"),
        import("../mcp-server.ts"),
        catalog.served(),
        supports && tasksOfAll(),
      ]);
      const openServer = (era: McpRequestContext["era"], facts: RequestFacts | undefined) => {
        const { session } = facts ?? {};
        const deliver: Deliver | undefined =
          session && ((method, params) => session.deliver({ jsonrpc: "2.0", method, params }));
        return createMcpServer(sdk, era, {
          registry,
          dispatch: calls.dispatch,
          ...catalog,
          instructions: era === "modern" ? modernInstructions : catalog.instructions,
          served,
          connection: connectionOf({
            remembered: facts?.remembered,
            identity: facts?.identity,
            trace: facts?.trace,
          }),
          clientLog: session?.clientLog ?? openClientLog(registry),
          subscriber: session?.subscriber,
          tellsChanges: era === "modern" || olderHears,
          tasks: tasks && supports ? { tasks, supports, owner: ownerOf(facts?.identity), lists, deliver } : undefined,
          takeArguments: (id) => facts?.takeArguments(id),
          stateKey,
          onError,
          ...(session && { noReplies: session.noReplies }),
        });
      };
      return { sdk, openServer };
    };
    const loadOnce = () => {
      loaded ??= load();
      return loaded;
    };
    let opened: Promise<McpHttpHandler> | undefined;
    const openHandler = async () => {
      const { sdk, openServer } = await loadOnce();
      return sdk.createMcpHandler(
        ({ requestInfo, era }: McpRequestContext) =>
          openServer(era, requestInfo === undefined ? undefined : factsOf.get(requestInfo)),
        {
          onerror: onError,
          maxRequestBodySize: maxBodyBytes,
          ...(subscriptions && { bus: busOf(subscriptions) }),
        },
      );
    };
    const answers = createPlainAnswers({
      ...catalog,
      modernInstructions,
      serverInfo: serverInfoOf(registry),
      capabilities: capabilitiesOf(registry, { isModern: false, tasks: offer, tellsChanges: olderHears }),
      modernCapabilities: capabilitiesOf(registry, { isModern: true, tasks: offer }),
    });
    return {
      paramHeaderIssue: createParamHeaderCheck(catalog.tools),
      answerPlain:
        options.fastPath === "off"
          ? () => false
          : createPlainExchange({ answers, calls, supports, clientLog: openClientLog(registry), onError }),
      handler: () => {
        opened ??= openHandler();
        handlers.add(opened);
        return opened;
      },
      openServer: async (facts) => (await loadOnce()).openServer("legacy", facts),
    };
  }

  return {
    of(identity) {
      const { policy } = scopes.grantOf(identity);
      const same = identity === undefined ? views.unknown : views.known;
      const view = same.get(policy) ?? open(policy, identity !== undefined);
      same.set(policy, view);
      return view;
    },
    factsOf,
    endTasks: () => void kept?.then((tasks) => tasks.close()),
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
